# A server asks for what nobody gives it: a model's answer, a form while no call runs, a form after its call has ended, and an answer
# after its call was cancelled. A client that shows forms is there the whole time.
needs walls python3
s=$ATTACK/odd-server.py
settings "$(jq -n --arg s "$s" '{rules: {allow: ["srv__*", "lat__*"]}, tools: {mcp_servers: {srv: {command: "python3", args: [$s, "unasked", "later"], internal_only: false}, lat: {command: "python3", args: [$s, "late"], timeout: 2, internal_only: false}}}}')"
list_servers
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys, time
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(forms=accept)
time.sleep(3)
print("CALL", json.dumps(c.call("srv__run", script="echo here")))
time.sleep(2)
print("READ", json.dumps(c.call("glob", pattern="*"))[:100])
print("SLOW", json.dumps(c.call("lat__run", script="echo x"))[:300])
print("AGAIN", json.dumps(c.call("srv__run", script="cat $HANDRAIL_SERVER_DATA/notes")))
for a in c.asked: print("ASKED", json.dumps(a)[:300])
c.close()
EOF
timeout 60 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'CALL.*RAN here' "$SCRATCH/a" || dead "the server does not answer: $(head -n 2 "$SCRATCH/a")"
grep -q 'ANSWER' "$SCRATCH/a" || dead "its requests are not answered at all"
! grep 'ASKED' "$SCRATCH/a" | grep -q 'UNASKED FORM' || broke "a form comes while no call runs"
! grep 'ASKED' "$SCRATCH/a" | grep -q 'FORM AFTER' || broke "a form comes after its call has ended"
! grep SLOW "$SCRATCH/a" | grep -q LATE || broke "an answer after the cancel counts"
! grep AGAIN "$SCRATCH/a" | grep -q 's1.*role' || broke "a server gets words of the model"
held
