# A space's own server: it starts before trust, with another script than the trusted one, or under the name
# of the person's server.
needs walls python3
cp "$ATTACK/server.py" srv.py
printf '{"mcpServers":{"own":{"command":"python3","args":["srv.py","%s"]}}}\n' "$SPACE" >.mcp.json
h --confirm allow call own__run 'script=touch before'
h servers test own
none before "a server of an untrusted space ran"
trust
h servers test own
h --confirm allow call own__run 'script=echo works'
says 'RAN works' "$err"
sed -i 's/"RAN "/"EVIL "/' srv.py
h --confirm allow call own__run 'script=echo works'
hides 'EVIL works' "a server started with a script that changed since trust"
held
