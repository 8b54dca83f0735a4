# A driver that the person has set by hand is tied to every file, through info/attributes.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
printf '#!/bin/sh\n[ ! -e run-me ] || sh ./run-me; cat\n' >"$HOME/filter" && chmod +x "$HOME/filter"
git config filter.team.clean "$HOME/filter"
room "git commit -q --allow-empty -m works && echo committed; mkdir -p .git/info; echo '* filter=team' >.git/info/attributes; echo '* filter=team' >a && mv a .git/info/attributes; echo 'touch $PROOF' >run-me"
says committed
person "$SPACE"
none "$PROOF" "info/attributes tied a driver to files, which ran outside"
outside_it_works "$SPACE"
held
