# The repository's config includes a file of the space, which a program writes.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
printf '[alias]\n\tst = status\n' >.gitconfig-team
git config include.path ../.gitconfig-team
git config includeIf.gitdir:~/.path ../.gitconfig-home
room "git commit -q --allow-empty -m works && echo committed; for f in .gitconfig-team .gitconfig-home; do printf '[core]\n\tfsmonitor = touch $PROOF\n' >\$f; done"
says committed
person "$SPACE"
none "$PROOF" "a file that git's config includes ran a program outside"
held
