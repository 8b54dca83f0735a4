# A blocking hook names a file of plain text that its program reads as code. An agent changes the text, so that the hook
# lets everything pass.
needs walls
mkdir -p agent/hooks
n=0 commands=() plans=()
code() { commands+=("$1") plans+=("$2" "$3"); n=$((n + 1)); }
no='exit 1' yes='exit 0'
code 'bash PLAN' "$no" "$yes" # known: it is pinned
code 'bash <PLAN' "$no" "$yes"
code '. ./PLAN' "$no" "$yes"
code 'setarch '"$(uname -m)"' sh PLAN' "$no" "$yes"
code 'ssh-agent sh PLAN' "$no" "$yes"
code 'awk -f PLAN /etc/passwd' 'BEGIN { exit 1 }' 'BEGIN { exit 0 }'
code 'sqlite3 -bail :memory: <PLAN' '.exit 1' '.exit 0'
code 'sqlite3 -init PLAN :memory: .exit </dev/null' '.exit 1' '.exit 0'
code 'vim -es -u NONE -S PLAN' 'cquit 1' 'qall!'
code 'vim -es -u PLAN' 'cquit 1' 'qall!'
code 'gdb -q -batch -x PLAN </dev/null' 'quit 1' 'quit 0'
code 'split --filter=sh PLAN' "$no" "$yes"
code 'ed -s /dev/null <PLAN' 'x' 'q'
code 'make -s -f PLAN' $'a:\n\t@false' $'a:\n\t@true'
code 'gcc @PLAN -E -x c /dev/null' '-wrapper false' '-wrapper true'
code 'tclsh PLAN' "$no" "$yes"
code 'jq -en -f PLAN' false true
for ((i = 0; i < n; i++)); do
	plan=plan$i
	printf '%s\n' "${plans[2 * i]}" >"$plan"
	hook "${commands[i]//PLAN/$plan}"
	trust
	shell 'echo passed'
	if [[ $said == *passed* ]]; then
		((i > 0)) || dead "a blocking hook does not block"
		continue
	fi
	# Another folder's agent would be as good: what a call of a tool that the hook does not guard writes.
	call write "$(jq -cn --arg p "$plan" --arg c "${plans[2 * i + 1]}" '{path: $p, content: $c}')"
	call read "$(jq -cn --arg p "$plan" '{path: $p}')"
	call write "$(jq -cn --arg p "$plan" --arg c "${plans[2 * i + 1]}
" '{path: $p, content: $c}')"
	printf '%s\n' "{\"type\":\"tool\",\"name\":\"read\",\"input\":{\"path\":\"$plan\"}}" "$(jq -cn --arg p "$plan" --arg c "${plans[2 * i + 1]}
" '{type: "tool", name: "write", input: {path: $p, content: $c}}')" | many
	shell 'echo passed'
	[[ $said != *passed* ]] || broke "«${commands[i]}» let a call pass after an agent had changed the text"
done
# A control: the text decides. What the person writes into it and trusts lets the call pass.
echo "$yes" >plan0 && hook 'bash plan0' && trust
shell 'echo passed'
says passed "the hook never lets a call pass"
held
