# .git is a link to a repository outside, is a folder of other things, or is very large.
needs walls
source "$ATTACK/gitlib.sh"
repository "$OUTSIDE/repo"
ln -s "$OUTSIDE/repo/.git" .git
room "echo free >file && cat file; printf '[core]\n\tfsmonitor = touch $PROOF\n' >>.git/config; mkdir -p .git/hooks; printf '#!/bin/sh\ntouch $PROOF\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit; git config core.fsmonitor 'touch $PROOF'; git config core.pager 'touch $PROOF'"
says free
person "$OUTSIDE/repo"
none "$PROOF" "a program changed a repository outside, to which .git is a link"
rm .git && mkdir -p .git/modules && (cd .git/modules && seq 3000 | xargs mkdir) && echo not a repository >.git/config
before=$SECONDS
shell 'echo still works'
[[ $said == *'still works'* ]] || broke "a .git that is no repository keeps calls from running: $out"
((SECONDS - before < 10)) || broke "a large .git makes a call slow: $((SECONDS - before)) s"
held
