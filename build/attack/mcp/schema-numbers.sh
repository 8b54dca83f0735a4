# A server lists a tool whose schema has a number that no library can compute with. Its other tools go on working, and so does
# everything else, now and at each later start.
needs walls python3
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{rules: {allow: ["srv__*"]}, tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d, "number"], internal_only: false}}}}')"
list_servers
for verb in 'tools list' 'servers list' check 'runs list' 'servers off srv' 'servers on srv'; do
	h $verb
	[[ $err$out != *panic* ]] || broke "«$verb» ends with a panic"
done
h --confirm allow call srv__run 'script=echo good'
says 'RAN good' "its other tool does not work"
held
