# What an agent's programs have written beside the program of the person's own server comes back when the person undoes the call that removed it, and comes there when the person keeps a rehearsal. Rehearsed, it is run with the server's key.
needs walls python3
source "$ATTACK/planted.sh"
for c in undone kept rehearsed; do
	server $c '["python3", "@S/app/server.py"]'
	mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py
done
done_by_agent < <(plant py undone app/json.py "$json")
call bash '{"command": "rm c/undone/app/json.py"}'
undo=$(jq -r '.. | strings | select(test("^c_[0-9a-f]{8,}$"))' <<<"$out" | head -n 1)
begin
OPTIONS=()
h runs undo "$undo" --yes
alive "the undo brings nothing back: $undo: $out $err" test -e c/undone/app/json.py
h --json call bash "$(jq -cn --arg c "$(plant py kept app/json.py "$json")" '{command: $c}')" --rehearse
id=$(jq -r 'select(.type == "rehearsal") | .id' <<<"$out" 2>/dev/null | head -n 1)
h rehearsals keep "$id"
alive "the rehearsal is not kept: $id: $out $err" test -e c/kept/app/json.py
# A whole rehearsed run: its model plants the code, and calls the server.
cat >script-of-agent.sh < <(plant py rehearsed app/json.py "$json")
cat >turns.jsonl <<END
{"text":"I try.","calls":[{"name":"bash","arguments":{"command":"bash script-of-agent.sh; echo layer >on-the-layer; ls c/rehearsed/app"}}]}
{"text":"Now.","calls":[{"name":"rehearsed__run","arguments":{"script":"echo again"}}]}
{"text":"Look.","calls":[{"name":"bash","arguments":{"command":"cat c/rehearsed/taken; cp c/rehearsed/taken c/rehearsed/copy"}}]}
{"text":"Done."}
END
h run --rehearse --model scripted/turns.jsonl "Try it."
echo "rehearsed run: $out $err" >>"$SCRATCH/log"
[[ $out$err == *on-the-layer* ]] || dead "nothing was rehearsed: $out$err"
# The key itself is taken out of what is shown: its mark stands where the agent's program has written it.
! grep -qF '[secret API_KEY]' <<<"$out$err" || broke "rehearsed: on the layer an agent's code runs as the person's server, and an agent's program reads its key: $(grep -A2 '^c/rehearsed/copy' <<<"$out$err")"
cases=(undone kept)
tried "an agent wrote and an undo or a keep brought"
reaches
held
