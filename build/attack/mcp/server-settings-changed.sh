# An agent's program has changed the person's own servers in the space, and they are held back. Nobody approves what lies there; but the person moves the key to the keychain, as `handrail check` says one should, adds a variable, changes a secret or a
# variable of their own shell, adds an argument, takes the server out and gives it again. The agent's code then runs with the key, unasked.
needs walls python3
source "$ATTACK/planted.sh"
export MY_VAR=one
printf '%s' "first-value-$key" | setsid -w handrail secrets set kept >>"$SCRATCH/controls" 2>&1 || dead "no secret is kept"
for c in unchanged secure variable rotated shell argument again timeout path; do
	more='{}'
	case $c in rotated) more='{"env": {"OTHER": "${secret:kept}"}}' ;; shell) more='{"env": {"OTHER": "${MY_VAR}"}}' ;; esac
	server $c '["python3", "@S/app/server.py"]' "$more"; mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py
done
begin
for c in "${cases[@]}"; do plant py $c app/json.py "$json"; done | done_by_agent
for c in "${cases[@]}"; do h --confirm deny call ${c}__run 'script=x'; says 'could have changed' "$c is not held back at first: $out$err"; done
whole() { jq "$1" "$CONFIG/settings.json" >"$SCRATCH/s" && cp "$SCRATCH/s" "$CONFIG/settings.json"; }
h servers secure secure --yes
whole '.tools.mcp_servers.variable.env.MORE = "1"'
whole '.tools.mcp_servers.argument.args += [""]'
whole '.tools.mcp_servers.timeout.timeout = 30'
whole '.tools.mcp_servers.path.read += ["/usr"]'
printf '%s' "next-value-$key" | setsid -w handrail secrets set kept >>"$SCRATCH/controls" 2>&1 || dead "the secret does not change"
cp "$CONFIG/settings.json" "$SCRATCH/with"; whole 'del(.tools.mcp_servers.again)'; h servers list; h call bash '{"command": "true"}'; cp "$SCRATCH/with" "$CONFIG/settings.json"
export MY_VAR=two
tried "was held back, and which nobody has approved,"
reaches
held
