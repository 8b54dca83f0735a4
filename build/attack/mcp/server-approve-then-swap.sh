# The person looks at what lies at their own server's program in a terminal. While the question stands there, what a finished call has left running puts other code there: the yes was for what was shown.
needs walls python3
source "$ATTACK/planted.sh"
server swap '["python3", "@S/app/server.py"]' '{"env": {"PYTHONDONTWRITEBYTECODE": "1"}}'
server plain '["python3", "@S/app/server.py"]' '{"env": {"PYTHONDONTWRITEBYTECODE": "1"}}'
for c in swap plain; do mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py; done
begin
plant py swap later/json.py "$json" >prepare.sh
mkfifo "$SCRATCH/in"
handrail --confirm deny call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
began+=("$!")
exec 7>"$SCRATCH/in"
request bash '{"command": "bash prepare.sh; for c in swap plain; do echo \"# harmless\" >>c/$c/app/server.py; done; (setsid sh -c \"until [ -e c/go ]; do sleep 0.05; done; cp c/swap/later/json.py c/swap/app/json.py; touch c/swapped\" >/dev/null 2>&1 &)"}' >&7
until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
h --confirm deny call swap__run 'script=echo again'
says 'could have changed' "the server is not held back after the change: $out$err"
# The person's eyes take a while.
cat >"$SCRATCH/slow.py" <<'END'
import os, pty, select, sys, time
pid, fd = pty.fork()
if pid == 0: os.execvp("handrail", ["handrail", "servers", "approve", sys.argv[1]])
got, end, told = b"", time.time() + 40, False
while time.time() < end:
    if select.select([fd], [], [], 0.2)[0]:
        try: b = os.read(fd, 65536)
        except OSError: break
        if not b: break
        got += b
    elif got and not told:
        told = True
        if len(sys.argv) > 2:
            open("c/go", "w").close()
            while not os.path.exists("c/swapped") and time.time() < end: time.sleep(0.05)
        time.sleep(1.5); os.write(fd, b"y\n")
sys.stdout.buffer.write(got)
END
python3 "$SCRATCH/slow.py" plain >"$SCRATCH/plain" 2>&1
cat "$SCRATCH/plain" >>"$SCRATCH/log"
h --confirm deny call plain__run 'script=echo again'
says 'RAN again' "a yes in the terminal does not count: $(tail -n 3 "$SCRATCH/plain") $out$err"
python3 "$SCRATCH/slow.py" swap go >"$SCRATCH/swap" 2>&1
cat "$SCRATCH/swap" >>"$SCRATCH/log"
[ -e c/swapped ] || dead "nothing was swapped: $(tail -n 3 "$SCRATCH/swap")"
h --confirm deny call swap__run 'script=echo again'
[ ! -s c/swap/taken ] || broke "the person's yes was for what they were shown, and other code has the key"
exec 7>&-
cases=(swap)
reaches
held
