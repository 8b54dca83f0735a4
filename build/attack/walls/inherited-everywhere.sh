# The person starts Handrail from a shell that has files and sockets of theirs open, as shells of editors and agents do. Whatever Handrail starts (bash,
# spawn, a declared tool, a hand, a hook, a server, a job, a rehearsal, what is left running) has none of them, by number or by the room's own process.
needs walls python3
service
mkdir -p agent/tools
look='import os,sys
for n in sorted(os.listdir("/proc/self/fd"), key=int):
    try: t = os.readlink("/proc/self/fd/" + n)
    except OSError: continue
    if int(n) > 2:
        try: b = os.pread(int(n), 60, 0)
        except OSError: b = b""
        print("HAS", n, t, b)
for p in os.listdir("/proc"):
    if p.isdigit():
        try:
            for n in os.listdir("/proc/%s/fd" % p):
                t = os.readlink("/proc/%s/fd/%s" % (p, n))
                if "outside" in t or ".ssh" in t or "planted" in t: print("OTHER", p, n, t)
        except OSError: pass
'
printf '%s' "$look" >look.py
tool looks 'python3 look.py' 'sideEffect: false'
jq -n '{version: "1", tools: {looks: {description: "d", command: ["python3", "look.py"]}}}' >ctxnest.json
mkdir -p agent/hooks; jq -n '{hooks: [{id: "lk", type: "pre_tool", tools: ["bash"], command: "python3 look.py >/var/log/hook-looked", blocking: false}]}' >agent/hooks/h.json
cat >"$HOME/srv.py" <<EOF
import json, os, subprocess, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m or "method" not in m: continue
    r = {}
    if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "description": "d", "inputSchema": {"type": "object"}}]}
    elif m["method"] == "tools/call": r = {"content": [{"type": "text", "text": "LOOKED " + subprocess.run([sys.executable, "$SPACE/look.py"], capture_output=True, text=True, close_fds=False).stdout}]}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}) + "\n"); sys.stdout.flush()
EOF
settings "$(jq -n --arg s "$HOME/srv.py" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s], internal_only: false}}}}')"
trust; list_servers
exec 31<"$OUTSIDE/secret" 32>>"$OUTSIDE/planted" 33<"$HOME/.ssh" 34<>"/dev/tcp/127.0.0.1/$port" 35<"$HOME/.ssh/id_ed25519" 36<"$CONFIG/settings.json"
p=$(basename "$SPACE")
python3 look.py >"$SCRATCH/controls"
grep -q "$SECRET" "$SCRATCH/controls" || dead "the shell's own programs do not have them either"
for c in 'call bash command=python3\ look.py' 'call spawn {"command":"python3","args":["look.py"]}' 'call looks {}' "call ${p}__looks {}" 'call srv__run {}' 'call bash command=python3\ look.py --rehearse --discard' 'call bash {"command":"setsid\ python3\ look.py\ >left\ 2>&1\ &\ sleep\ 0.5;\ cat\ left"}' 'call bash {"command":"python3\ look.py\ >job","background":true}'; do
	eval "set -- $(sed 's/[{}",>&;]/\\&/g' <<<"$c")"
	h --confirm allow "$@"
	sleep 0.3
	hides "$SECRET" "«$1 $2» hands on a file that the person's shell had open"
	{ [[ $out != *planted* && $out != *OTHER* && $out != *id_ed25519* && $out != *settings.json* && $out != *'HAS'*"socket:"* ]]; } || broke "«$1 $2» hands on what the person's shell had open: $(grep -oE '(HAS|OTHER)[^\\]*' <<<"$out" | head -n 4 | tr '\n' ' ')"
done
n=$(find "$DATA" -name hook-looked | head -n 1)
[ -n "$n" ] || dead "the hook does not look"
! grep -qE "planted|id_ed25519|OTHER|$SECRET" "$n" || broke "a hook has what the person's shell had open: $(head -n 3 "$n" | tr '\n' ' ')"
[ ! -f job ] || ! grep -qE "planted|id_ed25519|OTHER" job || broke "a job has them"
held
