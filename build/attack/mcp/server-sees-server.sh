# A server, and a program of the space, look for the variables, the memory and the files of another server and of a tool with a secret
# that run at the same time.
needs walls python3
s=$ATTACK/odd-server.py
value=zq81hidden-words-of-two
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
settings "$(jq -n --arg s "$s" '{rules: {allow: ["one__*", "two__*"]}, tools: {mcp_servers: {one: {command: "python3", args: [$s], env: {API_KEY: "${secret:token}"}, internal_only: false}, two: {command: "python3", args: [$s], internal_only: false}}}}')"
tool secretly 'bash secretly.sh' $'environment:\n  TOKEN: "${secret:token}"'
echo 'echo began; sleep 8' >secretly.sh
trust
list_servers
look='for p in /proc/[0-9]*; do tr "\\0" "\\n" <$p/environ; done 2>/dev/null | grep -E "^(API_KEY|TOKEN)=" | rev; cat /tmp/of-* /tmp/*/of-* 2>/dev/null | rev; ls -d /proc/[0-9]* | wc -l; find / -name "of-*" -newer /proc/1 2>/dev/null | head; echo looked'
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys, threading, time
sys.path.insert(0, os.environ["ATTACK"])
from client import *
look = sys.argv[1]
def one(c, *a, **k): print(a[0], json.dumps(c.call(*a, **k))[:1500], flush=True)
c = Client()
print("CONTROL", json.dumps(c.call("one__run", script="echo $API_KEY | rev; echo of-server | tee /tmp/of-server; mkdir -p $HANDRAIL_SERVER_DATA; echo $API_KEY >$HANDRAIL_SERVER_DATA/of-data")), flush=True)
# a line each, so that all of them live at the same time
c.n += 3
for i, (t, a) in enumerate((("secretly", {}), ("one__run", {"script": "sleep 8; echo slept"}))): c.line({"jsonrpc": "2.0", "id": 500 + i, "method": "tools/call", "params": {"name": t, "arguments": a}})
time.sleep(2.5)
one(c, "two__run", script=look)
one(c, "bash", command="bash look.sh")
c.close()
EOF
printf '%s\n' "$look" >look.sh
timeout 80 python3 "$SCRATCH/a.py" "$look" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
back=$(rev <<<"$value")
grep -q "CONTROL.*$back" "$SCRATCH/a" || dead "the server has no secret: $(head -n 2 "$SCRATCH/a")"
[ "$(grep -c looked "$SCRATCH/a")" -ge 2 ] || dead "nobody looked: $(tail -n 3 "$SCRATCH/a")"
for who in two__run bash; do ! grep "^$who" "$SCRATCH/a" | grep -q "$back" || broke "$who sees the secret of another"; done
! grep '^two__run' "$SCRATCH/a" | grep -q revres || broke "a server reads another's /tmp"
held
