# A client calls tools that it was not offered: of an internal server, of one that is off, held back, denied; by names that fold to
# theirs, and by the tools that read a server's resources and prompts.
needs walls python3
s=$ATTACK/odd-server.py
settings "$(jq -n --arg s "$s" '{rules: {allow: ["inner__*", "open__*", "off"]}, tools: {mcp_servers: {inner: {command: "python3", args: [$s]}, open: {command: "python3", args: [$s], internal_only: false}}}}')"
tool off 'echo ran-off'
tool held 'echo ran-held'
mkdir -p agent/skills
printf -- '---\nname: lift\ndescription: d\nallowed_tools: ["inner__*"]\ntriggers: ["please"]\n---\nuse it\n' >agent/skills/lift.md
trust
list_servers
h tools off off
sed -i 's/ran-held/ran-held-changed/' agent/tools/held.md
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(forms=accept)
print("OFFERED", [t["name"] for t in c.request("tools/list", {})["result"]["tools"]])
print("CONTROL", json.dumps(c.call("open__run", script="echo ran-open"))[:300])
for n in ("inner__run", "inner__Run", "INNER__run", "inner__run ", " inner__run", "inner.run", "inner/run", "mcp__inner__run", "open__../inner__run", "inner__run\u0000", "inner__\u200brun", "off", "OFF", "off ", "custom:off", "tool/off", "held", "HELD", "skill:lift", "handrail__off", "inner__read_resource", "inner__get_prompt"):
    print("TRY", repr(n), json.dumps(c.call(n, script="echo ran-inner", uri="x://y", name="run"))[:250])
print("SKILL", json.dumps(c.call("use_skill", name="lift"))[:300])
print("PROMPT", json.dumps(c.request("prompts/get", {"name": "lift"}))[:300])
print("AFTER", json.dumps(c.call("inner__run", script="echo ran-inner"))[:300])
for method, p in (("tools/call", {"name": "inner__run", "arguments": {"script": "echo ran-inner"}, "task": {"ttl": 1000}}), ("tasks/list", {}), ("tools/call", [{"name": "inner__run"}]), ("completion/complete", {"ref": {"type": "ref/prompt", "name": "inner__x"}, "argument": {"name": "a", "value": ""}}), ("resources/read", {"uri": "file:///etc/hostname"}), ("resources/read", {"uri": f"file://{os.environ['HOME']}/outside/secret"}), ("resources/read", {"uri": f"file://{os.environ['HOME']}/space/../outside/secret"}), ("resources/read", {"uri": f"file://{os.environ['HOME']}/space/%2e%2e/outside/secret"}), ("resources/read", {"uri": "file:///proc/self/environ"}), ("resources/subscribe", {"uri": f"file://{os.environ['HOME']}/outside/secret"}), ("resources/read", {"uri": "file:///./../../outside/secret"})):
    print("RAW", method, json.dumps(c.request(method, p))[:300])
c.line([{"jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": {"name": "inner__run", "arguments": {"script": "echo ran-inner"}}}])
print("BATCH", json.dumps(c.request("ping", {}))[:200])
c.raw(b'{"jsonrpc":"2.0","id":901,"method":"ping","method":"tools/call","params":{"name":"open__run","arguments":{"script":"echo x"}},"params":{"name":"inner__run","arguments":{"script":"echo ran-inner"}}}\n')
print("DOUBLE", json.dumps(c.request("ping", {}))[:200])
c.close()
EOF
timeout 60 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q 'CONTROL.*ran-open' "$SCRATCH/a" || dead "no tool runs: $(head -n 3 "$SCRATCH/a")"
for w in 'RAN ran-inner' ran-off ran-held "$SECRET"; do ! grep -q "$w" "$SCRATCH/a" || broke "$w: $(grep "$w" "$SCRATCH/a" | head -n 3 | cut -c1-120 | tr '\n' ' ')"; done
grep -q DOUBLE "$SCRATCH/a" || broke "the server did not outlive it: $(tail -n 1 "$SCRATCH/a")"
held
