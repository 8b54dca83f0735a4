# A page in the person's browser asks the MCP server over HTTP: by a name that its own name server has turned to this
# machine, or as the page of another service of this machine, and with a token that it has got hold of.
needs curl
h mcp token add editor
token=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
[ -n "$token" ] || dead "no token"
start setsid handrail mcp --http 127.0.0.1:0
until_true 10 grep -qE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" || dead "it does not listen: $(cat "$SCRATCH/started")"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" | head -n 1)
own=${address##*:}
hello='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
ask() { curl -sS -m 5 -o "$SCRATCH/answer" -w '%{http_code}' -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d "$hello" "$@" "http://$address/mcp" || true; }
alive "the right address does not open" grep -q 200 <<<"$(ask)"
alive "localhost does not open" grep -q 200 <<<"$(ask -H "Host: localhost:$own")"
for host in evil.example "evil.example:$own" 127.0.0.1 127.0.0.1:1 localhost "localhost.evil.example:$own" "$address.evil.example" "0.0.0.0:$own" "2130706433:$own" "$address@evil.example"; do
	[[ $(ask -H "Host: $host") == 4* ]] || broke "it opens for the Host $host"
done
for origin in null http://127.0.0.1:1 http://127.0.0.1 "https://$address" "http://localhost.evil.example:$own" "http://$address@evil.example" "http://$address.evil.example" "http://$address/x" http://evil.example; do
	[[ $(ask -H "Origin: $origin") == 4* ]] || broke "it opens for the Origin $origin"
done
[[ $(ask -H "Origin: http://$address" -H 'Origin: http://evil.example') == 4* ]] || broke "it opens for two Origins"
[[ $(ask -H "Host;") == 4* ]] || broke "it opens for an empty Host"
[[ $(ask -0 -H "Host:") == 4* ]] || broke "it opens without a Host"
held
