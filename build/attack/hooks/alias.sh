# A blocking hook guards the tools of a server. The space has a tool of its own that calls one of them, under another name: the hook is asked there, too.
needs walls python3
mkdir -p agent/tools
printf -- '---\nid: look-up\nname: Look up\ndescription: d\nmcp: true\nserver: s\ntool: run\n---\n' >agent/tools/a.md
settings "$(jq -n --arg p "$ATTACK/server.py" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false}}}}')"
h space trust --yes
h servers test s
h --confirm allow call look-up '{"script": "echo reached"}'; says 'RAN reached' 'the tool of the space does not call the server'
hook 'echo hook-says-no; exit 1' '"tools": ["s__*"]'
h space trust --yes
h --confirm allow call s__run '{"script": "echo reached"}'; says hook-says-no 'the hook does not guard the server'
h --confirm allow call look-up '{"script": "echo reached"}'
hides 'RAN reached' "the hook of the server's tools was not asked for a tool that calls one"
held
