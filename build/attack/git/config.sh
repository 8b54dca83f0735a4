# A program writes lines into git's config that run something when the person uses git.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
room "git commit -q --allow-empty -m works && echo committed
for k in core.fsmonitor core.sshCommand core.pager core.editor core.askPass diff.external gpg.program sequence.editor credential.helper uploadpack.packObjectsHook alias.status interactive.diffFilter include.path filter.x.clean core.hooksPath core.attributesFile; do git config \$k 'touch $PROOF;false'; done
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>.git/config
printf '[core]\n\tfsmonitor = touch $PROOF\n' >c && mv -f c .git/config
cp .git/config d; printf '[core]\n\tfsmonitor = touch $PROOF\n' >>d; ln -f d .git/config; ln -sf \$PWD/d .git/config
git config --global core.fsmonitor 'touch $PROOF'; git config --worktree core.fsmonitor 'touch $PROOF'"
says committed
person "$SPACE"
none "$PROOF" "a line in git's config ran outside"
outside_it_works "$SPACE"
held
