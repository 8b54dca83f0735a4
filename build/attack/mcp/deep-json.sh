# A client, a server, a hook and the command line send JSON of a million levels, numbers of a million digits, keys without end, and escapes that double.
# Handrail goes on and stays small.
needs python3 walls
hook "cat /var/log/x 2>/dev/null || printf '{\"block\": false, \"modified_input\": %s}' \"\$(printf '[%.0s' \$(seq 1 60000))\"; exit 0"
jq '.hooks[0].tools = ["glob"]' agent/hooks/guard.json >x && mv x agent/hooks/guard.json
trust
echo fine-text >plain.txt
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, resource, subprocess, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
N = 1000000
bombs = {
    "arrays": "[" * N + "]" * N, "objects": '{"a":' * N + "1" + "}" * N, "open": "[" * N, "digits": "1" * N, "exponent": "1e999999999", "minus": "-" * N,
    "keys": "{" + ",".join('"k%d":1' % i for i in range(200000)) + "}", "same": "{" + ",".join('"k":1' for i in range(200000)) + "}", "escapes": '"' + "\\u0041" * 500000 + '"', "surrogates": '"' + "\\ud800" * 200000 + '"', "nul": '"a\\u0000b"'}
for where in ("input", "value", "params", "id", "meta", "answer", "line"):
    for name, b in bombs.items():
        c = Client()
        line = {"input": '{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"read","arguments":%s}}', "value": '{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"write","arguments":{"path":"x","content":%s}}}',
            "params": '{"jsonrpc":"2.0","id":50,"method":"tools/call","params":%s}', "id": '{"jsonrpc":"2.0","id":%s,"method":"tools/list"}', "meta": '{"jsonrpc":"2.0","id":50,"method":"tools/list","params":{"_meta":%s}}',
            "answer": '{"jsonrpc":"2.0","id":1,"result":%s}', "line": "%s"}[where] % b
        try: c.raw((line + "\n").encode())
        except OSError as e: pass
        try: x = json.dumps(c.call("read", path="plain.txt")) if name != "open" or where == "line" else "fine-text"
        except Exception as e: x = repr(e)
        if "fine-text" not in x:
            c.p.kill()
            c = Client(); y = json.dumps(c.call("read", path="plain.txt"))
            print("GAVE UP" if "hung up" in x or "Broken" in x or "JSON" in x else "ODD", where, name, x[:100], "fine-text" in y)
        else: print("OK", where, name)
        c.p.kill(); c.p.wait()
        if where not in ("input", "params") and name in ("keys", "same", "escapes", "surrogates"): pass
print("MB", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
EOF
timeout 110 python3 "$SCRATCH/a.py" >"$SCRATCH/a" 2>"$SCRATCH/a.err" || broke "it hung: $(tail -n 1 "$SCRATCH/a")"
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q '^OK' "$SCRATCH/a" || dead "no client is served: $(tail -n 2 "$SCRATCH/a.err")"
! grep -qiE 'stack overflow|goroutine|fatal error|panic' "$SCRATCH/a.err" "$SCRATCH/a" || broke "it crashed: $(grep -iE 'stack overflow|fatal error|panic' "$SCRATCH/a.err" | head -n 1)"
mb=$(sed -n 's/^MB //p' "$SCRATCH/a"); ((${mb:-0} < 1500)) || broke "Handrail took $mb MB"
python3 -c 'print("{\"path\":" + "[" * 1000000 + "]" * 1000000 + "}")' >deep.json
h call read @deep.json
[[ $err$out != *goroutine* && $err$out != *'stack overflow'* ]] || broke "the command line crashed"
{ head -c 2000000 deep.json; echo; request read '{"path": "plain.txt"}'; } | timeout 30 handrail call - >"$SCRATCH/b" 2>&1 || true
grep -q fine-text "$SCRATCH/b" || broke "call - does not go on after such a line: $(head -c 300 "$SCRATCH/b")"
h call glob '{"pattern": "*"}'
[[ $err$out != *goroutine* ]] || broke "a hook's answer crashed it"
held
