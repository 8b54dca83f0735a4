# A key in the query of a server's URL is written with percent signs there. What the server gets is the decoded key, and says it back,
# as it is and in the forms that are found of every known value.
needs python3
cat >"$SCRATCH/far.py" <<'END'
import base64, http.server, json, sys, urllib.parse
class H(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def out(self, code, b=b""): self.send_response(code); self.send_header("Content-Type", "application/json"); self.send_header("Content-Length", str(len(b))); self.end_headers(); self.wfile.write(b)
    def do_GET(self): self.out(405)
    do_DELETE = do_GET
    def do_POST(self):
        m = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "id" not in m: return self.out(202)
        v = urllib.parse.parse_qs(self.path.split("?", 1)[1])["api_key"][0]
        r = {}
        if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
        elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "inputSchema": {"type": "object"}}]}
        elif m["method"] == "tools/call": r = {"isError": "fail" in self.path, "content": [{"type": "text", "text": "RAN bad key %s, %s, %s" % (v, base64.b64encode(v.encode()).decode(), self.path)}]}
        self.out(200, json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}).encode())
s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
open(sys.argv[1], "w").write(str(s.server_port)); s.serve_forever()
END
start python3 "$SCRATCH/far.py" "$SCRATCH/farport"
until_true 10 test -s "$SCRATCH/farport" || dead 'the far server did not start'
far=$(<"$SCRATCH/farport")
plain=k7Qm2Xw9Rt4Lz8Vb5Nc3 quoted='Zx7/Qm2+Xw9Rt4Lz8Vb5Nc3Yg==' coded='Zx7%2FQm2%2BXw9Rt4Lz8Vb5Nc3Yg%3D%3D'
settings "{\"tools\": {\"mcp_servers\": {\"plain\": {\"url\": \"http://127.0.0.1:$far/a?api_key=$plain\", \"internal_only\": false}, \"coded\": {\"url\": \"http://127.0.0.1:$far/b?api_key=$coded\", \"internal_only\": false}}}}"
h servers add added --url "http://127.0.0.1:$far/c?api_key=$coded"
hides "$quoted" 'servers add shows the key'; hides "$coded" 'servers add shows the coded key'
list_servers
for s in plain coded added; do
	OPTIONS=(--confirm allow)
	call "${s}__run" '{}'
	says 'RAN bad key' "the server $s is not reached"
	[ "$s" != plain ] || { hides "$plain" 'a key in a query is shown'; continue; }
	hides "$quoted" "$s: the decoded key is shown"
	hides "$(printf %s "$quoted" | base64 -w0 | head -c 32)" "$s: the decoded key is shown in base64"
	hides "$coded" "$s: the coded key is shown"
done
handrail servers secure --yes >>"$SCRATCH/log" 2>&1 || true
OPTIONS=(--confirm allow); call coded__run '{}'
says 'RAN bad key' "the server is not reached when its key has moved"
hides "$quoted" "moved to the keychain: the decoded key is shown"
h --json runs list
for r in $(jq -r '.. | .id? // empty' <<<"$out" | sort -u | head -n 10); do h runs export "$r"; hides "$quoted" 'the record has the decoded key'; done
held
