# What is left running, and a program in a room, looks for the doors of rooms (sockets in the data folder): by names, /proc, abstract names,
# what it has inherited, and by the room's own process, whose end, standstill or memory would open or close a door. And it makes the room slow:
# processes without end. Handrail neither waits for ever nor refuses another space's calls, and the trusted script stays what it was.
needs walls python3
mkdir -p scripts "$HOME/second"; printf 'echo good-ran\n' >scripts/tool.sh
file find.py <<'EOF'
import ctypes, glob, os, signal, socket, struct, sys
data, = sys.argv[1:]
found = []
def reach(name, how):
    for t in socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET:
        s = socket.socket(socket.AF_UNIX, t); s.settimeout(1)
        try: s.connect(name)
        except OSError: continue
        found.append(f"{how} {name!r}")
        try: s.send(b'{"seal":true}\n'); found.append(f"answered {s.recv(100)!r}")
        except OSError: pass
    try:
        s = socket.socket(socket.AF_UNIX); s.bind(name); found.append(f"bound {name!r}")
    except OSError: pass
roots = [""] + [f"/proc/{p}/root" for p in os.listdir("/proc") if p.isdigit()] + [f"/proc/{p}/cwd/../.." for p in os.listdir("/proc") if p.isdigit()]
for r in roots:
    for d in data, data + "/writers":
        try: names = os.listdir(r + d)
        except OSError: names = []
        if names: found.append(f"listed {r}{d}: {names[:5]}")
        for n in names: 
            if "door" in n: reach(f"{r}{d}/{n}", "by name")
for l in open("/proc/net/unix").read().splitlines()[1:]:
    n = l.split()[-1]
    if "door" in n: found.append("listed " + n); reach(n, "listed"); reach("\0" + n[1:], "abstract")
for p in [p for p in os.listdir("/proc") if p.isdigit()]:
    for f in glob.glob(f"/proc/{p}/fd/*"):
        try: t = os.readlink(f)
        except OSError: continue
        if t.startswith("socket:"): 
            if int(p) != os.getpid(): found.append(f"{'own room process' if p == '1' else p} has {t}")
            try: os.open(f, os.O_RDWR); found.append("opened " + f)
            except OSError: pass
        elif "writers" in t or "door" in t: found.append(f"{f} is {t}")
    try:
        fd = os.pidfd_open(int(p)); C = ctypes.CDLL(None, use_errno=True)
        if p != str(os.getpid()):
            for n in range(30):
                if C.syscall(438, fd, n, 0) >= 0: found.append(f"took handle {n} of {p}")
    except (OSError, AttributeError): pass
for n in range(3, 100):
    try: t = os.readlink(f"/proc/self/fd/{n}")
    except OSError: continue
    if t.startswith("socket:"):
        found.append(f"inherited {n} {t}")
for s in signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL, signal.SIGUSR1, signal.SIGQUIT, signal.SIGHUP, signal.SIGSEGV:
    try: os.kill(1, s)
    except OSError: pass
print("FOUND", "; ".join(found)); print("the end")
EOF
file bomb.py <<'EOF'
import ctypes, os, signal, threading, time
C = ctypes.CDLL(None); open("ready", "w").close()
def churn():
    while True:
        try:
            if os.fork() == 0: os._exit(0)
            os.waitpid(-1, os.WNOHANG)
        except OSError: time.sleep(0.01)
for n in range(60):
    try:
        if os.fork() == 0:
            os.setsid(); [signal.signal(s, signal.SIG_IGN) for s in (1, 2, 15)]
            if n % 3 == 0: churn()
            if n % 3 == 1:
                C.syscall(56, 0x4000 | 17, 0, 0, 0, 0); time.sleep(1000)
            while True:
                for p in os.listdir("/proc"):
                    if p.isdigit() and int(p) not in (1, os.getpid()):
                        try: os.kill(int(p), signal.SIGCONT)
                        except OSError: pass
    except OSError: pass
n = 0
while True:
    try: os.path.exists("trusted") and C.renameat2(-100, b"scripts", -100, b"other", 2)
    except Exception: pass
    try: os.kill(1, signal.SIGSTOP)
    except OSError: pass
    time.sleep(0.001)
EOF
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
n=0
ask() { n=$((n + 1)); request bash "$(jq -cn --arg c "$1" '{command: $c}')" >&7; until_true 40 bash -c '[ "$(grep -c tool_result "$0")" -ge "$1" ]' "$SCRATCH/run" "$n" || { broke "no answer within 40 s to: $1"; held; }; }
ask "python3 find.py $DATA"
said=$(tail -n 1 "$SCRATCH/run" | jq -r .content); echo "$said" >>"$SCRATCH/log"
says 'the end'
for w in 'by name' 'bound' 'listed' 'took handle' 'opened' 'own room' 'inherited' 'answered' 'writers'; do [[ $said != *"$w"* ]] || broke "a program in a room found something of a door: $(grep -o "[^;]*$w[^;]*" <<<"$said" | head -3 | tr '\n' '|')"; done
[ -n "$(find "$DATA/writers" -name 'door-*' -type s)" ] || dead "there are no doors: $(ls "$DATA/writers")"
python3 find.py "$DATA" >>"$SCRATCH/controls" 2>&1; grep -q 'by name' "$SCRATCH/controls" || dead "outside no door is found either: $(head -c 300 "$SCRATCH/controls")"
[ -n "$(find "$DATA/writers" -name 'door-*' -type s)" ] || dead "the control has ended the doors"
ask 'cp -r scripts other; echo "echo evil-ran" >other/tool.sh; setsid python3 bomb.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.05; done'
tool tool 'bash scripts/tool.sh'
trust; touch trusted; at=$(date +%s)
for i in 1 2 3; do h --confirm allow call tool; hides evil-ran "a tool runs what nobody has looked at"; echo "$((($(date +%s) - at))) s: $out$err" >>"$SCRATCH/log"; done
took=$(($(date +%s) - at)); ((took < 40)) || broke "three calls of a trusted tool took $took s beside processes without end"
(cd "$HOME/second" && setsid -w handrail call bash 'command=echo second-ran' </dev/null >>"$SCRATCH/log" 2>&1); grep -q second-ran "$SCRATCH/log" || broke "another space's call is refused"
at=$(date +%s)
kill -KILL "$pid"; wait "$pid" 2>/dev/null || true; exec 7>&-
h call bash 'command=echo still-ran'
took=$(($(date +%s) - at)); ((took < 20)) || broke "after the end, the next call took $took s"
[[ $out == *still-ran* ]] || broke "after the end, every call of the space is refused: $err"
h --confirm allow call tool; hides evil-ran "after the end, a tool runs what nobody has looked at"
at=$(date +%s); h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
h --confirm allow call tool; echo "$out$err" >>"$SCRATCH/log"
[[ $out == *good-ran* || $err == *changed* ]] || broke "after all was ended, the trusted tool is still refused: $err"
held
