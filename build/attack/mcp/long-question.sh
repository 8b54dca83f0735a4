# An agent of a client asks for something so long, or so laid out, that the end of it does not stand in the question: whatever runs after a yes
# stood there, or it says that it is cut and a yes is not enough.
needs walls python3
settings '{"mode": "ask"}'
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
shown = []
def f(m): shown.append(m["params"]["message"]); return accept(m)
c = Client(forms=f)
B = " "
cases = {
 "control": "touch ran-control",
 "blanks": "echo fine" + B * 30000 + "; touch ran-blanks",
 "lines": "echo fine\n" + "\n" * 5000 + "touch ran-lines",
 "many": "echo fine\n" + "".join("echo line %d\n" % i for i in range(3000)) + "touch ran-many",
 "comment": "echo fine # " + "x" * 40000 + "\ntouch ran-comment",
 "middle": "echo fine\n" + "".join("echo line %d\n" % i for i in range(1500)) + "touch ran-middle\n" + "".join("echo line %d\n" % i for i in range(1500)),
 "cr": "echo fine\rtouch ran-cr\ntouch ran-cr",
 "wide": "echo fine;" + "\u3000" * 20000 + "\ntouch ran-wide",
 "zero": "echo fine #" + "\u200b" * 20000 + "\ntouch ran-zero",
}
for k, cmd in cases.items():
    shown.clear()
    r = json.dumps(c.call("bash", command=cmd))
    ran = os.path.exists("ran-" + k)
    print("CASE", k, "ran" if ran else "not-run", "shown" if any("touch ran-" + k in s for s in shown) else "hidden", len(shown[0]) if shown else "-", r[-250:])
for k, content in (("w", "x\n" * 20000 + "EVIL-END\n"), ("m", "x\n" * 9000 + "EVIL-END\n" + "x\n" * 9000)):
    shown.clear(); c.call("write", path="file-" + k, content=content)
    print("CASE", "write-" + k, "ran" if os.path.exists("file-" + k) else "not-run", "shown" if any("EVIL-END" in s for s in shown) else "hidden", len(shown[0]) if shown else "-", repr(shown[0][-300:]) if shown else "")
c.close()
EOF
timeout 80 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'CASE control ran shown' "$SCRATCH/a" || dead "no yes counts: $(head -n 2 "$SCRATCH/a")"
[ "$(grep -c ^CASE "$SCRATCH/a")" -ge 11 ] || dead "not all were asked: $(tail -n 2 "$SCRATCH/a")"
while read -r _ k _ _ rest; do broke "$k ran, and did not stand in the question"; done < <(grep -E '^CASE [a-z-]+ ran hidden' "$SCRATCH/a")
held
