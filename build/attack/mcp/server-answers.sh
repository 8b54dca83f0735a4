# A server sends 40 MB, junk, answers that nobody asked for, and two answers to one question.
needs walls python3
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{tools: {mcp_servers: {huge: {command: "python3", args: [$s, $d, "huge"], internal_only: false}, junk: {command: "python3", args: [$s, $d, "junk"], internal_only: false}, fine: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
h --confirm allow call huge__run script=x
((${#out} < 3000000)) || broke "an answer of ${#out} bytes was taken"
h --confirm allow call junk__run script=x
hides 'second answer' "the second answer to one question counted"
h --confirm allow call fine__run 'script=echo still'
says 'RAN still' "one bad server keeps the others from working"
held
