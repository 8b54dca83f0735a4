# When Handrail is killed, what runs in its rooms ends.
needs walls python3
file evil.py <<'END'
import os, signal, time
for s in (signal.SIGTERM, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    while True:
        open("beat", "a").write("x"); time.sleep(0.05)
time.sleep(100)
END
start handrail call bash '{"command": "python3 evil.py", "timeout": 50}'
until_true 15 test -s beat || dead "the child did not run"
kill -KILL "$pid"
until_true 5 bash -c ': >beat; sleep 0.3; ! test -s beat' || broke "programs live on when Handrail was killed"
held
