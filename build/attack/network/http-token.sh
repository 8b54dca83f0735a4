# The MCP server over HTTP: another machine's address, no token, a foreign Host or Origin, a revoked token.
needs curl
h mcp --http 0.0.0.0:0
((code != 0)) || broke "it listens on every address"
h mcp token add editor
token=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
[ -n "$token" ] || dead "no token"
start setsid handrail mcp --http 127.0.0.1:0
until_true 10 grep -qE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" || dead "it does not listen: $(cat "$SCRATCH/started")"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" | head -n 1)
path=$(grep -oE "http://$address[^ ]*" "$SCRATCH/started" | head -n 1)
path=${path:-http://$address/mcp}
hello='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
ask() { curl -sS -m 5 -o "$SCRATCH/answer" -w '%{http_code}' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d "$hello" "$@" "$path" || true; }
alive "the right token does not open" grep -q 200 <<<"$(ask -H "Authorization: Bearer $token")"
[[ $(ask) == 4* ]] || broke "it opens without a token"
[[ $(ask -H "Authorization: Bearer ${token}A") == 4* ]] || broke "it opens with a wrong token"
[[ $(ask -H "Authorization: Bearer ${token%?}") == 4* ]] || broke "it opens with a shorter token"
[[ $(ask -H "Authorization: Bearer $token" -H 'Host: evil.example') == 4* ]] || broke "it opens for a foreign Host"
[[ $(ask -H "Authorization: Bearer $token" -H 'Host: 127.0.0.1.evil.example') == 4* ]] || broke "it opens for a Host that only begins like ours"
[[ $(ask -H "Authorization: Bearer $token" -H 'Origin: https://evil.example') == 4* ]] || broke "it opens for a foreign Origin"
[[ $(ask -H "Authorization: Bearer $token" -H 'Origin: null') == 4* ]] || broke "it opens for the Origin null"
h mcp token revoke editor
[[ $(ask -H "Authorization: Bearer $token") == 4* ]] || broke "a revoked token still opens"
grep -rqa "$token" "$DATA" "$CONFIG" && broke "the token is kept in plain text"
held
