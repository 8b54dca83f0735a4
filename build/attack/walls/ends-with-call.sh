# What a call has started ends with it: a time-out, however the child tries to live on.
needs walls python3
file evil.py <<'END'
import os, signal, sys, time
for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(s, signal.SIG_IGN)
if os.fork(): os.wait if False else time.sleep(60)
os.setsid()
if os.fork(): os._exit(0)
while True:
    open("beat", "a").write("x"); time.sleep(0.05)
END
h --json call bash '{"command": "python3 evil.py", "timeout": 1}'
says '"timeout"' "the call did not time out"
alive "the child did not run" test -s beat
: >beat
sleep 0.4
[ ! -s beat ] || broke "a child of a call that timed out lives on"
held
