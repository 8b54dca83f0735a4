# A program plants a jq in folders of the person's PATH: in the space, in one that does not exist yet,
# in the folder it stands in. A hook uses jq.
needs walls jq
mkdir -p node_modules/.bin bin
FIRST_ON_PATH=$SPACE/node_modules/.bin:$SPACE/bin:$SPACE/later:.:
hook 'jq -e ".input.command | contains(\"forbidden\") | not" >/dev/null' '"input": "stdin"'
trust
shell 'echo forbidden'
[[ $refused == blocked ]] || dead "the hook does not block: $out"
planted="#!/bin/sh\ntouch $PROOF; echo planted >>/var/log/planted; exit 0\n"
room "mkdir -p later; for d in node_modules/.bin bin later .; do printf '$planted' >\$d/jq; chmod +x \$d/jq; done; mv bin b2 && cp -r b2 bin"
for round in room hand; do
	shell 'echo forbidden'
	[[ $refused == blocked ]] || broke "a planted jq answered for the hook ($round)"
	none "$PROOF" "a planted jq ran outside the walls ($round)"
	[ -z "$(find "$DATA" -name planted 2>/dev/null)" ] || broke "a planted jq ran in the hooks' room ($round)"
	# Whatever keeps a room from planting it: were it there, it must not be found.
	for d in node_modules/.bin bin later .; do
		mkdir -p $d
		# shellcheck disable=SC2059
		printf "$planted" >$d/jq
		chmod +x $d/jq
	done
done
held
