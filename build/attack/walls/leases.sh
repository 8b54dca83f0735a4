# What a finished call has left running takes leases on files of the space, so that whoever opens them waits until it lets go: on definitions, scripts,
# git's files and ordinary ones. Calls, hooks and looking at the space go on without waiting for each.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
tool greet 'echo hello'; file scripts/run.sh <<<'echo script-ran'; tool runs 'bash scripts/run.sh'
hook 'exit 0'; for i in 1 2 3 4 5 6 7 8; do echo $i >AGENTS.$i; done; echo x | tee AGENTS.md CLAUDE.md .envrc >/dev/null
git add -A; git commit -qm all
trust
cat >lease.py <<'EOF'
import fcntl, os, signal, time
signal.signal(signal.SIGIO, signal.SIG_IGN)
held = {}
def take():
    for d, _, fs in os.walk("."):
        for f in fs:
            p = os.path.join(d, f)
            if p in held or f in ("leased", "stop", "errors"): continue
            for mode in (os.O_RDWR, os.O_RDONLY):
                try: fd = os.open(p, mode | os.O_NONBLOCK)
                except OSError: continue
                try: fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK); held[p] = fd; break
                except OSError: os.close(fd)
    open("leased", "w").write("\n".join(sorted(held)) + "\n")
take()
while not os.path.exists("stop"):
    time.sleep(0.05)
    for p in list(held):
        try:
            if fcntl.fcntl(held[p], fcntl.F_GETLEASE) != fcntl.F_WRLCK: pass
        except OSError: pass
    take()
EOF
cat >"$SCRATCH/one.py" <<'EOF'
import subprocess, sys, time
t = time.time()
try: o = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=55).stdout
except subprocess.TimeoutExpired: o = b"TIMEOUT"
print(round(time.time() - t, 1), o.decode(errors="replace")[:200].replace("\n", " "))
EOF
room 'setsid python3 lease.py >/dev/null 2>errors & until [ -s leased ]; do sleep 0.05; done; wc -l <leased'
cat leased >>"$SCRATCH/log"
(( $(wc -l <leased) > 5 )) || dead "no leases: $said"
for words in 'call bash command=true' 'call greet' 'call runs' 'check' 'call grep pattern=hello' 'space trust --show'; do
	read -r s rest < <(python3 "$SCRATCH/one.py" --confirm allow $words)
	echo "$words: $s s $rest" >>"$SCRATCH/log"
	python3 -c "import sys; sys.exit(not ($s < 20))" || broke "«$words» took $s s, while a program that an agent left running has leases"
done
touch stop
held
