# While a question stands, what it is about changes: the tool, its script, a hand, and a deny rule comes.
needs walls python3
mkdir -p scripts
cat >"$SCRATCH/attack.py" <<'END'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
tool, swap = sys.argv[1:3]
def forms(m):
    os.system(swap); return accept(m)
c = Client(forms=forms)
print("ASKED", len(c.asked), json.dumps(c.call(tool)), len(c.asked))
c.close()
END
settings '{"mode": "ask"}'
fresh() {
	rm -rf scripts && mkdir scripts && echo 'echo good-ran' >scripts/a.sh
	tool one 'echo good-ran'
	tool two 'bash scripts/a.sh'
	printf '{"version":"1","tools":{"three":{"description":"d","command":["echo","good-ran"]}}}\n' >ctxnest.json
	h space trust --yes
}
run() { python3 "$SCRATCH/attack.py" "$@" >"$SCRATCH/said" 2>&1 || dead "$(tail -1 "$SCRATCH/said")"; }
fresh
for t in one two three; do
	run $t true
	grep -q good-ran "$SCRATCH/said" || dead "$t does not run: $(tail -1 "$SCRATCH/said")"
done
run one 'sed -i s/good/evil/ agent/tools/one.md'
! grep -q evil-ran "$SCRATCH/said" || broke "a tool that changed while it was asked ran"
fresh
run two 'echo "echo evil-ran" >scripts/a.sh'
! grep -q evil-ran "$SCRATCH/said" || broke "a script that changed while it was asked ran"
fresh
run three 'sed -i s/good/evil/ ctxnest.json'
! grep -q evil-ran "$SCRATCH/said" || broke "a hand that changed while it was asked ran"
fresh
run one 'handrail rules add deny one >/dev/null; sleep 2'
! grep -q good-ran "$SCRATCH/said" || broke "a deny that came while it was asked did not count"
held
