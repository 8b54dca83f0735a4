# What a finished call has left running made folders of scripts, and holds them and what is above by handles, as its folder, by threads with
# folders of their own, through sockets, and by links. The person looks and trusts. While the tool waits before its script, each of them
# exchanges what it can, at each height, and by each way. Handrail's first process lives, was ended, or was killed.
needs walls python3
file flip.py <<'EOF'
import ctypes, os, socket, sys, threading, time
S = os.getcwd(); C = ctypes.CDLL(None, use_errno=True)
def make(top, w):
    os.makedirs(f"{top}/b/c", exist_ok=True); open(f"{top}/b/c/tool.sh", "w").write(f"echo {w}-ran\n")
make("a", "good"); make("e", "evil")
os.makedirs("a/eb/c"); open("a/eb/c/tool.sh", "w").write("echo evil-ran\n")
os.makedirs("a/b/ec"); open("a/b/ec/tool.sh", "w").write("echo evil-ran\n")
open("a/b/c/etool.sh", "w").write("echo evil-ran\n")
os.symlink("a/b", "link"); os.symlink("e/b", "elink")
D = lambda p, o=os.O_RDONLY: os.open(p, o | os.O_DIRECTORY)
held = {p: D(p) for p in (".", "a", "a/b", "a/b/c")}; path = {p: D(p, os.O_PATH) for p in held}
x, y = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
for p in held: socket.send_fds(x, [p.encode()], [held[p]])
pairs = {".": ("a", "e"), "a": ("b", "eb"), "a/b": ("c", "ec"), "a/b/c": ("tool.sh", "etool.sh")}
f = open("a/b/c/tool.sh", "r+b")
threads = []
def own(p, ev):
    C.unshare(0x200); os.chdir(p); ev.wait()
    n, m = pairs[p]
    while True: swap("thread " + p, -100, n, m); time.sleep(0.01)
def swap(way, d, n, m):
    r = C.renameat2(d, n.encode(), d, m.encode(), 2)
    if r == 0: tally[way] = tally.get(way, 0) + 1
tally = {}
ev = threading.Event()
for p in pairs: threading.Thread(target=own, args=(p, ev), daemon=True).start()
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.02)
got = {}
for p in pairs: m, fds, _, _ = socket.recv_fds(y, 100, 1); got[m.decode()] = fds[0]
ev.set(); n = 0
while True:
    for p, (m, k) in pairs.items():
        for w, t in ("held", held), ("path", path), ("sent", got): swap(f"{w} {p}", t[p], m, k)
        swap(f"name {p}", -100, f"{p}/{m}", f"{p}/{k}")
        for h in "self", str(os.getppid()): swap(f"proc {h} {p}", -100, f"/proc/{h}/fd/{held[p]}/{m}", f"/proc/{h}/cwd/{p}/{k}")
    C.renameat2(-100, b"link", -100, b"elink", 2)
    try: os.symlink("e/b", "l2"); os.rename("l2", "link")
    except OSError: pass
    try: f.seek(0); f.write(b"echo evil-ran\n"); f.flush()
    except OSError: pass
    try: os.unlink(f"{S}/a/b/c/tool.sh"); open(f"{S}/a/b/c/tool.sh", "w").write("echo evil-ran\n")
    except OSError: pass
    n += 1; open("tally.new", "w").write(str(tally)); os.rename("tally.new", "tally"); time.sleep(0.005)
EOF
ran=0
for end in lives ended killed; do
	rm -rf a e link elink ready go tally agent "$SCRATCH/in"; mkfifo "$SCRATCH/in"
	handrail --confirm allow call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash '{"command": "setsid python3 flip.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done"}' >&7
	until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
	tool tool 'sleep 1.5; bash a/b/c/tool.sh; cd a/b && bash c/tool.sh'
	tool linked 'sleep 1.5; bash link/c/tool.sh'
	trust
	case $end in
	killed) kill -KILL "$pid"; wait "$pid" 2>/dev/null || true; exec 7>&- ;;
	ended) exec 7>&-; wait "$pid" 2>/dev/null || true ;;
	esac
	if [ $end != lives ]; then sleep 1.5; fi
	h --confirm allow call tool; says good-ran "$end: the tool does not run: $out $err"
	for t in tool linked; do
		(sleep 0.8; touch go) &
		p=$!
		h --confirm allow call $t; wait "$p" || true
		hides evil-ran "$end: $t ran what nobody has looked at ($(cut -c1-600 tally 2>/dev/null))"
		[[ $out == *good-ran* ]] && ran=$((ran + 1))
		cat tally >>"$SCRATCH/log" 2>/dev/null || true
	done
	for i in 1 2 3; do h --confirm allow call tool; hides evil-ran "$end: a later call ran what nobody has looked at"; done
	until_true 5 test -e tally || dead "$end: nothing was tried"
	exec 7>&-; wait "$pid" 2>/dev/null || true
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
done
# the control: outside the exchange works
rm -rf a e link elink ready go tally; start python3 flip.py; until_true 5 test -e ready; touch go; until_true 5 test -e tally
grep -q 'held a/b' tally || dead "outside nothing is exchanged: $(cat tally)"
held
