# Requests to the service over HTTP that a browser or an odd client makes: absolute targets, other content types, tokens in other places,
# two tokens, big and packed bodies, other methods and paths, a body that never ends.
needs python3
h mcp token add editor; token=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
[ -n "$token" ] || dead "no token"
start setsid handrail mcp --http 127.0.0.1:0
server=$pid
until_true 10 grep -qE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" || dead "it does not listen: $(cat "$SCRATCH/started")"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" | head -n 1)
cat >"$SCRATCH/a.py" <<'EOF'
import gzip, json, socket, sys, time
addr, token, pid = sys.argv[1:]; host, port = addr.split(":")
H = json.dumps({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}})
def raw(head, body=b"", wait=5):
    s = socket.create_connection((host, int(port)), 5); s.settimeout(wait)
    b = b""
    try:
        s.sendall(head.encode("latin1") + b"\r\n\r\n"); s.sendall(body)
        while True:
            x = s.recv(65536)
            if not x: break
            b += x
            if b"serverInfo" in b or len(b) > 1 << 16: break
    except OSError as e: b += b" err " + str(e).encode()
    s.close(); return b
A = f"Authorization: Bearer {token}"
T = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nConnection: close"
def post(target="/mcp", host=addr, auth=A, types=T, more="", body=H, method="POST", version="HTTP/1.1", wait=5):
    b = body.encode() if isinstance(body, str) else body
    hs = [f"{method} {target} {version}"] + ([f"Host: {host}"] if host is not None else []) + [x for x in (auth, types, more) if x] + [f"Content-Length: {len(b)}"]
    return raw("\r\n".join(hs), b, wait)
def opens(b): return b"serverInfo" in b
print("CONTROL", opens(post()))
tries = {
 "absolute evil target, right Host": post(f"http://evil.example/mcp"),
 "absolute evil target with port": post(f"http://evil.example:{port}/mcp"),
 "no token, in the URL": post(f"/mcp?access_token={token}&token={token}", auth=""),
 "token as Basic": post(auth=f"Authorization: Basic {token}"),
 "token in a cookie": post(auth=f"Cookie: token={token}; Authorization=Bearer {token}"),
 "wrong token first": post(auth="Authorization: Bearer x\r\n"+A),
 "text/plain (a form of a page)": post(types=T.replace("application/json\r\n", "text/plain\r\n", 1)),
 "form-urlencoded": post(types=T.replace("application/json\r\n", "application/x-www-form-urlencoded\r\n", 1)),
 "two Hosts": post(more="Host: evil.example"),
 "X-Forwarded-Host only": post(host="evil.example", more=f"X-Forwarded-Host: {addr}\r\nForwarded: host={addr}"),
 "Origin of an extension": post(more="Origin: chrome-extension://abc"),
 "Origin file": post(more="Origin: file://"),
 "Origin with capital host": post(more=f"Origin: HTTP://{addr}.EVIL"),
 "Origin trailing dot": post(more=f"Origin: http://localhost.:{port}"),
 "Sec-Fetch-Site cross-site": b"",
 "GET with a body": post(method="GET"),
 "PUT": post(method="PUT"),
 "empty bearer": post(auth="Authorization: Bearer "),
 "lower token": post(auth=f"Authorization: Bearer {token.lower()}"),
 "token with NUL": post(auth=f"Authorization: Bearer {token}\0"),
 "OPTIONS preflight": b"serverInfo" if b"Access-Control-Allow-Origin" in post(method="OPTIONS", auth="", more="Origin: http://evil.example\r\nAccess-Control-Request-Method: POST") else b"",
}
for k, v in tries.items():
    if opens(v): print("OPENED", k)
    else: print("closed", k, v[:60])
def rss():
    for l in open(f"/proc/{pid}/status"):
        if l.startswith("VmHWM"): return int(l.split()[1])
before = rss()
big = json.dumps({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"x":"y"*100_000_000}})
print("BIG", post(body=big, wait=20)[:80])
z = gzip.compress(b"[" * 300_000_000, 1)
print("GZ", post(body=z, more="Content-Encoding: gzip", wait=20)[:80])
deep = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":' + "[" * 3_000_000 + "]" * 3_000_000 + "}"
print("DEEP", post(body=deep, wait=20)[:80])
# without a token, big too
print("NOTOKEN", post(auth="", body="x" * 50_000_000, wait=10)[:60])
# headers without end
try:
    s = socket.create_connection((host, int(port)), 5); s.settimeout(5)
    s.sendall(f"POST /mcp HTTP/1.1\r\nHost: {addr}\r\n".encode())
    n = 0
    for i in range(400): s.sendall(b"X-%d: " % i + b"a" * 65536 + b"\r\n"); n += 65536
    print("HEADERS taken", n)
except OSError as e: print("HEADERS refused after", n, e)
# many connections that say nothing
conns = []
for i in range(800):
    try:
        s = socket.create_connection((host, int(port)), 2); s.sendall(b"POST /mcp HTTP/1.1\r\n"); conns.append(s)
    except OSError: break
print("SLOW", len(conns), "STILL", opens(post()))
print("RSS", before, rss())
EOF
timeout 100 python3 "$SCRATCH/a.py" "$address" "$token" "$server" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'CONTROL True' "$SCRATCH/a" || dead "a right request does not open: $(head -n 3 "$SCRATCH/a")"
while read -r line; do broke "it opens: $line"; done < <(grep -E 'OPENED' "$SCRATCH/a")
grep -q '^RSS' "$SCRATCH/a" || broke "the service did not outlive it: $(tail -n 2 "$SCRATCH/a")"
grep -q 'STILL True' "$SCRATCH/a" || broke "silent connections keep others out: $(grep SLOW "$SCRATCH/a")"
read -r _ before after < <(grep ^RSS "$SCRATCH/a") || true
((${after:-0} < ${before:-0} + 300000)) || broke "bodies took $before to $after KB"
held
