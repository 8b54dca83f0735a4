# Handrail is killed while what an agent has started goes on, and what goes on changes the programs of servers then: at once, a moment
# later, or by a rename. The Handrail that starts next gives the agent's code no key.
needs walls python3
source "$ATTACK/planted.sh"
for s in at-once later renamed; do server "$s" '["python3", "@S/server.py", ""]'; cp "$ATTACK/server.py" "c/$s/server.py"; done
server beside '["python3", "@S/server.py", ""]'; cp "$ATTACK/server.py" c/beside/server.py
begin
{
	echo 'setsid bash -c '"'"'touch alive; while kill -0 $(cat keep) 2>/dev/null && [ ! -e gone ]; do sleep 0.05; done; bash change.sh; touch changed'"'"' >/dev/null 2>&1 & sleep 0.3'
} >go.sh
{
	for s in at-once later; do printf 'f=c/%s/server.py; [ %s = at-once ] || sleep 0.5; { cat <<"X"; cat $f; } >$f.x; cat $f.x >$f\n%sX\n' "$s" "$s" "$(planted py "$s")"$'\n'; done
	printf 'f=c/renamed/server.py; { cat <<"X"; cat $f; } >$f.x; mv $f.x $f\n%sX\n' "$(planted py renamed)"$'\n'
	plant py beside json.py
} >change.sh
# What is left running knows by a file that Handrail has gone: the person makes it.
printf '%s\n' '{"type":"tool","name":"bash","input":{"command":"echo $$ >keep; bash go.sh; cat alive; echo started"}}' >"$SCRATCH/in"
(cat "$SCRATCH/in"; sleep 20) | setsid handrail call - >"$SCRATCH/answers" 2>&1 &
pid=$!; began+=("$pid")
until_true 15 test -e alive || dead "nothing was left running: $(cat "$SCRATCH/answers")"
sleep 0.5
victims=$(grep -lszxF "HOME=$HOME" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3 | while read -r p; do if [ "$(readlink "/proc/$p/exe" 2>/dev/null)" = "$(command -v handrail)" ] && tr '\0' ' ' <"/proc/$p/cmdline" | grep -q 'call -'; then echo "$p"; fi; done || true)
[ -n "$victims" ] || dead 'no Handrail to be killed'
rm -f keep; echo 999999 >keep
# shellcheck disable=SC2086
kill -KILL $victims
touch gone
until_true 10 test -e changed || echo 'it changed nothing: it ended with Handrail' >>"$SCRATCH/log"
ls -la c/*/ >>"$SCRATCH/log"
grep -q taken c/at-once/server.py || { [ ! -e changed ] || dead 'nothing was changed'; }
tried 'was changed while no Handrail was there'
{ cat change.sh; } | done_by_agent
reaches
held
