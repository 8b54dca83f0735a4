# A command is padded so that a hook does not see it whole.
needs walls jq
hook 'printf %s "$TOOL_INPUT" | jq -e ".input.command | contains(\"forbidden\") | not" >/dev/null'
trust
shell 'echo fine'
says fine
shell 'echo forbidden'
[[ $refused == blocked ]] || dead "the hook does not block"
for n in 100000 131000 140000 300000; do
	python3 -c 'import json,sys; n=int(sys.argv[1]); print(json.dumps({"command": "echo forbidden #" + "x"*n}))' "$n" >"$SCRATCH/input"
	h --json call bash "@$SCRATCH/input"
	[[ $out != *'"exit_code":0'* ]] || broke "a command of $n bytes passed a hook that forbids it"
done
held
