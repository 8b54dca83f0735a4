# While a question about bash or spawn stands, the folder that it will run in is swapped for another.
needs walls python3
settings '{"mode": "ask"}'
cat >"$SCRATCH/attack.py" <<'END'
import json, os, shutil, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
kind, tool, swap = sys.argv[1:4]
os.makedirs("good", exist_ok=True); os.makedirs("evil", exist_ok=True)
open("good/which", "w").write("good-folder"); open("evil/which", "w").write("evil-folder")
def forms(m):
    if swap == "swap":
        if kind == "rename": os.rename("good", "away"); os.rename("evil", "good")
        if kind == "link": os.rename("good", "away"); os.symlink("evil", "good")
    return accept(m)
c = Client(forms=forms)
r = c.call(tool, command="cat which", cwd="good") if tool == "bash" else c.call(tool, command="cat", args=["which"], cwd="good")
print("ASKED", len(c.asked), json.dumps(r))
c.close()
END
for tool in bash spawn; do
	rm -rf good evil away
	python3 "$SCRATCH/attack.py" none $tool stay >"$SCRATCH/said" 2>&1 || dead "$(tail -1 "$SCRATCH/said")"
	grep -q 'ASKED 1.*good-folder' "$SCRATCH/said" || dead "it does not ask, or does not run in its folder: $(tail -1 "$SCRATCH/said")"
	for kind in rename link; do
		rm -rf good evil away
		python3 "$SCRATCH/attack.py" $kind $tool swap >"$SCRATCH/said" 2>&1 || dead "$(tail -1 "$SCRATCH/said")"
		! grep -q evil-folder "$SCRATCH/said" || broke "$tool ran in another folder than was shown ($kind)"
	done
done
held
