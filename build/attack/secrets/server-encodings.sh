# A remote server that was given a key in a header and in its URL says it back in every form that the guide on secrets names as caught:
# in text, in errors, in links, structured parts. Not one of them may be shown or recorded.
needs python3
cat >"$SCRATCH/far.py" <<'END'
import base64, html, http.server, json, re, sys, urllib.parse
q = urllib.parse.quote
def forms(v):
    b = v.encode(); hx = b.hex()
    yield "plain", v
    yield "json", json.dumps(v)[1:-1]
    yield "json-json", json.dumps(json.dumps(v))
    yield "ascii-json", json.dumps(v, ensure_ascii=True)
    yield "html", html.escape(v)
    yield "html-dec", "".join("&#%d;" % c if not chr(c).isalnum() else chr(c) for c in b)
    yield "html-hex", "".join("&#x%X;" % c if not chr(c).isalnum() else chr(c) for c in b)
    yield "csv", '"' + v.replace('"', '""') + '"'
    yield "percent", q(v, safe="")
    yield "percent-lower", re.sub("%..", lambda m: m.group().lower(), q(v, safe=""))
    yield "percent-all", "".join("%%%02X" % c for c in b)
    yield "plus", urllib.parse.quote_plus(v)
    yield "u", "".join("\\u%04x" % c for c in b)
    yield "u-upper", "".join("\\u%04X" % c for c in b)
    yield "x", "".join("\\x%02x" % c for c in b)
    yield "hex", hx
    yield "hex-upper", hx.upper()
    yield "colons", ":".join("%02x" % c for c in b)
    yield "colons-upper", ":".join("%02X" % c for c in b)
    for i in range(3): yield "b64-%d" % i, base64.b64encode(b"abc"[:i] + b + b"tail").decode()
    yield "b64url", base64.urlsafe_b64encode(b"?>" + b + b"?>?>").decode().rstrip("=")
    yield "mime", base64.encodebytes(b"Authorization: Bearer, and yet more of its text " + b + b" and more text of the same line").decode()
    yield "basic", "Basic " + base64.b64encode(b"user:" + b).decode()
    yield "shell", "'" + v.replace("'", "'\\''") + "'"
    yield "spread", "\n".join(v[i:i + 1] for i in range(0)) or v
    yield "xxd", "".join("%08x: %s  %s\n" % (i, " ".join(b[i:i+16].hex()[j:j+4] for j in range(0, 32, 4)), "".join(chr(c) if 32 <= c < 127 else "." for c in b[i:i+16])) for i in range(0, len(b), 16))
class H(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def do_GET(self): self.send_response(405); self.send_header("Content-Length", "0"); self.end_headers()
    def do_DELETE(self): self.do_GET()
    def do_POST(self):
        m = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "id" not in m: self.send_response(202); self.send_header("Content-Length", "0"); self.end_headers(); return
        vs = {"head": self.headers.get("X-Api-Key", ""), "url": urllib.parse.parse_qs(self.path.split("?", 1)[1]).get("api_key", [""])[0], "bearer": self.headers.get("Authorization", "")[7:]}
        r = {}
        if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
        elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "inputSchema": {"type": "object", "properties": {"v": {}, "way": {}}}}]}
        elif m["method"] == "tools/call":
            a = m["params"]["arguments"]; v = vs[a["v"]]; say = "RAN\n" + "".join("== %s ==\n%s\n" % f for f in forms(v))
            if a["way"] == "error": self.out({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32000, "message": say}}); return
            if a["way"] == "text": r = {"content": [{"type": "text", "text": say}]}
            if a["way"] == "failed": r = {"isError": True, "content": [{"type": "text", "text": say}]}
            if a["way"] == "structured": r = {"content": [{"type": "text", "text": "RAN"}], "structuredContent": dict(forms(v))}
            if a["way"] == "links": r = {"content": [{"type": "text", "text": "RAN"}] + [{"type": "resource_link", "name": n, "uri": "https://e.example/?k=" + q(f, safe="%:;&#")} for n, f in forms(v)]}
        self.out({"jsonrpc": "2.0", "id": m["id"], "result": r})
    def out(self, o):
        b = json.dumps(o).encode(); self.send_response(200); self.send_header("Content-Type", "application/json"); self.send_header("Content-Length", str(len(b))); self.end_headers(); self.wfile.write(b)
s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
if len(sys.argv) == 3:
    for n, f in forms(sys.argv[2]): sys.stdout.write("%s\t%s\n" % (n, json.dumps(f)))
    sys.exit()
open(sys.argv[1], "w").write(str(s.server_port)); s.serve_forever()
END
start python3 "$SCRATCH/far.py" "$SCRATCH/farport"
until_true 10 test -s "$SCRATCH/farport" || dead 'the far server did not start'
far=$(<"$SCRATCH/farport")
head="Hd7q\"w&<>'x/+9z-Kp3mTe" url='Ur8k_-zPq.Lm5vXy7Tn2' bearer="Br5n.tY_u-W~k2Q4j6h8s0dFgHjKlZxCv"
python3 - "$far" "$head" "$url" "$bearer" >"$CONFIG/settings.json" <<'END'
import json, sys, urllib.parse
far, head, url, bearer = sys.argv[1:]
print(json.dumps({"tools": {"mcp_servers": {"far": {"url": "http://127.0.0.1:%s/mcp?api_key=%s" % (far, urllib.parse.quote(url, safe="")), "headers": {"X-Api-Key": head, "Authorization": "Bearer " + bearer}, "internal_only": False}}}}))
END
handrail servers secure --yes >>"$SCRATCH/log" 2>&1 || true
h servers test far
run_id=
for v in head url bearer; do
	python3 "$SCRATCH/far.py" x "${!v}" >"$SCRATCH/forms"
	for way in text error failed structured links; do
		OPTIONS=(--confirm allow)
		call far__run "{\"v\": \"$v\", \"way\": \"$way\"}"
		[[ $out$said == *RAN* ]] || dead "the far server is not reached by $v $way: $out $err"
		printf '%s\n%s\n' "$out" "$said" >"$SCRATCH/shown"
		python3 - "$SCRATCH/shown" "$SCRATCH/forms" "$way" >"$SCRATCH/leaks" <<'END'
import base64, json, re, sys, urllib.parse
text = open(sys.argv[1]).read()
blobs = [base64.b64decode(b + "=" * (-len(b) % 4)).decode(errors="replace") for b in re.findall(r'"(?:blob|data)":"([A-Za-z0-9+/=]+)"', text)]
more = [text]
for t in list(more):
    try: more.append(json.dumps(json.loads(t.split("\n")[0]), ensure_ascii=False))
    except Exception: pass
    x = t
    for _ in range(3):
        try: x = x.encode().decode("unicode_escape") if 0 else x.replace('\\\\', '\\').replace('\\"', '"').replace("\\u0026", "&").replace("\\u003c", "<").replace("\\u003e", ">").replace("\\n", "\n").replace("\\/", "/")
        except Exception: break
        more.append(x)
more += blobs
core = [json.loads(l.split("\t", 1)[1]) for l in open(sys.argv[2])]
for l in open(sys.argv[2]):
    n, f = l.rstrip("\n").split("\t", 1); f = json.loads(f)
    if n == "mime" and sys.argv[3] == "links": continue
    if n == "mime": f = f.split("\n")[1]
    if n == "xxd": f = f.split("\n")[0][10:49]
    if n.startswith("b64") or n == "basic": f = f[3:-9]
    f = f.strip()
    if any(f in t for t in more): print(n, end=" ")
END
		[ ! -s "$SCRATCH/leaks" ] || broke "$v by $way as $(<"$SCRATCH/leaks")"
	done
done
h runs list
for r in $(handrail --json runs list 2>/dev/null | jq -r '.. | .id? // empty' | sort -u | head -n 20); do h runs export "$r"; for v in head bearer; do hides "${!v}" "the record has the key of $v"; done; done
held
