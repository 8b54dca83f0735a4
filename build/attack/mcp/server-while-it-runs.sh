# The person's own servers in the space run. While they run, in the same process of Handrail: an agent's program puts a module there that one loads late, at a call; one server, told so by the agent, changes the other's program;
# a job of the agent's writes it later; file tools do; a patch does.
needs walls python3
source "$ATTACK/planted.sh"
for c in late other job tool two1 two2; do
	server $c '["python3", "@S/server.py"]'
	sed 's/^        if trick == "huge"/        try: import late\n        except ImportError: pass\n        if trick == "huge"/' "$ATTACK/server.py" >c/$c/server.py
	grep -q 'import late' c/$c/server.py || dead "the server loads nothing late"
done
# These two share a folder.
jq --arg s "$SPACE/c/two1/server.py" 'if has("two2") then .two2.args = [$s] else . end' "$SCRATCH/servers" >"$SCRATCH/s" && mv "$SCRATCH/s" "$SCRATCH/servers"
begin
run() { request "$1__run" "$(jq -cn --arg s "$2" '{script: $s}')"; }
bash_() { request bash "$(jq -cn --arg c "$1" '{command: $c, timeout: 20}')"; }
p() { planted py "$1"; }
for c in late other job tool two1 two2; do p $c >"$SPACE/c/plant-$c"; done
OPTIONS=(--confirm deny)
{
	for c in late other job tool two1 two2; do run $c 'echo began'; done
	bash_ 'cp c/plant-late c/late/late.py'
	run late 'echo again'; run late 'echo again'
	run late "cp $SPACE/c/plant-other $SPACE/c/other/late.py"; run two1 "cp $SPACE/c/plant-other $SPACE/c/other/late.py"
	run other 'echo again'; run other 'echo again'
	request spawn "$(jq -cn '{command: "bash", args: ["-c", "sleep 1; cp c/plant-job c/job/late.py; sleep 20"]}')"
	run two2 'sleep 3'
	run job 'echo again'; run job 'echo again'
	request write "$(jq -cn --rawfile t c/plant-tool '{path: "c/tool/late.py", content: $t}')"
	run tool 'echo again'
	run two1 "cp $SPACE/c/plant-two2 $SPACE/c/two1/late.py"
	run two2 'echo again'; run two1 'echo again'
} | many
for i in 1 2 3 4 5 6; do answer $i; says 'RAN began' "a server did not run: $out"; done
for c in late other job tool two1 two2; do [ ! -s c/$c/taken ] || broke "$c: code that an agent put there while it ran has the key"; rm -f c/$c/taken; done
OPTIONS=()
cases=(late other job tool)
for c in "${cases[@]}"; do [ -e c/$c/late.py ] || dead "nothing was planted for $c"; done
[ -e c/two1/late.py ] || dead "a server could not write in its own folder"
reaches
held
