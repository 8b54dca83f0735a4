# A program registers a worktree outside: git worktree repair, prune and move of the person's write a .git file there.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
script="mkdir -p .git/worktrees/x && echo ../.. >.git/worktrees/x/commondir && echo '$OUTSIDE/.git' >.git/worktrees/x/gitdir && git rev-parse HEAD >.git/worktrees/x/HEAD"
room "$script; echo made"
says made
(git worktree list; git worktree repair; git status) >>"$SCRATCH/person" 2>&1 || true
none "$OUTSIDE/.git" "git worktree repair wrote a .git outside"
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && bash -c "$script" && git worktree repair >>"$SCRATCH/controls" 2>&1 || true
	[ -e "$OUTSIDE/.git" ] || dead "git repairs nothing there"
fi
held
