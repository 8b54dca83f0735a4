# A served program asks for completions of a prompt's argument and watches resources, by which a server is told things without a
# question: where a rule asks or denies, of servers that are not offered, and after the rule came. The server must hear none of it.
needs python3 walls
cat >"$HOME/own.py" <<'END'
import json, os, sys
note = open(os.path.join(os.environ["HANDRAIL_SERVER_DATA"], "heard"), "a")
for line in sys.stdin:
    m = json.loads(line)
    M = m.get("method", "")
    if M not in ("ping",): note.write(line); note.flush()
    if "id" not in m or not M: continue
    r = {}
    if M == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "resources": {"subscribe": True}, "prompts": {}, "completions": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif M == "tools/list": r = {"tools": [{"name": "run", "inputSchema": {"type": "object"}}]}
    elif M == "resources/list": r = {"resources": [{"uri": sys.argv[1] + "://r", "name": "r"}]}
    elif M == "resources/templates/list": r = {"resourceTemplates": [{"uriTemplate": sys.argv[1] + "://{a}", "name": "t"}]}
    elif M == "prompts/list": r = {"prompts": [{"name": "p", "arguments": [{"name": "a"}]}]}
    elif M == "completion/complete": r = {"completion": {"values": ["COMPLETED"]}}
    elif M == "resources/read": r = {"contents": [{"uri": m["params"]["uri"], "text": "READ"}]}
    elif M == "prompts/get": r = {"messages": [{"role": "user", "content": {"type": "text", "text": "GOT"}}]}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
END
settings "$(jq -n --arg p "$HOME/own.py" 'def s($n; $i): {command: "python3", args: [$p, $n], internal_only: $i};
	{rules: {allow: ["free__*"], ask: ["asks__read_resource", "asks__get_prompt", "later__none"], deny: ["denied__read_resource", "denied__get_prompt"]},
	tools: {mcp_servers: {free: s("free"; false), asks: s("asks"; false), denied: s("denied"; false), hidden: s("hidden"; true), off: (s("off"; false) + {disabled: true})}}}')"
list_servers
cat >"$SCRATCH/served.py" <<'END'
import json, subprocess, sys
sys.path.insert(0, sys.argv[1])
from client import Client
c = Client()
for p in ("tools/list", "resources/list", "prompts/list"): c.request(p, {})
import time; time.sleep(3)
for s in sys.argv[2:]:
    word = "WORD-" + s
    for ref in ({"type": "ref/prompt", "name": s + "__p"}, {"type": "ref/resource", "uri": s + "://{a}"}, {"type": "ref/prompt", "name": "p"}):
        print(s, "complete", json.dumps(c.request("completion/complete", {"ref": ref, "argument": {"name": "a", "value": word}, "context": {"arguments": {"b": word}}}))[:300], flush=True)
    print(s, "subscribe", json.dumps(c.request("resources/subscribe", {"uri": s + "://" + word}))[:300], flush=True)
    print(s, "read", json.dumps(c.request("resources/read", {"uri": s + "://" + word}))[:300], flush=True)
    print(s, "prompt", json.dumps(c.request("prompts/get", {"name": s + "__p", "arguments": {"a": word}}))[:300], flush=True)
    print(s, "unsubscribe", json.dumps(c.request("resources/unsubscribe", {"uri": s + "://" + word}))[:300], flush=True)
if sys.argv[2] == "free":
    subprocess.run(["setsid", "-w", "handrail", "rules", "add", "deny", "free__read_resource"], stdin=subprocess.DEVNULL)
    subprocess.run(["setsid", "-w", "handrail", "rules", "add", "deny", "free__get_prompt"], stdin=subprocess.DEVNULL)
    w = "AFTER-free"
    for ref in ({"type": "ref/prompt", "name": "free__p"}, {"type": "ref/resource", "uri": "free://{a}"}):
        print("late", json.dumps(c.request("completion/complete", {"ref": ref, "argument": {"name": "a", "value": w}}))[:300])
    print("late", json.dumps(c.request("resources/subscribe", {"uri": "free://" + w}))[:300])
    print("late", json.dumps(c.request("resources/read", {"uri": "free://" + w}))[:300])
c.close()
END
timeout 60 python3 "$SCRATCH/served.py" "$ATTACK" free asks denied hidden off >"$SCRATCH/served" 2>&1 || true
cat "$SCRATCH/served" >>"$SCRATCH/log"
find "$DATA" -name heard -exec cat {} + >"$SCRATCH/heard"
grep WORD "$SCRATCH/heard" >>"$SCRATCH/log" || true
grep -q WORD-free "$SCRATCH/heard" || dead "not even what is allowed reaches a server: $(tail -n 4 "$SCRATCH/served")"
for s in asks denied hidden off; do
	! grep -q "WORD-$s" "$SCRATCH/heard" || broke "$s hears: $(grep "WORD-$s" "$SCRATCH/heard" | jq -r .method | sort -u | tr '\n' ' ')"
done
! grep -q AFTER-free "$SCRATCH/heard" || broke "after a deny a server still hears: $(grep AFTER-free "$SCRATCH/heard" | jq -r .method | sort -u | tr '\n' ' ')"
held
