# A program that a finished call has left running holds all inotify instances that it gets. The person's other programs get some all the same.
needs walls python3
cat >"$SCRATCH/try.py" <<'EOF'
import ctypes, sys
sys.exit(ctypes.CDLL(None).inotify_init() < 0)
EOF
alive "there are no inotify instances to begin with" python3 "$SCRATCH/try.py"
cat >hold.py <<'EOF'
import ctypes, time
libc, held = ctypes.CDLL(None), 0
while libc.inotify_init() >= 0: held += 1
open("held", "w").write(str(held))
time.sleep(60)
EOF
request bash '{"command": "setsid python3 hold.py >/dev/null 2>&1 & for i in $(seq 100); do [ -s held ] && break; sleep 0.1; done"}' >"$SCRATCH/requests"
start bash -c "{ cat '$SCRATCH/requests'; sleep 60; } | handrail call -"
until_true 30 test -s held || dead "nothing held any instance"
(($(<held) > 0)) || dead "a program of a room gets none at all"
python3 "$SCRATCH/try.py" || broke "the person's programs get no inotify instance: a program of a room holds $(<held)"
held
