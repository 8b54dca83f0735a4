# A client has 300 calls at once that ask, half of which it cancels, hangs up and comes again; then it says yes to each question it has, old ones too, in
# the wrong order, and to ids that it makes up. At most 20 wait, and what was cancelled or never asked about does not run.
needs python3
settings '{"mode": "ask"}'
mkdir ran
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys, threading, time
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(forms=accept)
out, asked, lock = [], {}, threading.Lock()
def reader():
    while True:
        b = c.p.stdout.readline()
        if not b: return
        m = json.loads(b)
        if "method" in m and "id" in m:
            with lock: asked[json.dumps(m["id"])] = m
        elif "id" in m: out.append(m)
threading.Thread(target=reader, daemon=True).start()
for i in range(300): c.line({"jsonrpc": "2.0", "id": 1000 + i, "method": "tools/call", "params": {"name": "bash", "arguments": {"command": "touch ran/%d" % i}}})
time.sleep(3)
with lock: first = list(asked.values())
print("QUESTIONS", len(first)); texts = {json.dumps(m["id"]): json.dumps(m["params"]) for m in first}
for i in range(0, 300, 2): c.line({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1000 + i}})
time.sleep(1.5)
import re
def number(m):
    x = re.search(r"touch ran/(\d+)", json.dumps(m["params"])); return int(x.group(1)) if x else -1
with lock: now = list(asked.values())
for m in reversed(now):
    c.line({"jsonrpc": "2.0", "id": m["id"], "result": accept(m)})
    c.line({"jsonrpc": "2.0", "id": m["id"], "result": accept(m)})
for i in range(2000): c.line({"jsonrpc": "2.0", "id": i, "result": {"action": "accept", "content": {"answer": "Run once", "choice": "Run once"}}})
time.sleep(4)
with lock: late = len(asked)
print("ASKED", sorted(number(m) for m in now)[:5], len(now), "LATER", late, "ANSWERS", len(out))
print("CANCELLED-RAN", [f for f in os.listdir("ran") if int(f) % 2 == 0])
saw = {number(m) for m in asked.values()}
print("UNSEEN-RAN", [f for f in os.listdir("ran") if int(f) not in saw])
print("RAN", len(os.listdir("ran")))
print("OVER", sum(1 for m in out if "error" in json.dumps(m)))
c.p.kill()
EOF
timeout 60 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || broke "it hung: $(tail -n 1 "$SCRATCH/a")"
cat "$SCRATCH/a" >>"$SCRATCH/log"
n=$(sed -n 's/^QUESTIONS //p' "$SCRATCH/a"); ((${n:-0} > 0)) || dead "nothing asks: $(tail -n 3 "$SCRATCH/a")"
((n <= 20)) || broke "$n questions at once"
grep -qF 'CANCELLED-RAN []' "$SCRATCH/a" || broke "cancelled calls ran: $(grep CANCELLED "$SCRATCH/a")"
grep -qF 'UNSEEN-RAN []' "$SCRATCH/a" || broke "calls ran about which nobody was asked: $(grep UNSEEN "$SCRATCH/a")"
r=$(sed -n 's/^RAN //p' "$SCRATCH/a"); ((${r:-0} > 0)) || dead "not even what was said yes to runs: $(cat "$SCRATCH/a" | tail -n 6 | tr '\n' ' ')"
held
