# A program makes hundreds of small git folders, each of which would have git start something: what they start is put aside, and neither the end of the call nor the next one takes minutes.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git add . && git commit -qm all --allow-empty
LC_ALL=C
took() { local began=$SECONDS; "${@:2}"; ((SECONDS - began <= $1)) || broke "with so many repositories, a call took $((SECONDS - began)) seconds"; }
took 60 room "for i in \$(seq 250); do mkdir -p r\$i/.git/objects r\$i/.git/refs r\$i/.git/hooks; echo 'ref: refs/heads/m' >r\$i/.git/HEAD
printf '[core]\n\tsshCommand = touch $PROOF\n' >r\$i/.git/config; printf '#!/bin/sh\n' >r\$i/.git/hooks/pre-commit; done; echo made"
says made
took 20 shell 'echo goes on'
says 'goes on'
left=$(grep -l sshCommand r*/.git/config | wc -l) hooks=$(find . -path '*/.git/hooks/pre-commit' | grep -c '/r' || true)
((left == 0)) || broke "$left repositories start a program"
((hooks == 0)) || broke "$hooks repositories have a hook"
[ "$(find . -maxdepth 3 -path './r*/.git/HEAD' | wc -l)" = 250 ] || dead "the repositories are not there"
held
