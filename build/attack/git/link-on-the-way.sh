# The person's hooks folder is reached over a link on the way (.git/hooks -> ../tools/hooks, tools -> .real). A program puts a
# folder of its own into the place of the link.
needs walls
source "$ATTACK/gitlib.sh"
repository .
mkdir -p .real/hooks; printf '#!/bin/sh\n:\n' >.real/hooks/pre-commit; chmod +x .real/hooks/pre-commit
ln -s .real tools; rm -rf .git/hooks; ln -s ../tools/hooks .git/hooks
cp -a . "$HOME/copy"
room "rm tools; mkdir -p tools/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >tools/hooks/pre-commit; chmod +x tools/hooks/pre-commit"
person "$SPACE"
none "$PROOF" "git outside ran a hook of a program's"
cp script.sh "$HOME/copy/"; cd "$HOME/copy"
outside_it_works "$HOME/copy"
held
