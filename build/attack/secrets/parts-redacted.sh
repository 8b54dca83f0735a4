# A server, a program and a hook say a secret where redaction may not look: in names, keys, addresses, kinds, errors and logs.
needs walls python3
s=$ATTACK/odd-server.py
value="kq7ZpL2z9xmW4rT81"
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
settings "$(jq -n --arg s "$s" '{rules: {allow: ["parts__*", "error__*"]}, tools: {mcp_servers: {parts: {command: "python3", args: [$s, "parts"], env: {API_KEY: "${secret:token}"}, internal_only: false}, error: {command: "python3", args: [$s, "error"], env: {API_KEY: "${secret:token}"}, internal_only: false}}}}')"
tool names 'bash names.sh' $'environment:\n  TOKEN: "${secret:token}"'
printf 'mkdir -p "d-$TOKEN"; echo x >"d-$TOKEN/f"; echo x >"f-$TOKEN.txt"; ln -s "to-$TOKEN" link; echo "c $TOKEN" >content; cat content; exec -a "job-$TOKEN" sleep 20 >/dev/null 2>&1 & echo RAN; exit 3\n' >names.sh
mkdir -p agent/hooks scripts
printf '#!/bin/bash\necho "hook says %s" >&2; echo "{\\"block\\": true, \\"message\\": \\"no: %s\\"}"\n' "$value" "$value" >scripts/h.sh
jq -n '{hooks: [{id: "guard", type: "pre_tool", tools: ["bash"], command: "bash scripts/h.sh", blocking: true}]}' >agent/hooks/guard.json
trust
list_servers
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
class C(Client):
    def request(self, method, params):
        self.n += 1; me = self.n
        self.line({"jsonrpc": "2.0", "id": me, "method": method, "params": {**params, "_meta": {"progressToken": me}}})
        while True:
            b = self.p.stdout.readline()
            if not b: return {"error": "it hung up"}
            m = json.loads(b)
            if "method" in m: print("parts__run HEARD", json.dumps(m))
            elif m.get("id") == me: return m
c = C(forms=accept)
c.request("logging/setLevel", {"level": "debug"})
for w, p in (("tools/list", {}), ("resources/list", {}), ("prompts/list", {}), ("resources/read", {"uri": "parts://a"}), ("prompts/get", {"name": "parts__pr"})): print("parts__run", w, json.dumps(c.request(w, p)))
for t in ("parts__run", "error__run"): print(t, json.dumps(c.call(t, script="x")))
c.close()
EOF
timeout 60 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>&1 || true
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q RAN "$SCRATCH/a" || dead "the server does not answer: $(head -c 300 "$SCRATCH/a")"
! grep -q "parts__run.*$value" "$SCRATCH/a" || broke "a client gets it in a part of a result: $(grep -oP ".{40}$value.{20}" "$SCRATCH/a" | head -n 5 | tr '\n' '|')"
! grep -q "error__run.*$value" "$SCRATCH/a" || broke "a client gets it in an error"
h call names --rehearse --discard
hides "$value" "a rehearsal shows it"
h --json call names --rehearse
h rehearsals list; rehearsed=$(awk 'NR == 2 {print $1}' <<<"$out")
alive "nothing was rehearsed" test -n "$rehearsed"
call names '{}'
says RAN
alive "the program had no secret" test -e "f-$value.txt"
hides "$value" "names: the result"
h --json runs list; run=$(jq -r .id <<<"$out" | head -n 1)
for v in "runs show $run" "--json runs show $run" "runs export $run" "runs undo $run --dry-run" "--json runs undo $run --dry-run" "rehearsals list" "rehearsals show $rehearsed" "--json rehearsals show $rehearsed" 'jobs' '--json jobs' 'servers list' 'servers show parts' 'hooks list' 'runs list' 'doctor'; do
	# shellcheck disable=SC2086
	h $v
	hides "$value" "it stands in «handrail ${v//$run/RUN}»: $(grep -hoP ".{0,40}$value" <<<"$out$err" | head -n 2 | tr '\n' '|')"
done
shell 'echo x'
hides "$value" "a hook's message"
h hooks list
hides "$value" "hooks list"
! grep -q "$value" agent/hooks/hook-states.json 2>/dev/null || broke "hook-states.json holds it"
for v in listdir glob grep; do
	case $v in listdir) call listdir '{"path":"."}' ;; glob) call glob '{"pattern":"**"}' ;; grep) call grep '{"pattern":"."}' ;; esac
	hides "$value" "$v shows it: $(grep -oP ".{0,30}$value" <<<"$said" | head -n 1)"
done
! grep -rlaq "$value" "$DATA" --include='*.db*' || broke "the journal's files hold it"
held
