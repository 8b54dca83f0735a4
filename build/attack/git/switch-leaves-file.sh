# An agent switches branches in a room, where a script that git's settings name is read-only: git ends well and leaves the old one, which the next commit of all changes would take
# back. The call must tell.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p tools && printf '#!/bin/sh\ncat\n' >tools/clean.sh && chmod +x tools/clean.sh && git config filter.x.clean ./tools/clean.sh
git add -A && git commit -qm one && git switch -qc b && echo '# b' >>tools/clean.sh && echo b >b.txt && git add -A && git commit -qm b && git switch -q main
h call bash '{"command": "git switch b; git rev-parse --abbrev-ref HEAD"}'
says b "git does not switch in a room"
[ -e b.txt ] || dead "git does not switch in a room"
if ! grep -q '# b' tools/clean.sh; then
	[[ $out == *"person was told"*tools/clean.sh*"stayed as they were"* ]] || broke "nobody was told that the script is another branch's"
fi
held
