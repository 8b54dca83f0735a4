# The repository was made with --separate-git-dir, inside the space: its folder has another name.
needs walls
source "$ATTACK/gitlib.sh"
rmdir "$SPACE" && mkdir "$SPACE" && cd "$SPACE"
git init -q --separate-git-dir "$SPACE/data" . && echo one >one && git add one && git commit -qm one
room "git commit -q --allow-empty -m works && echo committed
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>data/config; mkdir -p data/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >data/hooks/post-commit; chmod +x data/hooks/post-commit; git config core.sshCommand 'touch $PROOF'"
says committed
person "$SPACE"
none "$PROOF" "the config or the hooks of a separate git folder ran outside"
held
