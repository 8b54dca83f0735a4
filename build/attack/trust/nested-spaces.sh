# Two spaces, one inside the other. What a call of the outer one has left running exchanges the inner space, the folders on the way to it and
# its scripts, and a link by which the person names it, while the inner space's trusted tool and hook run.
needs walls python3
mkdir -p mid/inner/scripts
h space new "$SPACE/mid/inner2" >/dev/null || true
IN=$SPACE/mid/inner
printf 'echo good-ran\n' >mid/inner/scripts/tool.sh
ln -s mid/inner cur
file flip.py <<'EOF'
import ctypes, os, random, shutil, time
C = ctypes.CDLL(None, use_errno=True); S = os.getcwd()
shutil.copytree("mid", "emid", symlinks=True)
def spoil(p): open(p, "w").write("echo evil-ran\n")
spoil("emid/inner/scripts/tool.sh")
shutil.copytree("mid/inner", "mid/einner"); spoil("mid/einner/scripts/tool.sh")
shutil.copytree("mid/inner/scripts", "mid/inner/escripts"); spoil("mid/inner/escripts/tool.sh")
os.symlink("emid/inner", "ecur")
fds = {p: os.open(p, os.O_RDONLY) for p in (".", "mid", "mid/inner", "mid/inner/scripts")}
open("ready", "w").close(); n = {}
def swap(p, a, b):
    for w, d, pre in random.sample([("fd", fds[p], ""), ("name", -100, p + "/")], 1):
        if C.renameat2(d, (pre + a).encode(), d, (pre + b).encode(), 2) == 0: n[w + " " + p + " " + a] = n.get(w + " " + p + " " + a, 0) + 1
while not os.path.exists(f"{S}/go"): time.sleep(0.02)
while True:
    swap(".", "mid", "emid"); swap("mid", "inner", "einner"); swap("mid/inner", "scripts", "escripts"); swap(".", "cur", "ecur")
    open("tally", "w").write(str(n)); time.sleep(random.random() * 0.3)
EOF
(cd mid/inner && tool tool 'sleep 1; bash scripts/tool.sh' && tool fast 'bash scripts/tool.sh' && hook 'bash scripts/tool.sh >/dev/null; true' '"blocking": false')
mkfifo "$SCRATCH/in"
(cd "$SPACE" && exec handrail --space "$SPACE" call -) <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
request bash '{"command": "setsid python3 flip.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done"}' >&7
until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
until_true 5 test -e ready || dead "not ready: $(tail -n 1 "$SCRATCH/run")"
OPTIONS=(--space "$IN" --confirm allow)
h --space "$IN" space trust --yes; ((code == 0)) || dead "not trusted: $err"
call tool; says good-ran "the inner tool does not run: $out $err"
(sleep 0.5; touch go) &
ok=0
for s in "$IN" "$IN" "$SPACE/cur" "$SPACE/cur" "$IN" "$SPACE/cur"; do
	for t in tool fast fast; do
		OPTIONS=(--space "$s" --confirm allow); call $t '{}'
		hides evil-ran "by ${s#"$SPACE/"}, $t ran what nobody has looked at ($(cat tally))"
		[[ $out == *good-ran* ]] && ok=$((ok + 1)) || { echo "$s $t: $out $err" | cut -c1-300 >>"$SCRATCH/log"; }
	done
done
echo "ran $ok, $(cat tally)" >>"$SCRATCH/log"
grep -q '[1-9]' tally || dead "nothing was exchanged: $(cat tally)"
exec 7>&-; wait "$pid" 2>/dev/null || true
held
