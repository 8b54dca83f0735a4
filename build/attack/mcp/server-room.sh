# A server's program reads keys, writes outside, changes definitions, sends, and outlives Handrail.
needs walls python3 curl
service
hook 'exit 0'
trust
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
h --confirm allow call srv__run "script=echo alive; cat '$HOME/.ssh/id_ed25519' '$OUTSIDE/secret' '$CONFIG/settings.json'; cat '$DATA'/*.db | strings; touch '$PROOF' '$HOME/made'; echo evil >>agent/hooks/guard.json; mv agent a2; curl -s -m 2 http://127.0.0.1:$port/LEAK; curl -s -m 2 http://localhost:$port/LEAK; env"
says alive "$err"
hides "$SECRET" "a server read what the walls should hide"
none "$PROOF" "a server wrote outside"
none "$HOME/made" "a server wrote into the home folder"
! grep -q evil agent/hooks/guard.json || broke "a server changed a definition"
! got LEAK || broke "a server reached this machine's service"
h --confirm allow call srv__run "script=(setsid bash -c 'while :; do echo x >>beat; sleep 0.05; done' >/dev/null 2>&1 &) ; sleep 0.3; echo left"
says left
[ -s beat ] || dead "nothing was left behind"
until_true 5 bash -c ': >beat; sleep 0.3; ! test -s beat' || broke "what a server started outlives Handrail"
held
