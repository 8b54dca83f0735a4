# A server stops reading what it is sent, while it floods Handrail with requests that want an answer; another stops in the middle of a line. Calls of
# them end in their time, other servers work, and Handrail stays small.
needs walls python3
file "$HOME/srv/s.py" <<'EOF'
import json, sys, threading, time
trick = sys.argv[1]
def send(o): sys.stdout.write(json.dumps(o) + "\n"); sys.stdout.flush()
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m or "method" not in m: continue
    r = {}
    if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "description": "d", "inputSchema": {"type": "object", "properties": {"script": {"type": "string"}}}}]}
    elif m["method"] == "tools/call":
        if trick == "fine": r = {"content": [{"type": "text", "text": "RAN fine"}]}
        elif trick == "flood":
            n = 0
            while True:
                n += 1; send({"jsonrpc": "2.0", "id": "q%d" % n, "method": ("ping", "roots/list", "no/such", "sampling/createMessage")[n % 4], "params": {}})
        elif trick == "half": sys.stdout.write('{"jsonrpc":"2.0","id":' + json.dumps(m["id"]) + ',"result":{"content":[{"type":"text","text":"' + "x" * (14 << 20)); sys.stdout.flush(); time.sleep(1000)
        elif trick == "drip":
            while True: sys.stdout.write(" "); sys.stdout.flush(); time.sleep(0.1)
        elif trick == "deaf": time.sleep(1000)
    send({"jsonrpc": "2.0", "id": m["id"], "result": r})
EOF
settings "$(jq -n --arg s "$HOME/srv/s.py" '{tools: {mcp_servers: (["fine", "flood", "half", "drip", "deaf"] | map({(.): {command: "python3", args: [$s, .], internal_only: false, timeout: 5}}) | add)}}')"
list_servers
h --confirm allow call fine__run 'script=a'; says 'RAN fine'
cat >"$SCRATCH/a.py" <<'EOF'
import json, resource, subprocess, sys, time
big = "y" * (4 << 20)
calls = [("flood__run", "a"), ("deaf__run", "a"), ("deaf__run", big), ("deaf__run", big), ("half__run", "a"), ("drip__run", "a"), ("flood__run", big), ("fine__run", "a")]
t = time.time()
p = subprocess.Popen(["setsid", "-w", "handrail", "--confirm", "allow", "call", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
for n, s in calls:
    t1 = time.time(); p.stdin.write((json.dumps({"type": "tool", "name": n, "input": {"script": s}}) + "\n").encode()); p.stdin.flush()
    while True:
        l = p.stdout.readline()
        if not l or b"tool_result" in l: break
    print(n, len(s), round(time.time() - t1, 1), l[:150].decode(errors="replace"), flush=True)
p.stdin.close()
try: p.wait(15)
except subprocess.TimeoutExpired: print("IT DOES NOT END"); p.kill()
print("MB", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
EOF
timeout 100 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || broke "it hung"
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'RAN fine' "$SCRATCH/a" || broke "another server does not work any more: $(tail -n 2 "$SCRATCH/a")"
! grep -q 'DOES NOT END' "$SCRATCH/a" || broke "Handrail does not end"
while read -r name _ s _; do case $name in *__run) python3 -c "import sys; sys.exit(not ($s < 25))" || broke "a call of $name took $s s, and its limit is 5 s";; esac; done <"$SCRATCH/a"
mb=$(sed -n 's/^MB //p' "$SCRATCH/a"); ((${mb:-9999} < 1000)) || broke "Handrail took ${mb:-?} MB"
held
