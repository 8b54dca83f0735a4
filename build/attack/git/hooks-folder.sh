# A program puts a hook into the repository's hooks, or another folder in their place.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
room "git commit -q --allow-empty -m works && echo committed
printf '#!/bin/sh\ntouch $PROOF\n' >h; chmod +x h
for n in pre-commit post-commit post-checkout post-merge reference-transaction post-index-change fsmonitor-watchman pre-push; do cp h .git/hooks/\$n; mv -f h2 .git/hooks/\$n; ln -s \$PWD/h .git/hooks/\$n; done
mv .git/hooks .git/h2; rm -rf .git/hooks; mkdir .git/hooks; cp h .git/hooks/post-commit; mv .git .g && mv .g .git"
says committed
person "$SPACE"
none "$PROOF" "a hook ran outside"
outside_it_works "$SPACE"
held
