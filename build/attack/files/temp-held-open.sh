# The person says yes to a file tool that writes a protected file. What a finished call has left running opens the file that Handrail makes on the
# way to it, holds it for writing, or puts another in its place: what lies there later is what the person was shown.
needs walls python3
cat >catch.py <<'EOF'
import ctypes, os, threading, time
held = {}
libc = ctypes.CDLL(None)
def watch(d):
    n = libc.inotify_init(); libc.inotify_add_watch(n, d.encode(), 0x100)
    while True:
        b = os.read(n, 65536); i = 0
        while i < len(b):
            l = int.from_bytes(b[i+12:i+16], "little"); name = b[i+16:i+16+l].rstrip(b"\0").decode(); i += 16 + l
            if name in ("caught", "wrote", "ready", "go", "stop", "script.sh"): continue
            p = os.path.join(d, name)
            try: fd = os.open(p, os.O_RDWR)
            except OSError as e: open("caught", "a").write("missed %s %s\n" % (p, e.errno)); continue
            held[os.fstat(fd).st_ino] = (p, fd); open("caught", "a").write("%s %d\n" % (p, os.fstat(fd).st_ino))
for d in (".", ".vscode", ".github/workflows"): threading.Thread(target=watch, args=(d,), daemon=True).start()
time.sleep(0.3)
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.01)
n = 0
while not os.path.exists("stop"):
    for ino, (p, fd) in list(held.items()):
        try: os.lseek(fd, 0, 0); os.write(fd, b"evil-line\n"); n += 1
        except OSError as e: open("caught", "a").write("no write %s %s\n" % (p, e.errno))
    open("wrote", "w").write(str(n) + "\n"); time.sleep(0.2)
EOF
mkdir -p .vscode .github/workflows
printf 'old\n' | tee AGENTS.md .envrc .vscode/tasks.json .github/workflows/ci.yml plain.txt >/dev/null
mkfifo "$SCRATCH/in"
handrail --confirm allow call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
began+=("$!")
exec 7>"$SCRATCH/in"
n=0
asks() { request "$1" "$2" >&7; n=$((n + 1)); until_true 25 eval "[ \$(grep -c tool_result '$SCRATCH/run') -ge $n ]" || dead "no answer to: $1"; }
asks bash '{"command": "setsid python3 catch.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done"}'
for f in AGENTS.md .envrc .vscode/tasks.json .github/workflows/ci.yml plain.txt; do
	asks read "{\"path\": \"$f\"}"
	asks write "{\"path\": \"$f\", \"content\": \"what the person was shown\\n\"}"
	asks edit "{\"path\": \"$f\", \"old_string\": \"shown\", \"new_string\": \"shown once\"}"
	grep -q 'shown once' "$f" || dead "$f was not written: $(tail -n 1 "$SCRATCH/run")"
done
touch go
until_true 5 test -s wrote || dead "nothing writes"
sleep 1
cat caught >>"$SCRATCH/log" 2>/dev/null || true
for f in AGENTS.md .envrc .vscode/tasks.json .github/workflows/ci.yml; do ! grep -q evil "$f" || broke "$f is not what the person was shown: $(head -n 1 "$f")"; done
touch stop; exec 7>&-
if ((${#broken[@]} == 0)); then
	sleep 0.5; rm -f stop go wrote ready caught
	start python3 catch.py; until_true 5 test -e ready
	for i in 1 2 3 4 5 6 7 8 9 10; do printf 'mine\n' >.envrc.new; sleep 0.05; mv .envrc.new .envrc; done
	touch go; until_true 5 test -s wrote; sleep 0.5; touch stop
	grep -q evil .envrc || dead "this catches nothing outside either"
fi
held
