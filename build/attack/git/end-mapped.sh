# What a finished call has left running has files of git's, which are a program's to write, mapped for writing, with no handle left: the list of a
# stopped rebase, the index, a list of alternates. Handrail is killed. Then they change by the mapping alone, and the person goes on.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git branch side; echo two >two; git add two; git commit -qm two; git switch -q side; echo three >three; git add three; git commit -qm three
GIT_SEQUENCE_EDITOR="sed -i '1s/^/break\n/'" git rebase -q -i main >"$SCRATCH/controls" 2>&1 || true
[ -e .git/rebase-merge/git-rebase-todo ] || dead "no rebase has stopped"
cp -a .git "$SCRATCH/git"
cat >map.py <<EOF
import mmap, os, time
def say(w): open("notes", "a").write(w + "\n")
t = ".git/rebase-merge/git-rebase-todo"
text = open(t, "rb").read()
pad = text.rstrip(b"\n") + b"\n" + b"#" * 200 + b"\n"
f = os.open(t, os.O_RDWR); os.ftruncate(f, 0); os.pwrite(f, pad, 0)
m = mmap.mmap(f, len(pad)); os.close(f)
# mmap of Python keeps a second handle: close it
for n in os.listdir("/proc/self/fd"):
    try:
        if "rebase-todo" in os.readlink("/proc/self/fd/" + n): os.close(int(n))
    except OSError: pass
say("left " + " ".join(x for x in (os.readlink("/proc/self/fd/" + n) for n in os.listdir("/proc/self/fd") if os.path.lexists("/proc/self/fd/" + n)) if ".git" in x))
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.02)
line = b"exec touch $PROOF\n"
m[len(text):len(text) + len(line)] = line
say("struck")
time.sleep(300)
EOF
for end in kill itself; do
	rm -rf .git ready go notes "$SCRATCH/in"; cp -a "$SCRATCH/git" .git; rm -f three; git reset -q --hard; mkfifo "$SCRATCH/in"
	handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash '{"command": "setsid python3 map.py >/dev/null 2>errors & until [ -e ready ]; do sleep 0.02; done"}' >&7
	until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
	[ -e ready ] || dead "nothing is mapped: $(cat errors)"
	case $end in kill) kill -KILL "$pid" ;; *) exec 7>&- ;; esac
	wait "$pid" 2>/dev/null || true; exec 7>&-
	sleep 2.5; touch go; sleep 1
	cat notes .git/rebase-merge/git-rebase-todo >>"$SCRATCH/log" 2>&1 || true
	git rebase --continue >>"$SCRATCH/person" 2>&1 </dev/null || true
	none "$PROOF" "$end: a line came into the person's stopped rebase by a mapping, after Handrail had ended"
	rm -f "$PROOF"
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
done
if ((${#broken[@]} == 0)); then
	rm -rf .git ready go notes; cp -a "$SCRATCH/git" .git; rm -f three; git reset -q --hard
	start python3 map.py; until_true 5 test -e ready; touch go; sleep 0.5
	git rebase --continue >>"$SCRATCH/person" 2>&1 </dev/null || true
	[ -e "$PROOF" ] || dead "git runs no such line"
fi
held
