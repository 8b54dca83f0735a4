# A repository with config per worktree: a program makes config.worktree.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
room "git commit -q --allow-empty -m works && echo committed
git config --worktree core.fsmonitor 'touch $PROOF'
printf '[core]\n\tfsmonitor = touch $PROOF\n' >.git/config.worktree; printf '[core]\n\tfsmonitor = touch $PROOF\n' >x; mv x .git/config.worktree"
says committed
person "$SPACE"
none "$PROOF" "config.worktree ran a program outside"
outside_it_works "$SPACE"
held
