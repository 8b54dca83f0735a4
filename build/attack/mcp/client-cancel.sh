# A client cancels a call about which it is asked, and answers yes after that; repeats an id while the first waits; answers twice; and hangs up
# with a yes on the way. Nothing runs that was cancelled, and each yes runs one thing once.
needs walls python3
settings '{"mode": "ask"}'
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys, time, select
sys.path.insert(0, os.environ["ATTACK"])
from client import *
def client():
    c = Client(forms=accept); return c
def send(c, id, cmd): c.line({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "bash", "arguments": {"command": cmd}}})
buf = {}
def read(c, want, wait=6):
    "the next message for which want is true"
    end = time.time() + wait; fd = c.p.stdout.fileno(); b = buf.setdefault(fd, b"")
    while time.time() < end:
        while b"\n" in buf[fd]:
            l, buf[fd] = buf[fd].split(b"\n", 1)
            m = json.loads(l)
            if want(m): return m
        if select.select([fd], [], [], 0.2)[0]:
            x = os.read(fd, 65536)
            if not x: return None
            buf[fd] += x
form = lambda m: "method" in m and "id" in m
def yes(c, m): c.line({"jsonrpc": "2.0", "id": m["id"], "result": accept(m)})
c = client(); send(c, 50, "echo x >>ran-control"); m = read(c, form); yes(c, m); read(c, lambda m: m.get("id") == 50)
c = client(); send(c, 50, "echo x >>ran-cancelled"); m = read(c, form); c.line({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 50}}); time.sleep(0.5); yes(c, m); time.sleep(1.5)
c = client(); send(c, 60, "echo x >>ran-first"); m = read(c, form); send(c, 60, "echo x >>ran-second"); time.sleep(0.5); yes(c, m); yes(c, m); yes(c, m); m2 = read(c, form, 2); time.sleep(1)
print("SECOND-ASKED", bool(m2))
# a yes for the first form under the id of the second
c = client(); send(c, 70, "echo x >>ran-a"); a = read(c, form); send(c, 71, "echo x >>ran-b"); b = read(c, form, 2); print("IDS", a and a["id"], b and b["id"])
c.line({"jsonrpc": "2.0", "id": a["id"], "result": {"action": "decline"}}); yes(c, a); yes(c, a); time.sleep(1.5)
c = client(); send(c, 80, "echo x >>ran-hung"); m = read(c, form); c.p.stdin.close(); time.sleep(2)
c = client(); send(c, 81, "sleep 1; echo x >>ran-cut"); m = read(c, form); yes(c, m); time.sleep(0.3); c.line({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 81}}); time.sleep(2.5)
EOF
timeout 80 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
[ -e ran-control ] || dead "no yes counts: $(tail -n 2 "$SCRATCH/a")"
grep -q IDS "$SCRATCH/a" || dead "it did not come to the end: $(tail -n 2 "$SCRATCH/a")"
none ran-cancelled "a yes after the cancel ran the call"
[ ! -e ran-first ] || [ "$(wc -l <ran-first)" = 1 ] || broke "one yes, sent three times, ran it more than once"
none ran-second "the yes for one call ran another with the same id"
none ran-a "a yes after a no ran the call"
none ran-b "the answers to one question counted for another"
none ran-hung "it ran although the client had gone"
none ran-cut "a call goes on after its cancel"
held
