# Handrail is killed while a program makes what leads git elsewhere; so nobody looks when the call ends. The
# Handrail that starts next does not take it for the person's.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
git worktree add -q -b side side
room "git commit -q --allow-empty -m works && echo committed"
says committed
file plant.sh <<END
git init -q --bare evil && git -C evil config core.fsmonitor 'touch $PROOF' && git -C evil config core.bare false
cp -r .git/objects .git/refs evil/
echo ../evil >x; mv x .git/commondir
printf '[core]\n\tfsmonitor = touch $PROOF\n' >y; cp y .git/config.worktree; cp y .git/worktrees/side/config.worktree
mkdir -p .git/info; printf '* filter=evil\n' >.git/info/attributes
echo made >made
END
start handrail call bash '{"command": "bash plant.sh; sleep 100", "timeout": 110}'
until_true 15 test -s made || dead "the program did not run"
kill -KILL "$pid"
wait "$pid" 2>/dev/null || true
[ -e .git/commondir ] || dead "Handrail had put it aside already, so this attack came too late"
room "true"
git worktree add -q -b mine mine >>"$SCRATCH/controls" 2>&1 || true
person "$SPACE"
person "$SPACE/side"
none "$PROOF" "what a killed call has left was taken for the person's"
room "echo again"
[ -e side/.git ] && [ -e mine/.git ] || broke "the person's worktree is gone"
cp plant.sh script.sh
outside_it_works "$SPACE"
held
