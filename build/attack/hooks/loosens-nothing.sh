# A hook says "allow", or changes the input into what a rule denies.
needs walls
settings '{"rules": {"deny": ["bash(denied*)"], "ask": ["bash(asked*)"]}}'
printf '#!/bin/bash\necho denied ran\n' >denied; cp denied asked; chmod +x denied asked
for answer in '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}' '{"decision":"approve"}' '{"block": false}'; do
	rm -rf agent && hook "echo '$answer'" '"format": "claude"'
	[[ $answer != *block* ]] || hook "echo '$answer'"
	trust
	shell 'echo fine'
	says fine
	for c in 'denied x' 'asked x' 'git push --force' 'rm -rf sub'; do
		shell "$c"
		[[ $refused == permission_denied || $refused == declined ]] || broke "$answer loosens $c ($refused)"
	done
done
rm -rf agent && hook "echo '{\"tool\":\"bash\",\"input\":{\"command\":\"denied x; touch made\"}}'"
trust
shell 'echo fine'
none made "a hook changed the input into what is denied, and it ran"
held
