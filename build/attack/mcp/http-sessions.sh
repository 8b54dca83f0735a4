# A second program, with a token of its own, meets another program's session over HTTP: it lists, calls, reads its stream, ends it,
# answers its question, and cancels its calls.
needs python3
h mcp token add first; one=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
h mcp token add second; two=$(grep -o 'handrail_[A-Z2-7]*' <<<"$out" | head -n 1)
[ -n "$one$two" ] || dead "no token"
settings '{"mode": "ask"}'
start setsid handrail mcp --http 127.0.0.1:0
until_true 10 grep -qE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" || dead "it does not listen: $(cat "$SCRATCH/started")"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$SCRATCH/started" | head -n 1)
cat >"$SCRATCH/a.py" <<'EOF'
import http.client, json, sys, threading, time
addr, one, two = sys.argv[1:]
def req(token, body, session=None, method="POST", timeout=8, more={}):
    c = http.client.HTTPConnection(addr, timeout=timeout)
    hd = {"Authorization": "Bearer " + token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18", **more}
    if session: hd["Mcp-Session-Id"] = session
    c.request(method, "/mcp", json.dumps(body) if body is not None else None, hd)
    return c, c.getresponse()
def hello(token, name):
    c, r = req(token, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}, "clientInfo": {"name": name, "version": "1"}}})
    s = r.getheader("Mcp-Session-Id"); r.read()
    req(token, {"jsonrpc": "2.0", "method": "notifications/initialized"}, s)[1].read()
    return s
A, B = hello(one, "first"), hello(two, "second")
print("SESSIONS", A, B)
def events(r):
    buf = b""
    while True:
        l = r.fp.readline() if not r.chunked else r.readline()
        if not l: return
        if l.startswith(b"data:"):
            t = l[5:].strip()
            if t: yield json.loads(t)
def asks(token, session, path, answer, out, id=7):
    def run():
        try:
            c, r = req(token, {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "bash", "arguments": {"command": "touch " + path}}}, session, timeout=20)
            for m in events(r):
                out.append(m)
                if "method" in m and "id" in m: answer(m)
        except Exception as e: out.append({"ended": repr(e)})
    t = threading.Thread(target=run, daemon=True); t.start(); return t
def yes(m): return {"jsonrpc": "2.0", "id": m["id"], "result": {"action": "accept", "content": {k: (v.get("enum") or ["yes"])[-1] for k, v in m["params"]["requestedSchema"]["properties"].items()}}}
# the control: it answers its own
got = []
t = asks(one, A, "control", lambda m: req(one, yes(m), A)[1].read(), got); t.join(20)
print("CONTROL", json.dumps(got)[:300])
# another one's session with one's own token
for label, body, method in (("list", {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}, "POST"), ("call", {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "read", "arguments": {"path": "control"}}}, "POST"), ("stream", None, "GET"), ("delete", None, "DELETE")):
    try:
        c, r = req(two, body, A, method, 3)
        print("FOREIGN", label, r.status)
    except Exception as e: print("FOREIGN", label, "err", e)
# answers to another one's question, in one's own session and in the other's
def lies(m):
    for tok, s in ((two, B), (two, A), (two, None)):
        for i in (m["id"], str(m["id"]), 1, 2, 3):
            try: print("LIE", req(tok, {**yes(m), "id": i}, s)[1].status)
            except Exception as e: print("LIE", e)
    asked.set()
asked = threading.Event(); got2 = []
t = asks(one, A, "lied", lies, got2, 8); asked.wait(10)
# the second asks the same id, so that ids could be mixed
got3 = []
t2 = asks(two, B, "own", lambda m: req(two, yes(m), B)[1].read(), got3, 8); t2.join(10)
print("OWN", json.dumps(got3)[:200])
# the second cancels the first one's call
req(two, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 8}}, B)[1].read()
time.sleep(1)
print("FIRST-ENDED" if not t.is_alive() else "FIRST-WAITS", json.dumps(got2)[-300:])
# replay
r = req(two, None, B, "GET", 3, {"Last-Event-ID": "1"}); print("REPLAY", r[1].status)
EOF
timeout 90 python3 "$SCRATCH/a.py" "$address" "$one" "$two" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
[ -e control ] || dead "no program answers its own question: $(tail -n 3 "$SCRATCH/a")"
[ -e own ] || dead "the second answers nothing: $(tail -n 3 "$SCRATCH/a")"
none lied "another program answered the question"
! grep -qE 'FOREIGN (list|call|stream|delete) 2' "$SCRATCH/a" || broke "a session opens with another program's token: $(grep -E 'FOREIGN .* 2' "$SCRATCH/a" | tr '\n' ' ')"
! grep -q FIRST-ENDED "$SCRATCH/a" || broke "another program's cancel ended the call"
held
