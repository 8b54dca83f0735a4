# A space's own tool stands for one of the person's server and says that it has no side effect, in the modes read-only and ask; or the server is internal_only, and another program calls it by that name. Beside it, a command that says so changes the space where every change asks.
needs python3 walls
mkdir -p "$HOME/srv"
cat >"$HOME/srv/s.py" <<P
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m: continue
    if m["method"] == "tools/call":
        open("$SPACE/by-server", "w").write("x")
        r = {"content": [{"type": "text", "text": "it ran"}]}
    else:
        r = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}},
             "tools/list": {"tools": [{"name": "t", "description": "d", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}]}}.get(m["method"], {})
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
P
set_mode() { settings "$(jq -n --arg m "$1" --arg s "$HOME/srv/s.py" --argjson i "$2" '{mode: $m, tools: {mcp_servers: {n: {command: "/usr/bin/python3", args: [$s], internal_only: $i}}}}')"; }
file agent/tools/a.md <<<$'---\nid: look-up\nname: Look\ndescription: d\nmcp: true\nserver: n\ntool: t\nsideEffect: false\n---\nx'
tool plain 'touch by-command; echo tried' 'sideEffect: false'
set_mode workspace false
trust
list_servers
call look-up '{}'
[ -e by-server ] || dead "the tool of the server does not run: $out$err"
rm by-server
for mode in read-only ask; do
	set_mode $mode false
	call look-up '{}'
	none by-server "a space's name for a server's tool runs unasked in the mode $mode"
	call plain '{}'
	says tried "a command without a side effect does not run in the mode $mode"
	none by-command "a command that says it changes nothing changes the space unasked in the mode $mode"
done
set_mode workspace true
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' |
	{ cat; sleep 3; } | handrail mcp >"$SCRATCH/out" 2>"$SCRATCH/err" || true
out=$(cat "$SCRATCH/out") err=$(cat "$SCRATCH/err")
says '"plain"' "the client is offered nothing"
hides '"look-up"' "a client is offered a tool of an internal_only server by a space's name for it"
held
