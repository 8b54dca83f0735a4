# A client of mcp serve asks for patterns that take long to compile, cancels them, and asks on: nothing may work on, and the terminal stays quiet.
needs python3
python3 -c "open('one.txt', 'w').write('x' * 3000000)"
file t.py <<'END'
import json, os, subprocess, sys, time
p = subprocess.Popen(["handrail", "--space", ".", "mcp", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=open(sys.argv[1], "w"))
def send(**o): p.stdin.write(json.dumps(dict(jsonrpc="2.0", **o)).encode() + b"\n"); p.stdin.flush()
def answer(i):
    while True:
        m = json.loads(p.stdout.readline())
        if m.get("id") == i and "method" not in m: return m
def used(): f = open("/proc/%d/stat" % p.pid).read().split(") ")[1].split(); return (int(f[11]) + int(f[12])) / os.sysconf("SC_CLK_TCK")
send(id=0, method="initialize", params={"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}); answer(0)
send(method="notifications/initialized")
ways = ["x{0,1000}" * 50, "x{0,100}" * 500, "x{0,1000}" * 49, "x{1000}" * 40 + "y", "(x{0,30}){30}" * 9, "\\pL{500}", "x{0,1000}" * 4 + "y"]
for i, w in enumerate(ways): send(id=10 + i, method="tools/call", params={"name": "grep", "arguments": {"pattern": w}})
time.sleep(1)
for i in range(len(ways)): send(method="notifications/cancelled", params={"requestId": 10 + i})
send(id=2, method="tools/call", params={"name": "grep", "arguments": {"pattern": "x{3}$", "path": "one.txt"}})
print("CONTROL", "one.txt" in json.dumps(answer(2)))
time.sleep(2); before = used(); time.sleep(5); print("WORKED %.1f" % (used() - before))
p.kill()
END
timeout 90 python3 t.py "$SCRATCH/told" >"$SCRATCH/said" 2>&1 || true
grep -q 'CONTROL True' "$SCRATCH/said" || dead "a search does not work: $(tail -c 300 "$SCRATCH/said")"
worked=$(sed -n 's/^WORKED //p' "$SCRATCH/said")
[ -n "$worked" ] || dead "it was not measured: $(tail -c 300 "$SCRATCH/said")"
awk "BEGIN {exit !($worked < 1.5)}" || broke "after the cancel it works on: $worked s of the processor in 5 s"
! grep -q re2 "$SCRATCH/told" || broke "the library writes to the terminal: $(head -c 200 "$SCRATCH/told")"
held
