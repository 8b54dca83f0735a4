# Two programs with tokens of their own are served over HTTP. One's call asks, by a form; the other answers in its place, by every number,
# closes or reads its session, resumes its stream, cancels its call, and goes on after its token was revoked.
needs python3 walls
settings '{"mode": "ask"}'
h mcp token add a; a=$(head -n 1 <<<"$out")
h mcp token add b; b=$(head -n 1 <<<"$out")
[ -n "$a" ] && [ -n "$b" ] && [ "$a" != "$b" ] || dead "no tokens: $out $err"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
start setsid handrail mcp --http "127.0.0.1:$port"
until_true 10 bash -c "exec 3<>/dev/tcp/127.0.0.1/$port" || dead 'it does not listen'
cat >"$SCRATCH/two.py" <<'END'
import http.client, json, subprocess, sys, threading, time
port, A, B, space = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
def req(token, body=None, session=None, method="POST", extra={}, wait=6):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=wait)
    h = {"Authorization": "Bearer " + token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18", **extra}
    if session: h["Mcp-Session-Id"] = session
    c.request(method, "/mcp", json.dumps(body) if body is not None else None, h)
    r = c.getresponse()
    return r, c
def hello(token, caps):
    r, c = req(token, {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": caps, "clientInfo": {"name": "x", "version": "1"}}})
    s = r.getheader("Mcp-Session-Id"); r.read() if r.getheader("Content-Type", "").startswith("application/json") else r.read1(65536)
    r2, _ = req(token, {"jsonrpc": "2.0", "method": "notifications/initialized"}, s); r2.read()
    return s
sa, sb = hello(A, {"elicitation": {}}), hello(B, {"elicitation": {}})
print("sessions", bool(sa), bool(sb), sa != sb, flush=True)
def lines(r, out, done):
    try:
        while True:
            l = r.readline()
            if not l: break
            l = l.decode().strip()
            if l.startswith("data:"): out.append(json.loads(l[5:]))
            if l.startswith("id:"): out.append({"event-id": l[3:].strip()})
    except Exception as e: out.append({"ended": str(e)})
    done.set()
def call(token, session, name, mark, wait=10):
    r, c = req(token, {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "bash", "arguments": {"command": "echo ran >%s/%s" % (space, mark)}, "_meta": {"progressToken": "p"}}}, session, wait=wait)
    out, done = [], threading.Event()
    if r.getheader("Content-Type", "").startswith("application/json"): out.append(json.loads(r.read())); done.set()
    else: threading.Thread(target=lines, args=(r, out, done), daemon=True).start()
    return out, done
def form(out, wait=5):
    end = time.time() + wait
    while time.time() < end:
        for m in out:
            if m.get("method") == "elicitation/create": return m
        time.sleep(0.05)
def accept(m): return {"action": "accept", "content": {k: (v.get("enum") or ["yes"])[-1] for k, v in m["params"]["requestedSchema"]["properties"].items()}}
# control: a answers itself
out, done = call(A, sa, "bash", "control"); f = form(out)
print("form", bool(f), json.dumps(f)[:600], flush=True)
if f:
    best = {k: [x for x in (v.get("enum") or ["yes"]) if "once" in x.lower() or "run" in x.lower()] or (v.get("enum") or ["yes"]) for k, v in f["params"]["requestedSchema"]["properties"].items()}
    yes = {"action": "accept", "content": {k: v[0] for k, v in best.items()}}
    req(A, {"jsonrpc": "2.0", "id": f["id"], "result": yes}, sa)[0].read(); done.wait(6); print("control", json.dumps(out[-1])[:200], flush=True)
    # b answers a's
    out, done = call(A, sa, "bash", "by-other"); f = form(out); print("form2", json.dumps((f or {}).get("id")), flush=True)
    ids = [f["id"]] if f else []
    ids += list(range(0, 12)) + [str(i) for i in range(0, 12)] + ["7"]
    codes = []
    for i in ids:
        for s in (sb, sa, None):
            try: r, _ = req(B, {"jsonrpc": "2.0", "id": i, "result": yes}, s); codes.append(r.status); r.read1(2000)
            except Exception as e: codes.append(str(e))
    r, _ = req(B, [{"jsonrpc": "2.0", "id": i, "result": yes} for i in ids], sb); codes.append(r.status)
    print("codes", sorted(set(map(str, codes))), flush=True)
    time.sleep(0.5); print("by-other done", done.is_set(), json.dumps(out[-1])[:200], flush=True)
    # b ends, reads, resumes or cancels what is a's
    last = [m["event-id"] for m in out if "event-id" in m][-1:] or ["1"]
    for what, kw in (("delete", dict(method="DELETE")), ("listen", dict(method="GET", extra={"Accept": "text/event-stream"})), ("resume", dict(method="GET", extra={"Accept": "text/event-stream", "Last-Event-ID": last[0]}))):
        try:
            r, _ = req(B, None, sa, wait=2, **kw); st = r.status
            body = b""
            if st == 200:
                try: body = r.read1(3000)
                except Exception: pass
            print("STOLEN" if st in (200, 202, 204) else "ok", what, st, body[:200], flush=True)
        except Exception as e: print("ok", what, "nothing:", e, flush=True)
    req(B, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}, sb)[0].read()
    time.sleep(0.3); print("CANCELLED" if done.is_set() else "ok", "still asks", flush=True)
    # a cancels, then answers
    req(A, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}, sa)[0].read()
    req(A, {"jsonrpc": "2.0", "id": f["id"], "result": yes}, sa)[0].read(); time.sleep(0.5)
    # a's token is revoked while it is asked; then it says yes, and listens
    out, done = call(A, sa, "bash", "revoked"); f = form(out); print("form3", bool(f), flush=True)
    r, listen = req(A, None, sa, method="GET", extra={"Accept": "text/event-stream"}, wait=8); print("listen", r.status, flush=True)
    lout, ldone = [], threading.Event(); threading.Thread(target=lines, args=(r, lout, ldone), daemon=True).start()
    p = subprocess.run(["setsid", "-w", "handrail", "mcp", "token", "revoke", "a"], stdin=subprocess.DEVNULL, capture_output=True, text=True); print("revoke", p.returncode, p.stdout[:100], flush=True)
    r, _ = req(A, {"jsonrpc": "2.0", "id": f["id"] if f else 1, "result": yes}, sa); print("after revoke", r.status, flush=True)
    r, _ = req(B, {"jsonrpc": "2.0", "id": f["id"] if f else 1, "result": yes}, sa); print("after revoke by b", r.status, flush=True)
    time.sleep(2); print("call ended", done.is_set(), json.dumps(out[-1])[:200], "listen ended", ldone.is_set(), flush=True)
    r, _ = req(B, {"jsonrpc": "2.0", "id": 9, "method": "ping"}, sb); print("b lives", r.status, flush=True)
END
timeout 90 python3 "$SCRATCH/two.py" "$port" "$a" "$b" "$SPACE" >"$SCRATCH/two" 2>&1 || true
cat "$SCRATCH/two" >>"$SCRATCH/log"
[ -e control ] || dead "a program's own answer runs nothing: $(tail -n 4 "$SCRATCH/two")"
grep -q 'b lives 200' "$SCRATCH/two" || dead "it ended early: $(tail -n 3 "$SCRATCH/two")"
none by-other "another program's answer ran the call"
none revoked 'a call was answered by a program whose token was revoked'
! grep -q '^STOLEN' "$SCRATCH/two" || broke "another program has the session: $(grep '^STOLEN' "$SCRATCH/two" | head -n 2)"
! grep -q '^CANCELLED' "$SCRATCH/two" || broke "another program cancelled the call"
grep -q 'listen ended True' "$SCRATCH/two" || broke 'the stream of a revoked token stays open'
held
