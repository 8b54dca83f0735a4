# A program in a room reaches for what is not its own: descriptors that it inherited, sockets of other kinds, system calls by other
# numbers, other processes' files, the loader, crash handlers, and Handrail itself, which it starts there.
needs walls python3
start bash -c "exec -a person-with-a-$SECRET sleep 100"
python3 - "$HOME" <<'EOF' &
import os, socket, sys, time
s = socket.socket(socket.AF_UNIX); s.bind(b"\0attack-abstract-%d" % os.getuid()); s.listen(5)
m = os.memfd_create("x"); os.write(m, b"memory of the person's")
open(sys.argv[1] + "/holder", "w").write(str(os.getpid())); time.sleep(100)
EOF
began+=("$!")
until_true 5 test -s "$HOME/holder" || dead "no holder"
alive "the abstract socket is not reached even outside" python3 -c 'import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(b"\0attack-abstract-%d" % os.getuid())'
alive "the process is not seen even outside" bash -c "grep -qa person-with /proc/[0-9]*/cmdline"
file evil.py <<'EOF'
import ctypes, errno, glob, mmap, os, resource, signal, socket, struct, subprocess, sys
holder, secret, outside = int(sys.argv[1]), sys.argv[2], sys.argv[3]
def say(*a): print(*a, flush=True)
for fd in os.listdir("/proc/self/fd"):
    if int(fd) > 2:
        try: say("FD", fd, os.readlink("/proc/self/fd/" + fd))
        except OSError: pass
for f in (0, 1, 2):
    t = os.readlink("/proc/self/fd/%d" % f)
    say("STD", f, t)
pp = os.getppid()
while pp > 1:
    try:
        for fd in os.listdir(f"/proc/{pp}/fd"): say("PARENT", pp, os.readlink(f"/proc/{pp}/fd/{fd}"))
    except OSError as e: say("parent", pp, e.errno)
    break
try: say("INIT", [os.readlink("/proc/1/fd/" + f) for f in os.listdir("/proc/1/fd")])
except OSError as e: say("init", errno.errorcode[e.errno])
for n in ("environ", "mem", "maps", "root", "cwd"):
    try: say("INIT-" + n, len(open("/proc/1/" + n, "rb").read(100)) if n not in ("root", "cwd") else os.listdir("/proc/1/" + n)[:5])
    except OSError as e: say("init-" + n, errno.errorcode[e.errno])
for p in glob.glob("/proc/[0-9]*/cmdline"):
    try:
        if secret.encode() in open(p, "rb").read() and int(p.split("/")[2]) != os.getpid(): 
            c = open(p, "rb").read()
            if c.startswith(b"person"): say("BROKE sees the person's process")
    except OSError: pass
try: os.kill(holder, 0); say("kill-0 reaches something", holder)
except OSError as e: say("kill", errno.errorcode[e.errno])
try: s = socket.socket(socket.AF_UNIX); s.connect(b"\0attack-abstract-%d" % os.getuid()); say("BROKE an abstract socket of the person's")
except OSError as e: say("abstract", errno.errorcode[e.errno])
for name, fam, typ, proto in (("vsock", 40, 1, 0), ("vsock-dgram", 40, 2, 0), ("packet", 17, 3, 0), ("netlink-audit", 16, 3, 9), ("netlink-uevent", 16, 3, 15), ("netlink-netfilter", 16, 3, 12), ("netlink-connector", 16, 3, 11), ("alg", 38, 5, 0), ("bluetooth", 31, 3, 1), ("can", 29, 3, 1), ("rds", 21, 5, 0), ("tipc", 30, 1, 0), ("xdp", 44, 3, 0), ("key", 15, 3, 2), ("qipcrtr", 42, 2, 0), ("smc", 43, 1, 0), ("sctp", 2, 1, 132), ("mptcp", 2, 1, 262), ("raw", 2, 3, 1), ("x25", 9, 5, 0), ("kcm", 41, 5, 0)):
    try: s = socket.socket(fam, typ, proto); say("SOCKET", name); s.close()
    except OSError as e: pass
try:
    s = socket.socket(40, 1, 0); s.settimeout(1); s.connect((2, 22)); say("BROKE vsock to the host")
except OSError as e: say("vsock", errno.errorcode.get(e.errno, e))
# x32 numbers and the 32-bit gate
c = ctypes.CDLL(None, use_errno=True)
for n, what in ((0x40000000 | 165, "mount"), (0x40000000 | 272, "unshare"), (0x40000000 | 101, "ptrace"), (0x40000000 | 425, "io_uring"), (0x40000000 | 41, "socket")):
    ctypes.set_errno(0); r = c.syscall(n, 40 if what == "socket" else 0, 1, 0, 0, 0)
    if r >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.EACCES): say("X32", what, r, errno.errorcode.get(ctypes.get_errno()))
code = bytes.fromhex("b8ef000000" "cd80" "c3")  # mov eax, n; int 0x80; ret
def gate(n):
    m = mmap.mmap(-1, 4096, prot=7); m.write(b"\xb8" + struct.pack("<I", n) + b"\x53\x31\xdb\x31\xc9\x31\xd2\x31\xf6\x31\xff\xcd\x80\x5b\xc3")
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()
for n, what in ((20, "getpid"), (21, "mount"), (310, "unshare"), (26, "ptrace"), (425, "io_uring_setup"), (359, "socket"), (357, "bpf"), (286, "add_key")):
    pid = os.fork()
    if pid == 0:
        try: r = gate(n); say("INT80", what, r)
        except BaseException as e: say("int80", what, e)
        os._exit(0)
    _, st = os.waitpid(pid, 0)
    if os.WIFSIGNALED(st): say("int80", what, "signal", os.WTERMSIG(st))
# priorities, limits and scheduling of others; core pattern; binfmt; sysctl
for p in ("/proc/sys/kernel/core_pattern", "/proc/sys/fs/binfmt_misc/register", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs", "/proc/self/oom_score_adj", "/proc/1/oom_score_adj", "/proc/self/clear_refs", "/sys/power/state", "/dev/mem", "/dev/kmsg", "/dev/fuse", "/dev/kvm", "/dev/uinput", "/dev/ptmx"):
    try:
        f = os.open(p, os.O_WRONLY); say("WRITABLE", p); os.close(f)
    except OSError: pass
for call, args in (("sched_setaffinity", 0),):
    try: os.sched_setaffinity(holder, {0}); say("BROKE the person's process is scheduled")
    except OSError: pass
try: os.setpriority(os.PRIO_USER, 0, 19); say("prio of the user set")
except OSError: pass
for n, what in ((312, "kcmp"), (310, "process_vm_readv"), (311, "process_vm_writev"), (438, "pidfd_getfd"), (428, "open_tree"), (429, "move_mount"), (430, "fsopen"), (442, "mount_setattr"), (432, "fsmount"), (447, "memfd_secret"), (303, "name_to_handle_at"), (256, "migrate_pages"), (279, "move_pages"), (154, "modify_ldt"), (435, "clone3"), (317, "seccomp")):
    ctypes.set_errno(0); r = c.syscall(n, 0, 0, 0, 0, 0, 0); e = ctypes.get_errno()
    if not (r < 0 and e in (errno.EPERM, errno.ENOSYS, errno.EACCES)): say("CALL", what, r, errno.errorcode.get(e))
# Handrail inside
for a in (["space", "trust", "--yes"], ["mcp", "token", "add", "evil"], ["rules", "add", "allow", "bash"], ["secrets", "list"], ["jobs"], ["inbox", "list"], ["runs", "list"]):
    p = subprocess.run(["handrail", *a], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=20)
    say("HANDRAIL", a, p.returncode, (p.stdout + p.stderr)[:150].replace("\n", " "))
say("the end")
EOF
mkdir -p agent/tools
tool untrusted 'echo it-is-trusted'
h mcp token add own
rm -rf agent
room "python3 evil.py $(<"$HOME/holder") $SECRET '$OUTSIDE'; true"
says 'the end'
hides 'BROKE' "$(grep BROKE <<<"$said" | tr '\n' ' ')"
for n in mount unshare ptrace io_uring socket; do hides "X32 $n" "the system call $n reaches the kernel as x32"; done
if grep -qE 'INT80 (mount|unshare|ptrace|io_uring_setup|bpf|add_key) (-?[0-9]+)' <<<"$said"; then
	grep -E 'INT80 (mount|unshare|ptrace|io_uring_setup|bpf|add_key) ' <<<"$said" | grep -vE -- '-(1|38|13)$' >"$SCRATCH/gates" && broke "the 32-bit gate: $(tr '\n' ' ' <"$SCRATCH/gates")" || true
fi
for n in /proc/sys/kernel/core_pattern /proc/sys/fs/binfmt_misc/register /proc/sysrq-trigger /dev/mem /dev/kvm /dev/uinput /dev/fuse /sys/fs/cgroup; do hides "WRITABLE $n" "$n can be written"; done
for n in vsock packet bluetooth xdp key raw; do hides "SOCKET $n" "a socket of the kind $n opens"; done
for n in open_tree move_mount fsopen mount_setattr; do hides "CALL $n " "$n reaches the kernel"; done
hides "$SECRET" "the secret is seen"
h mcp token list
hides evil "a program in a room made a token"
h rules list
h space trust --show
tool untrusted 'echo it-is-trusted'
call untrusted '{}'
hides it-is-trusted "a program in a room trusted its space"
held
