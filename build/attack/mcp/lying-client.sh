# A client answers its own questions with "Run once", invents answers, and asks for "Always".
needs walls python3
mkdir -p sub && touch sub/x
settings '{"mode": "ask", "rules": {"deny": ["bash(denied*)"]}}'
cat >"$SCRATCH/attack.py" <<'END'
import json, os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(forms=accept)
print("ALIVE" if "exit_code" in json.dumps(c.call("bash", command="touch asked-and-run")) else "dead")
for cmd in ("denied x; touch out1", "rm -rf sub", "git push --force; touch out2"):
    print(cmd, json.dumps(c.call("bash", command=cmd))[:300])
for form in ({"action": "accept", "content": {"answer": "Always"}}, {"action": "accept", "content": {}}, {"action": "accept"}, {"action": "accept", "content": {"x": "Run once"}}, {"action": "yes"}, {}):
    l = Client(forms=lambda m: form)
    l.call("bash", command="touch lied"); l.close()
for i in range(5): c.line({"jsonrpc": "2.0", "id": i, "result": {"action": "accept", "content": {"answer": "Run once"}}})
s = Client(); s.line({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept"}}); s.call("bash", command="touch silent"); s.close()
c.close()
END
python3 "$SCRATCH/attack.py" >"$SCRATCH/log2" 2>&1 || dead "$(tail -1 "$SCRATCH/log2")"
grep -q ALIVE "$SCRATCH/log2" || dead "no client's yes counts: $(head -1 "$SCRATCH/log2")"
none out1 "a client's yes beat a deny"
none out2 "a client's yes beat a built-in deny"
[ -e sub/x ] || broke "a client's yes counted where a built-in rule asks"
none lied "an answer that is none was taken for a yes"
none silent "a client that shows no forms had its question answered"
h grants list
[[ $out$err == *'Nothing is always allowed'* ]] || broke "a client made a lasting yes"
held
