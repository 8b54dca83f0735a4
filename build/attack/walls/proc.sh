# What /proc gives a program: the room's own process, processes outside, their files and memory.
needs walls python3
start sleep 300
outer=$pid
alive "the process outside cannot be seen from outside" test -d "/proc/$outer"
file evil.py <<'END'
import os, sys
outer, secret = sys.argv[1:3]
me = os.getpid()
print("sees itself" if os.path.isdir(f"/proc/{me}") else "sees nothing")
for p in [d for d in os.listdir("/proc") if d.isdigit()]:
    try: args = open(f"/proc/{p}/cmdline").read().replace("\0", " ").strip()
    except OSError: args = "?"
    if "sleep 300" in args: print("FOUND a process outside")
    mine = int(p) == me or "evil.py" in args or "script.sh" in args
    if mine: continue
    for what in ("environ", "mem", "maps"):
        try:
            with open(f"/proc/{p}/{what}", "rb") as f:
                f.read(10 if what != "mem" else 0); print("FOUND", what, "of", p, args)
        except OSError: pass
    try:
        with open(f"/proc/{p}/mem", "r+b"): print("FOUND writable memory of", p, args)
    except OSError: pass
    for what in ("root", "cwd"):
        try: open(f"/proc/{p}/{what}{secret}"); print("FOUND", what, "of", p)
        except OSError: pass
    try:
        for fd in os.listdir(f"/proc/{p}/fd"): print("FOUND handle", os.readlink(f"/proc/{p}/fd/{fd}"), "of", p)
    except OSError: pass
for fd in os.listdir("/proc/self/fd"):
    try: to = os.readlink(f"/proc/self/fd/{fd}")
    except OSError: continue
    if int(fd) > 2 and not to.startswith("/proc/"): print("FOUND inherited", fd, to)
END
room "exec python3 evil.py $outer '$OUTSIDE/secret'"
says 'sees itself'
hides FOUND "$(grep FOUND <<<"$said" | head -5 | tr '\n' ' ')"
held
