# A program that a finished call has left running waits until Handrail has ended. Only then does it lead the person's git astray, in
# a repository that was there, and in one that it makes. The person works on; later Handrail starts again.
needs walls git
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
file script.sh <<EOF
git init -q --bare evil && git -C evil config core.fsmonitor 'touch $PROOF' && git -C evil config core.bare false
cp -r .git/objects .git/refs evil/
echo ../evil >.git/commondir
printf '[core]\n\tfsmonitor = touch $PROOF\n' >.git/config.worktree
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>.git/config
echo made >made
EOF
echo 'until [ -e go ]; do sleep 0.05; done; while :; do bash script.sh; sleep 2; done' >loop.sh
call bash '{"command": "bash loop.sh >/dev/null 2>&1 &"}'
[[ $refused == '' ]] || dead "the call did not run: $said$err"
sleep 0.5
touch go
until_true 10 test -s made || dead "nothing was left running: $(cat "$SCRATCH/log" | tail -c 300)"
sleep 2.5
person "$SPACE"
none "$PROOF" "after Handrail's end, what a call left running led the person's git to its commands"
rm -f "$PROOF"
# Handrail starts again, and its next call ends.
room true
sleep 1.5
person "$SPACE"
none "$PROOF" "after the next start, too"
h jobs
id=$(grep -oE 'left-[a-z0-9]+' <<<"$out" | head -n 1)
[ -z "$id" ] || h jobs stop "$id"
rm -f "$PROOF"
sleep 1.5
room true
person "$SPACE"
none "$PROOF" "after it was ended and Handrail started once more, too"
cat >script.sh <<EOF
printf '[core]\n\tfsmonitor = touch $PROOF\n' >>.git/config
EOF
outside_it_works "$SPACE"
held
