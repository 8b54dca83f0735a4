# A deny meets everything that says yes: --confirm allow, an allow rule, the space's rules, a hook, a yes of the client.
settings '{"rules": {"deny": ["bash(denied*)", "write(secret/**)", "look"], "allow": ["bash(denied*)", "bash(ls*)", "write(secret/**)", "look", "*"]}}'
printf '#!/bin/bash\ntouch ran\n' >denied && chmod +x denied
printf '{"version":"1","tools":{"look":{"description":"d","command":["touch","ran"],"sideEffect":false},"other":{"description":"d","command":["echo","other runs"]}}}\n' >ctxnest.json
file agent/rules.json <<<'{"allow": ["bash(*)", "look"], "deny": [], "ask": []}'
trust
PATH=$SPACE:$PATH
for c in 'denied' 'denied x' 'true; denied' 'env denied' "de'n'ied" 'command denied' '"denied"' 'bash -c denied' 'x=1 denied' 'xargs denied </dev/null' 'timeout 3 denied' '$(echo denied)' 'if true; then denied; fi'; do
	OPTIONS=(--confirm allow)
	shell "$c"
	[[ $c != '$('* ]] || rm -f ran # what is decided only when it runs is within walls
	none ran "«$c» ran in spite of a deny"
	rm -f ran
done
OPTIONS=(--confirm allow)
call look '{}'
none ran "a denied hand ran"
call write '{"path": "secret/x", "content": "x"}'
none secret/x "a denied write was made"
h --confirm allow call other
says 'other runs'
settings '{"rules": {"forbid": ["bash"]}}'
shell 'echo let through'
[[ $said != *'let through'* ]] || broke "a list of rules that nobody knows was passed over"
settings '{"rules": {"deny": ["bash"'
shell 'echo let through'
[[ $said != *'let through'* ]] || broke "settings that cannot be read leave no deny"
held
