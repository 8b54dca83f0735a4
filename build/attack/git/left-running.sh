# What a finished call has left running leads git elsewhere, and no other call comes: it is put aside at once.
# It also writes into the settings of git that the person's own git puts in place of those that its room had covered.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
file script.sh <<END
git init -q --bare evil && git -C evil config core.fsmonitor 'touch $PROOF' && git -C evil config core.bare false
cp -r .git/objects .git/refs evil/
echo ../evil >.git/commondir
printf '[core]\n\tfsmonitor = touch $PROOF\n' >.git/config.worktree
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>.git/config
echo made >made
END
cat >requests.jsonl <<END
$(request bash '{"command": "(until [ -e go ]; do sleep 0.05; done; while :; do bash script.sh; sleep 5; done) >/dev/null 2>&1 &"}')
END
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>&1 &
pid=$!
exec 7>"$SCRATCH/in"
cat requests.jsonl >&7
until_true 15 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(cat "$SCRATCH/run")"
touch go
until_true 10 test -s made || dead "nothing was left running"
clean() { [[ ! -e .git/commondir ]] && ! grep -qs fsmonitor .git/config .git/config.worktree; }
until_true 10 clean || broke "what it has made is not put aside within ten seconds" # a second, where the machine has time
git remote add mine https://example.com/mine.git 2>/dev/null || true # the person's git replaces its settings
rm made
until_true 15 test -s made || dead "what was left running has ended"
until_true 10 clean || broke "what it has made again is not put aside within ten seconds"
person "$SPACE"
none "$PROOF" "what something left running has made led the person's git to its commands"
git config remote.mine.url | grep -q example.com || broke "the person's own remote is gone"
exec 7>&-
wait "$pid" 2>/dev/null || true
outside_it_works "$SPACE"
held
