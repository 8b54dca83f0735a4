# An agent has a server read what the person has denied reading, and what holds secrets, by a file: URI: encoded, over a link, with a
# host, without a folder.
needs walls python3
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{rules: {allow: ["srv__*"], deny: ["read(private/**)"]}, tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d, "files"], internal_only: false}}}}')"
mkdir private
echo "$SECRET" >private/plan
echo "$SECRET" >.env
echo fine >open.txt
ln -s private/plan way
list_servers
OPTIONS=(--confirm deny)
read_uri() { call srv__read_resource "$(jq -cn --arg u "$1" '{uri: $u}')"; }
read_uri "file://$SPACE/open.txt"
says fine "the server reads nothing"
for uri in "file://$SPACE/private/plan" "FILE://$SPACE/private/plan" "file:$SPACE/private/plan" "file://localhost$SPACE/private/plan" "file://$SPACE/%70rivate/plan" "file://$SPACE/x/../private/plan" \
	"file://$SPACE/private/plan?x" "file://$SPACE/private/plan#x" "file://$SPACE/way" "file:private/plan" "file://$SPACE/%2570rivate/plan" "file://$SPACE//private/./plan"; do
	read_uri "$uri"
	[[ $refused == permission_denied ]] || broke "$uri goes to the server: $refused"
	hides "$SECRET" "$uri is read"
done
read_uri "file://$SPACE/.env"
[[ $refused == declined ]] || broke "a file that holds secrets is read unasked: $refused"
hides "$SECRET" "a file that holds secrets is read"
held
