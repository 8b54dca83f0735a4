# What the person takes back in one process counts at once in another that has been serving for a while: a rule, a tool, a server, an
# approval of a server's program, and the trust of a space, whose own server and tools then run no more.
needs python3 walls
cp "$ATTACK/server.py" own.py
jq -n --arg p "$SPACE/own.py" '{mcpServers: {sp: {command: "python3", args: [$p, ""]}}}' >.mcp.json
tool mine 'echo MINE ran' 'timeout: 20'
settings "$(jq -n --arg p "$ATTACK/server.py" '{allow_unattended: true, tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false}, gone: {command: "python3", args: [$p, ""], internal_only: false}}}, per_space: {}}')"
trust
h servers offer sp; h servers test s; h servers test gone; h servers test sp
cat >"$SCRATCH/served.py" <<'END'
import json, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
from client import Client
c = Client("--confirm", "allow")
def h(*a):
    p = subprocess.run(["setsid", "-w", "handrail", *a], stdin=subprocess.DEVNULL, capture_output=True, text=True); print("$", a, p.returncode, (p.stdout + p.stderr)[:200])
def t(what, tool, **i):
    o = json.dumps(c.call(tool, **i)); print("RAN" if '"isError": true' not in o and '"error"' not in o.split('"content"')[0] else "NO", what, o[:300], flush=True)
time.sleep(1); c.request("tools/list", {})
def before(n, tool, **i): t("before-" + n, tool, **i)
before("s", "s__run", script="echo RAN"); before("gone", "gone__run", script="echo RAN"); before("bash", "bash", command="echo RAN"); before("mine", "mine"); before("sp", "sp__run", script="echo RAN"); before("read", "read", path="own.py")
h("tools", "off", "s__run"); t("after-s", "s__run", script="echo RAN")
h("servers", "off", "gone"); t("after-gone", "gone__run", script="echo RAN")
h("rules", "add", "deny", "bash"); t("after-bash", "bash", command="echo RAN")
h("rules", "add", "deny", "read(own.py)"); t("after-read", "read", path="own.py")
h("space", "distrust"); t("after-mine", "mine"); t("after-sp", "sp__run", script="echo RAN")
t("after-write", "write", path="new.txt", content="x")
c.close()
END
timeout 90 python3 "$SCRATCH/served.py" "$ATTACK" >"$SCRATCH/served" 2>&1 || true
cat "$SCRATCH/served" >>"$SCRATCH/log"
for w in s gone bash mine read; do grep -q "^RAN before-$w " "$SCRATCH/served" || dead "$w does not run before: $(grep "before-$w " "$SCRATCH/served")"; done
grep -q "^RAN before-sp " "$SCRATCH/served" || echo 'the server of the space does not run' >>"$SCRATCH/log"
grep -q "after-write" "$SCRATCH/served" || dead "it ended early: $(tail -n 2 "$SCRATCH/served")"
late=$(grep '^RAN after-' "$SCRATCH/served" | cut -d' ' -f2 | tr '\n' ' ' || true)
[ -z "$late" ] || broke "still runs in a process that was there: $late"
held
