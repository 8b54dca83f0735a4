# Clients of the service over HTTP that are slow or many: a thousand connections that send a letter a second, or nothing, requests that never end,
# streams that nobody reads, and 3,000 sessions of one token. Another program's calls are answered meanwhile, and Handrail stays small.
needs python3
h mcp token add slow; one=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
h mcp token add good; two=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
[ -n "$two" ] || dead "no token"
echo fine-text >plain.txt
start setsid handrail mcp --http 127.0.0.1:0
served=$pid
until_true 10 grep -qE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" || dead "it does not listen: $(cat "$SCRATCH/started")"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" | head -n 1)
cat >"$SCRATCH/a.py" <<'EOF'
import http.client, json, os, resource, socket, sys, threading, time
addr, one, two, pid = sys.argv[1:]
host, port = addr.split(":")
resource.setrlimit(resource.RLIMIT_NOFILE, (min(8000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
def req(token, body, session=None, timeout=10):
    c = http.client.HTTPConnection(addr, timeout=timeout)
    hd = {"Authorization": "Bearer " + token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    if session: hd["Mcp-Session-Id"] = session
    c.request("POST", "/mcp", json.dumps(body), hd); r = c.getresponse(); return r.getheader("Mcp-Session-Id"), r.status, r.read()
def hello(t): return req(t, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}})
def good(label):
    t = time.time()
    try:
        s = hello(two)[0]; x = req(two, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "read", "arguments": {"path": "plain.txt"}}}, s)[2]
        ok = b"fine-text" in x
    except Exception as e: ok = repr(e)
    mem = 0
    for l in os.popen("ps -eo pid,ppid,rss,args"):
        if "mcp --http" in l: mem = max(mem, int(l.split()[2]) // 1024)
    print(label, "GOOD" if ok is True else "BAD %s" % ok, round(time.time() - t, 1), "s", mem, "MB", flush=True)
good("control")
held = []
def open_(first):
    s = socket.socket(); s.settimeout(5)
    try: s.connect((host, int(port))); s.sendall(first); held.append(s); return True
    except OSError: return False
n = sum(open_(b"") for _ in range(1000)); good("silent %d" % n)
n = sum(open_(b"POST /mcp HTTP/1.1\r\nHost: %s\r\nX: " % addr.encode()) for _ in range(1000)); good("half headers %d" % n)
head = ("POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000000\r\n\r\n{" % (addr, one)).encode()
n = sum(open_(head) for _ in range(500)); good("half bodies %d" % n)
for s in held[:2000]:
    try: s.sendall(b"a")
    except OSError: pass
good("a letter more")
s1 = hello(one)[0]
stream = ("GET /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\nMcp-Session-Id: %s\r\n\r\n" % (addr, one, s1)).encode()
n = sum(open_(stream) for _ in range(500)); good("streams %d" % n)
t = time.time(); k = 0; stat = {}
while time.time() - t < 20 and k < 3000:
    try: st = hello(one)[1]
    except Exception as e: st = type(e).__name__
    stat[st] = stat.get(st, 0) + 1; k += 1
good("sessions %d %s" % (k, stat))
for s in held: s.close()
good("afterwards")
EOF
timeout 100 python3 "$SCRATCH/a.py" "$address" "$one" "$two" "$served" >"$SCRATCH/a" 2>&1 || broke "it hung: $(tail -n 1 "$SCRATCH/a")"
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q '^control GOOD' "$SCRATCH/a" || dead "the service does not work: $(tail -n 2 "$SCRATCH/a")"
! grep -q BAD "$SCRATCH/a" || broke "another program is not served any more: $(grep BAD "$SCRATCH/a" | tr '\n' ' ')"
mb=$(grep -oE '[0-9]+ MB' "$SCRATCH/a" | sort -n | tail -n 1); ((${mb% MB} < 1200)) || broke "Handrail took $mb"
held
