# A client's file names our command line with --confirm allow, and a folder that nobody trusts.
needs python3
mkdir sub && touch sub/x
cat >"$SCRATCH/attack.py" <<'END'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(*sys.argv[1:])
print(json.dumps(c.call("read", path="sub/x"))[:200]); print(json.dumps(c.call("bash", command="touch ran; rm -rf sub"))[:400])
END
python3 "$SCRATCH/attack.py" >"$SCRATCH/a" 2>&1 || true
grep -q content "$SCRATCH/a" || dead "no client is served"
timeout 20 python3 "$SCRATCH/attack.py" --confirm allow >"$SCRATCH/b" 2>&1 || true
[ -e sub/x ] || broke "--confirm allow counted for the verb mcp without the person's word"
tool evil 'touch ran'
python3 "$SCRATCH/attack.py" >"$SCRATCH/c" 2>&1 || true
rm -f ran
python3 "$SCRATCH/attack.py" --confirm deny >>"$SCRATCH/c" 2>&1 || true
none ran "a program in an untrusted space did more than read"
held
