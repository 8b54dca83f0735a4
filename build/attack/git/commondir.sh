# A program makes .git/commondir, so that git takes config and hooks from elsewhere.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
room "git init -q --bare evil && git -C evil config core.fsmonitor 'touch $PROOF' && git -C evil config core.bare false; mkdir -p evil/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >evil/hooks/post-commit; chmod +x evil/hooks/post-commit
git commit -q --allow-empty -m works && echo committed; echo \$PWD/evil >.git/commondir; echo ../evil >x; mv x .git/commondir; cp -r .git/objects .git/refs evil/"
says committed
person "$SPACE"
none "$PROOF" "commondir led the person's git to a program's config"
outside_it_works "$SPACE"
held
