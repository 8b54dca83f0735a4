# A server's tool has other words than when it was first listed; its hint says "read-only".
needs walls python3
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d, "changes"], internal_only: false}}}}')"
list_servers
h --confirm allow call srv__run 'script=echo first'
says 'RAN first'
for i in 1 2 3; do h --confirm allow call srv__run 'script=echo second'; done
hides 'RAN second' "a tool that changed its words runs without having been looked at"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{mode: "read-only", tools: {mcp_servers: {other: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
h call other__run 'script=touch made'
none made "a server's hint let its tool run in read-only"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{mode: "ask", tools: {mcp_servers: {other: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
h call other__run 'script=touch made'
none made "a server's hint let its tool run unasked in ask"
held
