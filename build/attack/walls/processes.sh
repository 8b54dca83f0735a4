# A program starts more processes than a call may have; a fork bomb.
needs walls python3
settings '{"limits": {"processes": 64}}'
room 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2 & done; wait && echo ten are fine'
says 'ten are fine'
file evil.py <<'END'
import os, time
n = 0
try:
    for i in range(300):
        if os.fork() == 0: time.sleep(3); os._exit(0)
        n += 1
except OSError: pass
print("started", n, flush=True)
time.sleep(1)
print("kept", n, flush=True)
END
shell 'python3 evil.py'
n=$(sed -n 's/.*started \([0-9]*\).*/\1/p' <<<"$said$out" | head -n 1)
[[ -n $n || $out == *'share of processes'* ]] || dead "it was ended for another reason: $out"
((${n:-0} < 300)) || broke "$n processes were started at once where 64 are allowed"
kept=$(sed -n 's/.*kept \([0-9]*\).*/\1/p' <<<"$said$out" | head -n 1)
((${kept:-0} < 100)) || broke "$kept processes went on where 64 are allowed"
file bomb.sh <<<'b() { b | b & }; b; sleep 2'
h --json call bash '{"command": "bash bomb.sh", "timeout": 3}'
h call bash 'command=echo afterwards'
says afterwards "nothing runs any more after a fork bomb"
held
