# A server says its key back within a blob of text, a blob of bytes and a blob without a type: base64 at any offset is one of the
# forms that are found. Neither an agent nor a program that is served may get it, nor the record.
needs walls python3
cat >"$HOME/own.py" <<'END'
import base64, json, os, sys
key = os.environ["API_KEY"]
b = lambda s: base64.b64encode(s.encode()).decode()
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m or "method" not in m: continue
    r = {}
    if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "resources": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "inputSchema": {"type": "object", "properties": {"way": {}}}}]}
    elif m["method"] == "resources/list": r = {"resources": [{"uri": "x://r", "name": "r"}]}
    elif m["method"] == "resources/read": r = {"contents": [{"uri": "x://r", "mimeType": "application/json", "blob": b('{"RAN": 1, "token": "%s"}' % key)}]}
    elif m["method"] == "tools/call":
        w = m["params"]["arguments"].get("way"); say = "a line before\nAPI_KEY=%s\nand one after\n" % key
        p = {"text": {"type": "resource", "resource": {"uri": "x://y", "mimeType": "text/plain", "blob": b(say)}},
             "none": {"type": "resource", "resource": {"uri": "x://y", "blob": b(say)}},
             "octets": {"type": "resource", "resource": {"uri": "x://y", "mimeType": "application/octet-stream", "blob": b(say)}},
             "string": {"type": "text", "text": "data:text/plain;base64," + b(say)}}[w]
        r = {"content": [{"type": "text", "text": "RAN"}, p]}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
END
key="blob-key-of-a-server-$RANDOM$RANDOM$RANDOM"
settings "$(jq -n --arg p "$HOME/own.py" --arg k "$key" '{allow_unattended: true, tools: {mcp_servers: {s: {command: "python3", args: [$p], env: {API_KEY: $k}, internal_only: false}}}}')"
list_servers
cat >"$SCRATCH/look.py" <<'END'
import base64, re, sys
text = sys.stdin.read()
key = sys.argv[1]
if key in text: print("plain", end="")
for b in re.findall(r"[A-Za-z0-9+/=_-]{24,}", text):
    try: d = base64.b64decode(b.replace("-", "+").replace("_", "/") + "=" * (-len(b) % 4))
    except Exception: continue
    if key.encode() in d: print("in a blob", end=""); break
END
OPTIONS=(--confirm allow)
call s__run '{"way": "string"}'; says RAN 'the server does not run'
[ "$(printf 'x%s' "$(printf 'a line before\nAPI_KEY=%s\n' "$key" | base64 -w0)" | cut -c2- | python3 "$SCRATCH/look.py" "$key")" = 'in a blob' ] || dead 'the look finds nothing'
for w in string text none octets; do
	call s__run "{\"way\": \"$w\"}"
	found=$(python3 "$SCRATCH/look.py" "$key" <<<"$out$said")
	[ -z "$found" ] || broke "$w: an agent gets the key ($found)"
done
call s__read_resource '{"uri": "x://r"}'
found=$(python3 "$SCRATCH/look.py" "$key" <<<"$out$said"); [ -z "$found" ] || broke "a resource's blob has the key ($found)"
cat >"$SCRATCH/served.py" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1])
from client import Client
c = Client("--confirm", "allow")
for w in ("string", "text", "none", "octets"): print(w, json.dumps(c.call("s__run", way=w)))
print("resource", json.dumps(c.request("resources/read", {"uri": "x://r"})))
c.close()
END
timeout 60 python3 "$SCRATCH/served.py" "$ATTACK" >"$SCRATCH/served" 2>&1 || true
cat "$SCRATCH/served" >>"$SCRATCH/log"
grep -q RAN "$SCRATCH/served" || dead "a program that is served gets nothing: $(head -c 300 "$SCRATCH/served")"
while read -r w rest; do found=$(python3 "$SCRATCH/look.py" "$key" <<<"$rest"); [ -z "$found" ] || broke "$w: a served program gets the key ($found)"; done <"$SCRATCH/served"
held
