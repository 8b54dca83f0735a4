# What a finished call has left running is within a call of the kernel's that holds a file of git's which is a program's to write (the list of a stopped
# rebase), while no table of files has it: splice from a pipe, sendfile from a pipe, a read in a thread of its own. Handrail is killed; then it goes on.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git branch side; echo two >two; git add two; git commit -qm two; git switch -q side; echo three >three; git add three; git commit -qm three
GIT_SEQUENCE_EDITOR="sed -i '1s/^/break\n/'" git rebase -q -i main >"$SCRATCH/controls" 2>&1 || true
[ -e .git/rebase-merge/git-rebase-todo ] || dead "no rebase has stopped"
cp -a .git "$SCRATCH/git"
cat >flight.py <<EOF
import ctypes, os, sys, threading, time
C = ctypes.CDLL(None, use_errno=True); way = sys.argv[1]; t = ".git/rebase-merge/git-rebase-todo"
line = b"\nexec touch $PROOF\n"
f = os.open(t, os.O_RDWR | (os.O_APPEND if way == "write" else 0)); n = os.fstat(f).st_size
def note(w): open("notes", "a").write(way + " " + w + "\n")
r, w = os.pipe(); off = ctypes.c_longlong(n)
def go():
    if way == "splice": note("in %d" % C.splice(r, None, f, ctypes.byref(off), len(line), 0))
    elif way == "sendfile": note("in %d" % C.sendfile(f, r, None, len(line)))
    elif way == "own":
        C.unshare(0x400)
        while not os.path.exists("go"): time.sleep(0.02)
        note("in %d" % os.pwrite(f, line, n))
th = threading.Thread(target=go, daemon=True); th.start(); time.sleep(0.3)
os.close(f)
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.02)
try: os.write(w, line)
except OSError as e: note(repr(e))
th.join(3); note("done"); time.sleep(100)
EOF
for way in splice own; do
	rm -rf .git ready go notes "$SCRATCH/in"; cp -a "$SCRATCH/git" .git; rm -f three; git reset -q --hard; mkfifo "$SCRATCH/in"
	handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash "{\"command\": \"setsid python3 flight.py $way >/dev/null 2>errors & until [ -e ready ]; do sleep 0.02; done\"}" >&7
	until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
	[ -e ready ] || dead "nothing is on its way: $(cat errors)"
	kill -KILL "$pid"; wait "$pid" 2>/dev/null || true; exec 7>&-
	sleep 2.5; touch go; sleep 1
	cat notes .git/rebase-merge/git-rebase-todo >>"$SCRATCH/log" 2>&1 || true
	git rebase --continue >>"$SCRATCH/person" 2>&1 </dev/null || true
	none "$PROOF" "$way: a line came into the person's stopped rebase, after Handrail had ended"
	rm -f "$PROOF"
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
done
if ((${#broken[@]} == 0)); then for way in splice own; do
	rm -rf .git ready go notes; cp -a "$SCRATCH/git" .git; rm -f three; git reset -q --hard
	start python3 flight.py $way; until_true 5 test -e ready; touch go; sleep 1
	cat notes .git/rebase-merge/git-rebase-todo >>"$SCRATCH/controls"
	git rebase --continue >>"$SCRATCH/person" 2>&1 </dev/null || true
	[ -e "$PROOF" ] || dead "$way writes nothing outside either"
	rm -f "$PROOF"
done; fi
held
