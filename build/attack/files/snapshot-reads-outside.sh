# While Handrail keeps, for the undo, what a call has changed, a program that an agent has left running exchanges the files and folders of the space for
# links to the person's, pipes and devices. Nothing of theirs is kept or shown as a difference, nothing hangs, and no undo puts it into the space.
needs walls python3
mkdir -p d/e; for i in $(seq 60); do echo "text $i" >d/e/f$i; done
cat >swap.py <<EOF
import ctypes, os, time
C = ctypes.CDLL(None)
os.makedirs("links/e", exist_ok=True)
for i in range(1, 61): 
    try: os.symlink("$OUTSIDE/secret", "links/e/f%d" % i)
    except OSError: pass
try: os.symlink("$OUTSIDE", "away")
except OSError: pass
os.makedirs("pipes/e", exist_ok=True)
for i in range(1, 61):
    try: os.mkfifo("pipes/e/f%d" % i)
    except OSError: pass
for n in ("secret", "f1"):
    pass
open("ready", "w").close(); n = 0; end = time.time() + 60
def swap(a, b): C.renameat2(-100, a.encode(), -100, b.encode(), 2)
while time.time() < end and not os.path.exists("stop"):
    n += 1
    for other in ("links", "away", "pipes"):
        swap("d", other); time.sleep(0.0007); swap("d", other)
    swap("d/e", "links/e"); time.sleep(0.0005); swap("d/e", "links/e")
    with open("d/e/f%d" % (n % 60 + 1), "a") as f: f.write("more %d\n" % n)
open("count", "w").write(str(n))
EOF
room 'setsid python3 swap.py >/dev/null 2>errors & until [ -e ready ]; do sleep 0.02; done'
for i in 1 2 3 4 5 6; do
	c=0; timeout 30 setsid -w handrail --json call bash "command=timeout 2 bash -c 'for i in {1..60}; do echo more >>d/e/f\$i; done' 2>/dev/null; true" >"$SCRATCH/out" 2>>"$SCRATCH/log" </dev/null || c=$?
	((c != 124)) || broke "a call hung while files became pipes"
	id=$(jq -r .id "$SCRATCH/out"); cat "$SCRATCH/out" >>"$SCRATCH/log"
	c=0; timeout 30 setsid -w handrail runs undo "$id" --dry-run >"$SCRATCH/plan" 2>&1 </dev/null || c=$?
	((c != 124)) || broke "the plan of an undo hung"
	! grep -q "$SECRET" "$SCRATCH/plan" || broke "the plan of an undo shows the person's file"
	timeout 30 setsid -w handrail --json runs undo "$id" --dry-run >"$SCRATCH/plan" 2>&1 </dev/null || true
	! grep -q "$SECRET" "$SCRATCH/plan" || broke "the plan of an undo shows the person's file"
	timeout 30 setsid -w handrail runs show "$id" >"$SCRATCH/plan" 2>&1 </dev/null || true
	! grep -q "$SECRET" "$SCRATCH/plan" || broke "the record shows the person's file"
done
touch stop; sleep 0.5
[ -s count ] && (($(cat count) > 20)) || dead "nothing was exchanged: $(cat errors count 2>/dev/null)"
for id in $(handrail --json runs list 2>/dev/null | jq -r '.. | .id? // empty' 2>/dev/null | head -n 8); do timeout 30 setsid -w handrail runs undo "$id" --yes >>"$SCRATCH/log" 2>&1 </dev/null || true; done
! find . -type f -exec grep -l "$SECRET" {} + 2>/dev/null | grep -q . || broke "an undo put the person's file into the space: $(grep -rl "$SECRET" . | head -n 2)"
[ "$(cat "$OUTSIDE/secret")" = "$SECRET" ] || broke "the person's file has changed"
held
