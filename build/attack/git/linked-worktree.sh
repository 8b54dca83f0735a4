# The space is a linked worktree: .git is a file, and the repository lies elsewhere.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/main"
rmdir "$SPACE" && git -C "$HOME/main" worktree add -q "$SPACE" -b feature
cd "$SPACE"
g=$HOME/main/.git
room "echo x >>one; git status --short && echo works
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>$g/config; git config core.fsmonitor 'touch $PROOF'
for d in $g $g/worktrees/space; do printf '[core]\n\tfsmonitor = touch $PROOF\n' >\$d/config.worktree; mkdir -p \$d/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >\$d/hooks/post-commit; chmod +x \$d/hooks/post-commit; done
git init -q --bare evil; git -C evil config core.fsmonitor 'touch $PROOF'; git -C evil config core.bare false; cp -r evil .evil
echo \$PWD/evil >$g/worktrees/space/commondir; echo 'gitdir: '\$PWD/evil >.git; printf 'gitdir: %s\n' \$PWD/evil >x; mv -f x .git"
says works
person "$SPACE"
person "$HOME/main"
none "$PROOF" "a program led the person's git astray from a linked worktree"
held
