# Submodules' configs and hooks below .git/modules, with slashes in their names.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/lib"
repository "$SPACE"
git submodule --quiet add "$HOME/lib" libs/deep/one && git commit -qm sub
m=.git/modules/libs/deep/one
[ -f $m/config ] || dead "the submodule's config lies elsewhere"
room "git -C libs/deep/one log --oneline && echo works
git -C libs/deep/one config core.fsmonitor 'touch $PROOF'
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>$m/config; mkdir -p $m/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >$m/hooks/post-checkout; chmod +x $m/hooks/post-checkout
git -C libs/deep/one config core.fsmonitor 'touch $PROOF'"
says works
(git status; git -C libs/deep/one status; git -C libs/deep/one checkout -q -b x; git submodule update) >>"$SCRATCH/person" 2>&1 || true
none "$PROOF" "a submodule's config or hook ran outside"
held
