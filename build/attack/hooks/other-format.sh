# A blocking hook says no in words of the other format that is documented, in other letters or in UTF-16, and ends with 0. Nothing may run, and what it says
# must name the format.
needs walls python3
mkdir -p agent/hooks scripts
printf 'import sys\nsys.stdout.buffer.write(open("scripts/out", "rb").read())\n' >scripts/h.py
try() { # FORMAT NAME: with the answer on standard input
	cat >scripts/out
	jq -n --arg f "$1" '{hooks: [{id: "guard", type: "pre_tool", tools: ["bash"], command: "python3 scripts/h.py", blocking: true, format: $f}]}' >agent/hooks/guard.json
	trust
	shell 'touch ran'
	[ ! -e ran ] || broke "$1: $2 passes"
	rm -f ran
}
try handrail 'a control' <<<'{"block": true}'
try handrail decision <<<'{"decision":"block","reason":"no"}'
[[ $out$err$said == *claude* ]] || broke "the error does not name the format: $out$err"
try handrail hookSpecificOutput <<<'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
try handrail continue <<<'{"continue":false}'
try handrail 'words before it' <<<$'checking\n{"decision": "block"}'
try claude block <<<'{"block":true}'
[[ $out$err$said == *handrail* ]] || broke "the error does not name the format: $out$err"
try claude Decision <<<'{"Decision":"block"}'
try claude 'block within' <<<'{"hookSpecificOutput":{"block":true}}'
python3 -c "import sys; sys.stdout.buffer.write('{\"block\":true}'.encode('utf-16'))" | try handrail UTF-16
python3 -c "import sys; sys.stdout.buffer.write('{\"decision\":\"block\"}'.encode('utf-16-be'))" | try claude UTF-16
printf '' >scripts/out
shell 'touch ran'
[ -e ran ] || dead "a hook that says nothing does not let it pass: $out$err"
held
