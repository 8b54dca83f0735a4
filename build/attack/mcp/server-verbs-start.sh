# An agent's program has changed the person's own server in the space, and it is held back. The person then does everything but approve it: looks, tests, reads the log, turns it off and on, offers and hides it, allows it a host, trusts the space; Handrail is killed while
# the change is being made; another Handrail asks at the same time. None of that runs the agent's code with the key.
needs walls python3
source "$ATTACK/planted.sh"
for c in verbs killed both remade; do
	server $c '["python3", "@S/app/server.py"]'; mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py
done
begin
plant py verbs app/json.py "$json" | done_by_agent
for verb in "servers list" "servers show verbs" "servers test verbs" "servers log verbs" "servers needs verbs" "servers changes verbs" "servers off verbs" "servers on verbs" "servers test verbs" "servers hide verbs" "servers offer verbs" "servers allow verbs api.example.com" "servers test verbs" "servers allow verbs --reset" "servers test" "space trust --yes" "doctor" "check" "tools list" "tools off verbs__run" "tools on verbs__run" "servers log verbs" "call verbs__run script=x"; do
	# shellcheck disable=SC2086
	h $verb
	[ ! -s c/verbs/taken ] || { broke "handrail $verb runs the agent's code with the key"; rm -f c/verbs/taken; }
done
# Handrail is killed while the call goes on that writes.
plant py killed app/json.py "$json" >killed.sh
jq -cn '{command: "bash killed.sh; touch written; sleep 30"}' >"$SCRATCH/in.json"
setsid handrail call bash "@$SCRATCH/in.json" >>"$SCRATCH/log" 2>&1 </dev/null &
pid=$!; began+=("$pid")
until_true 15 test -e written || dead "nothing is written"
kill -KILL "$pid"; sleep 1
[ -e c/killed/app/json.py ] || dead "nothing was planted before the kill"
h --confirm deny call killed__run 'script=x'
[ ! -s c/killed/taken ] || { broke "killed: after Handrail was killed what its call had planted has the key"; rm -f c/killed/taken; }
# A second Handrail calls while the first one's call has written, and goes on.
rm -f written
plant py both app/json.py "$json" >both.sh
jq -cn '{command: "bash both.sh; touch written; sleep 12"}' >"$SCRATCH/in.json"
setsid handrail call bash "@$SCRATCH/in.json" >>"$SCRATCH/log" 2>&1 </dev/null &
began+=("$!")
until_true 15 test -e written || dead "nothing is written by the second"
h --confirm deny call both__run 'script=x'
[ ! -s c/both/taken ] || { broke "both: what a call that goes on in another process has planted has the key"; rm -f c/both/taken; }
plant py remade app/json.py "$json" | done_by_agent
cases=(verbs killed both remade)
reaches
held
