# A folder of the person's PATH, where no agent writes, holds links into the space: jq itself, and one over a
# folder that is a link. A program writes what they lead to. A hook uses jq.
needs walls jq
mkdir -p tools "$HOME/bin" "$HOME/way"
FIRST_ON_PATH=$HOME/bin:$HOME/way:
ln -s "$SPACE/tools" "$HOME/between"
printf '#!/bin/sh\necho fine\n' >"$HOME/bin/mine"
chmod +x "$HOME/bin/mine"
hook 'mine >>/var/log/mine; jq -e ".input.command | contains(\"forbidden\") | not" >/dev/null' '"input": "stdin"'
trust
for to in "$HOME/bin/jq $SPACE/tools/jq" "$HOME/way/jq ../between/jq"; do
	rm -f "$HOME/bin/jq" "$HOME/way/jq"
	# shellcheck disable=SC2086
	set -- $to
	ln -s "$2" "$1"
	shell 'echo forbidden'
	[[ $refused == blocked ]] || dead "the hook does not block: $out"
	room "printf '#!/bin/sh\ntouch $PROOF; echo planted >>/var/log/planted; exit 0\n' >tools/jq; chmod +x tools/jq"
	[ -x "$1" ] || dead "the link leads to nothing"
	shell 'echo forbidden'
	[[ $refused == blocked ]] || broke "what $1 leads to answered for the hook"
	h doctor
	[[ $out == *"$1"* ]] || broke "the doctor does not tell of $1"
	h check
	[[ $out$err == *"$1"* ]] || broke "check does not tell of $1"
	rm -f tools/jq
done
none "$PROOF" "it ran outside the walls"
[ -z "$(find "$DATA" -name planted 2>/dev/null)" ] || broke "it ran in the hooks' room"
[ -n "$(find "$DATA" -name mine -type f 2>/dev/null)" ] || dead "the other program of the folder was not found"
held
