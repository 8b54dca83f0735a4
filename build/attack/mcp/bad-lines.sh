# A client sends what is no protocol, paths outside as resources, and a flood: it must go on, and give nothing.
needs python3
echo visible >note
cat >"$SCRATCH/attack.py" <<'END'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client()
for b in (b"junk\n", b"\xff\xfe\n", b"{}\n", b"[]\n", b"null\n", b'{"jsonrpc":"2.0"}\n', b'{"jsonrpc":"2.0","id":{},"method":"x"}\n', b'{"jsonrpc":"2.0","id":7,"method":"tools/call"}\n', b"[" * 100000 + b"\n"): c.raw(b)
for u in ("file://" + os.environ["HOME"] + "/outside/secret", "file:///etc/passwd", "file://" + os.environ["HOME"] + "/space/../outside/secret", "file:///proc/self/environ", "handrail://../outside/secret"):
    print("RES", json.dumps(c.request("resources/read", {"uri": u})))
print("LAST", json.dumps(c.call("read", path="note")))
c.close()
END
timeout 60 python3 "$SCRATCH/attack.py" >"$SCRATCH/said" 2>&1 || broke "it hangs or gives up: $(tail -c 200 "$SCRATCH/said")"
grep -q 'LAST.*visible' "$SCRATCH/said" || broke "after lines that are no protocol nothing is answered"
! grep -q "$SECRET" "$SCRATCH/said" || broke "a resource outside was read"
! grep -q 'root:' "$SCRATCH/said" || broke "/etc/passwd was read as a resource"
held
