# A repository without a hooks folder (an empty template): a program makes one.
needs walls
source "$ATTACK/gitlib.sh"
mkdir "$HOME/template" && git config --global init.templateDir "$HOME/template"
repository "$SPACE"
[ ! -e .git/hooks ] || dead "there is a hooks folder"
room "git commit -q --allow-empty -m works && echo committed
mkdir -p .git/hooks .git/info; printf '#!/bin/sh\ntouch $PROOF\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit; cp .git/hooks/post-commit .git/hooks/post-checkout"
says committed
person "$SPACE"
none "$PROOF" "a hook in a folder that did not exist ran outside"
outside_it_works "$SPACE"
held
