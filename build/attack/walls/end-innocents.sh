# Programs that a finished call has left running and that do nothing wrong, each odd in its way: they fork, wait in vfork, are stopped, are
# traced by a debugger, have a thread but no leader, watch git's folder, wait for a FIFO, or
# are a hundred. Handrail ends, once by being killed; all of them go on writing their own files.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p src/deep notes
file odd.py <<'EOF'
import ctypes, mmap, os, signal, socket, sys, threading, time
S = os.getcwd(); C = ctypes.CDLL(None, use_errno=True)
def beat(w, n=10**9):
    while n:
        n -= 1
        with open(f"{S}/notes/{w}.new", "w") as f: f.write("x")
        os.rename(f"{S}/notes/{w}.new", f"{S}/notes/{w}"); time.sleep(0.1)
def plain(): beat("plain")
def deep(): os.chdir("src/deep"); f = open("own.log", "a"); beat("deep")
def forks():
    while True:
        if os.fork(): os._exit(0)
        beat("forks", 1); time.sleep(0.01)
def vforks():
    r = C.syscall(56, 0x4000 | signal.SIGCHLD, 0, 0, 0, 0)
    if r == 0: beat("vforks")
def stopped():
    p = os.fork()
    if p == 0: os.kill(os.getpid(), signal.SIGSTOP); beat("stopped"); os._exit(0)
    while not os.path.exists(f"{S}/go"): time.sleep(0.05)
    if open(f"/proc/{p}/stat").read().rsplit(")", 1)[1].split()[0] != "T": open(f"{S}/notes/woken", "w").close()
    os.kill(p, signal.SIGCONT); os.wait()
def traced():
    p = os.fork()
    if p == 0: C.ptrace(0, 0, 0, 0); os.kill(os.getpid(), signal.SIGSTOP); beat("traced"); os._exit(0)
    os.waitpid(p, 0)
    while not os.path.exists(f"{S}/go"): time.sleep(0.05)
    C.ptrace(7, p, 0, 0)
    while True:
        _, s = os.waitpid(p, 0)
        if not os.WIFSTOPPED(s): break
        C.ptrace(7, p, 0, 0)
def runtraced():
    p = os.fork()
    if p == 0: C.ptrace(0, 0, 0, 0); os.kill(os.getpid(), signal.SIGSTOP); beat("runtraced"); os._exit(0)
    os.waitpid(p, 0); C.ptrace(7, p, 0, 0)
    while True:
        _, s = os.waitpid(p, 0)
        if not os.WIFSTOPPED(s): break
        g = os.WSTOPSIG(s); C.ptrace(7, p, 0, 0 if g == signal.SIGSTOP else g)
def leader(): threading.Thread(target=lambda: beat("leader")).start(); C.syscall(60, 0)
def busyflight():
    # a server that hands its connections to a worker, all the time
    a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    if os.fork() == 0:
        a.close()
        while True:
            _, fds, _, _ = socket.recv_fds(b, 1, 4)
            for f in fds: os.close(f)
            time.sleep(0.05)
    b.close()
    def hand():
        while True:
            x, y = socket.socketpair(); socket.send_fds(a, [b"x"], [x.fileno()]); x.close(); y.close()
    threading.Thread(target=hand, daemon=True).start(); beat("busyflight")
def backlog():
    l = socket.socket(socket.AF_UNIX); l.bind(f"{S}/notes/sock"); l.listen(5); s = socket.socket(socket.AF_UNIX); s.connect(f"{S}/notes/sock"); s.send(b"hello"); beat("backlog")
def watch():
    i = C.inotify_init(); C.inotify_add_watch(i, f"{S}/.git".encode(), 0xfff); open(f"{S}/.git/HEAD").read(); beat("watch")
def fifo():
    os.mkfifo(f"{S}/notes/fifo"); threading.Thread(target=lambda: open(f"{S}/notes/fifo"), daemon=True).start(); beat("fifo")
def mapped():
    open("src/map", "w").write("x" * 4096); f = open("src/map", "r+b"); m = mmap.mmap(f.fileno(), 0); beat("mapped")
def hundred():
    for n in range(100):
        if os.fork() == 0: time.sleep(1000)
    beat("hundred")
def child():
    # a server that looks after a worker, and starts it again where it ends or stops
    while True:
        p = os.fork()
        if p == 0: beat("child"); os._exit(0)
        _, s = os.waitpid(p, os.WUNTRACED)
        open(f"{S}/notes/child-{'stopped' if os.WIFSTOPPED(s) else 'ended'}", "w").close()
        if os.WIFSTOPPED(s): time.sleep(1)
for w in plain, busyflight, deep, forks, vforks, stopped, traced, runtraced, leader, backlog, watch, fifo, mapped, hundred, child:
    if os.fork() == 0:
        os.setsid(); signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try: w()
        except BaseException as e: open(f"{S}/notes/{w.__name__}.error", "w").write(repr(e))
        os._exit(0)
EOF
all='plain busyflight deep forks vforks stopped traced runtraced leader backlog watch fifo mapped hundred child'
for end in killed ended; do
	rm -rf notes go "$SCRATCH/in"; mkdir notes; mkfifo "$SCRATCH/in"
	handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash '{"command": "setsid python3 odd.py >/dev/null 2>&1 & sleep 2.5"}' >&7
	until_true 30 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
	for w in $all; do [ -e "notes/$w" ] || [[ $w == stopped || $w == traced ]] || dead "$w does not run: $(cat notes/*.error 2>/dev/null)"; done
	began_at=$(date +%s%N)
	if [ $end = killed ]; then kill -KILL "$pid"; exec 7>&-; else exec 7>&-; fi
	wait "$pid" 2>/dev/null || true
	took=$((($(date +%s%N) - began_at) / 1000000)); echo "$end: $took ms" >>"$SCRATCH/log"
	((took < 8000)) || broke "$end: Handrail took $took ms to end"
	sleep 2.5
	[ ! -e notes/child-stopped ] || echo "$end: a parent saw its child stopped" >>"$SCRATCH/log"
	for w in $all; do rm -f "notes/$w"; done; touch go; sleep 2
	gone=
	for w in $all; do [ -e "notes/$w" ] || gone+=" $w"; done
	[ -z "$gone" ] || broke "$end: innocent programs did not survive, or do not go on:$gone"
	[ ! -e notes/woken ] || broke "$end: what the person had stopped was woken"
	h jobs; echo "$out" | head -40 >>"$SCRATCH/log"
	for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
	sleep 0.5
done
held
