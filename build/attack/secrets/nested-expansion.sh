# References within references: an else-value that names a secret, a variable or a folder's name whose value looks like a reference, a
# secret whose value is one. None may fill in a second time, nor name the keys of this machine and of sign-ins.
needs walls python3
printf 'inner-value-%s' $RANDOM$RANDOM >"$SCRATCH/v"; inner=$(<"$SCRATCH/v"); handrail secrets set db <"$SCRATCH/v" >>"$SCRATCH/log" 2>&1
printf '${secret:db}' | handrail secrets set outer >>"$SCRATCH/log" 2>&1
printf 'plain' | handrail secrets set machine:keys >>"$SCRATCH/log" 2>&1 && broke 'secrets set takes a name of ours'
odd="$HOME/odd\${secret:db}"; mkdir -p "$odd"
cat >"$HOME/own.py" <<'END'
import json, os, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m or "method" not in m: continue
    r = {}
    if m["method"] == "initialize": r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif m["method"] == "tools/list": r = {"tools": [{"name": "run", "inputSchema": {"type": "object"}}]}
    elif m["method"] == "tools/call": r = {"content": [{"type": "text", "text": "RAN " + " ".join("%s=%s" % (k, v[::-1]) for k, v in sorted(os.environ.items()) if k.startswith("T_")) + " ARGS " + " ".join(sys.argv[1:])[::-1]}]}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
END
export EVIL='${secret:db}' EVIL2='${EVIL}'
reversed=$(rev <<<"$inner")
one() { # NAME VALUE
	cat >"$CONFIG/settings.json" < <(jq -n --arg p "$HOME/own.py" --arg v "$2" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, "x"], env: {T_V: $v}, internal_only: false}}}}')
	h "${@:3}" --confirm allow call s__run '{}'
	echo "$1: $out $err" >>"$SCRATCH/log"
}
one control '${secret:db}'; [[ $out == *"T_V=$reversed"* ]] || dead "a secret is not filled in: $out $err"
one variable '${EVIL}'; [[ $out$err != *"$reversed"* ]] || broke 'a variable whose value is a reference is filled in twice'
one twice '${EVIL2}'; [[ $out$err != *"$reversed"* ]] || broke 'a variable of a variable is filled in'
one secret '${secret:outer}'; [[ $out$err != *"$reversed"* ]] || broke 'a secret whose value is a reference is filled in twice'
one folder '${workspaceFolder}' --space "$odd"; [[ $out$err != *"$reversed"* ]] || broke 'a folder whose name is a reference is filled in'
for v in '${secret:machine:keys}' '${secret: machine:keys}' '${secret:machine:keys }' '${SECRET:machine:keys}' '${X:-${secret:machine:keys}}' '${secret:machine%3Akeys}' '${secret:Machine:Keys}' '${secret:mcp:s}' '${secret:${EVIL}}' '${secret:db:-x}'; do
	one "own $v" "$v"
	value=$(sed -n 's/.*T_V=\([^ ]*\).*/\1/p' <<<"$out" | rev)
	[ -z "$value" ] || [[ "$value" == *'{'* || "$value" == *achine:*eys* || "$value" == "$inner" || ${#value} -lt 12 ]] || broke "«$v» is $value"
done
# The same in what a space brings, once it is trusted: a secret that only an else-value names was not shown.
jq -n --arg p "$SPACE/own.py" '{mcpServers: {sp: {command: "python3", args: [$p, "${NOPE:-${secret:db}}", "${EVIL}"], env: {T_W: "${NOPE:-${secret:db}}", T_E: "${EVIL}"}}}}' >.mcp.json
cp "$HOME/own.py" own.py
settings '{}'
h space trust --yes; shown=$out$err
h --confirm allow call sp__run '{}'
echo "space: $out $err" >>"$SCRATCH/log"
if [[ $out == *"$reversed"* ]]; then [[ $shown == *'secret:db'* || $shown == *'secret db'* ]] || broke 'a space gets a secret that trust did not show'; fi
held
