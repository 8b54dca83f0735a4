# An agent gives an input twice, in other letters, or in letters that only fold to the same: a hook and a rule judge one
# value, the tool must not run the other.
needs walls jq
mkdir -p scripts
printf '#!/bin/bash\nc=$(jq -r .input.command <<<"$TOOL_INPUT"); case $c in *forbidden*) exit 1;; esac\n' >scripts/check.sh
hook 'bash scripts/check.sh'
trust
settings '{"rules": {"deny": ["write(private/**)", "read(private/**)", "bash(touch denied*)"]}}'
mkdir private; echo "$SECRET" >private/plan
k=$'\u212a' s=$'\u017f'
requests=(
	'{"command":"echo fine","command":"touch forbidden1"}'
	'{"command":"echo fine","Command":"touch forbidden2"}'
	'{"Command":"touch forbidden3","command":"echo fine"}'
	'{"command":"echo fine","COMMAND":"touch denied4"}'
	'{"command":"echo fine","\u0063ommand":"touch forbidden5"}'
	'{"command":"echo fine","command\u0000":"touch forbidden6"}'
	'{"COMMAND":"touch forbidden7"}'
	'{"command":"touch forbidden8","command":"echo fine"}'
	'{"command":["touch","forbidden9"]}'
	'{"command":"echo fine","cmd":"touch forbidden10"}'
	'{"command":"echo fine","input":{"command":"touch forbidden11"}}'
)
for input in "${requests[@]}"; do
	h --json call bash "$input"
	printf '{"type":"tool","name":"bash","input":%s}\n' "$input" >"$SCRATCH/one"
	handrail call - <"$SCRATCH/one" >>"$SCRATCH/log" 2>&1 || true
done
for i in 1 2 3 4 5 6 7 8 9 10 11; do
	[ ! -e "forbidden$i" ] && [ ! -e "denied$i" ] || broke "request $i ran past the hook or the rule: ${requests[i - 1]}"
done
for input in '{"path":"a","Path":"private/made","content":"x"}' '{"path":"a","PATH":"private/made","content":"x"}' '{"path":"a","path":"private/made","content":"x"}' '{"path":"private/x/../made","content":"x"}' '{"path":"Private/../private/made","content":"x"}' '{"path":"./private//made","content":"x"}'; do
	h --json call write "$input"
	none private/made "written past a deny: $input"
	rm -f private/made
done
for input in '{"path":"a","Path":"private/plan"}' '{"path":"a","path":"private/plan"}' '{"path":"a","file_path":"private/plan"}' '{"path":"a","file":"private/plan"}' '{"paths":["private/plan"]}' "{\"path\":\"file://$SPACE/private/plan\"}" '{"path":"~/space/private/plan"}' '{"path":"private/plan/"}' '{"path":"private/plan/."}'; do
	h --json call read "$input"
	hides "$SECRET" "read past a deny: $input"
done
for name in Bash BASH shell Shell sh builtin__bash builtin:bash core/bash 'bash ' $'bash\u200b' 'bаsh' run_command execute_command Task run_shell_command spawn Spawn; do
	h --json call "$name" '{"command":"touch forbidden-alias"}'
	[ ! -e forbidden-alias ] || { broke "as «$name» it passes the hook"; rm -f forbidden-alias; }
	h --json call "$name" '{"command":"touch denied-alias"}'
	[ ! -e denied-alias ] || { broke "as «$name» it passes the rule"; rm -f denied-alias; }
done
for name in Write WRITE create_file write_file Edit str_replace builtin__write; do
	h --json call "$name" '{"path":"private/made","file_path":"private/made","content":"x"}'
	none private/made "«$name» passes the rule of write"
done
shell 'touch ordinary'
alive "nothing runs" test -e ordinary
shell 'touch forbidden-plain'
none forbidden-plain "the hook is dead"
held
