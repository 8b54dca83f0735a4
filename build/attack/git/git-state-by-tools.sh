# File tools write, unasked, what the person's git reads: its own files, scripts and settings that it names, under other spellings and by patches.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p conf tools .githooks sub && echo x >plain && echo '[user]' >conf/team && printf '#!/bin/sh\n' | tee tools/clean.sh .githooks/pre-commit >/dev/null
git config include.path ../conf/team; git config --global include.path "$SPACE/conf/later"; git config filter.x.clean ./tools/clean.sh; git config core.hooksPath .githooks
ln -s .git way; ln -s tools/clean.sh other
git worktree add -q work
move() { printf 'diff --git a/%s b/%s\nsimilarity index 100%%\n%s from %s\n%s to %s\n' "$2" "$3" "$1" "$2" "$1" "$3"; }
new() { printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1 @@\n+evil\n' "$1"; }
paths=(.git/MERGE_RR .git/index .git/info/exclude .git/rr-cache/x/postimage .git/objects/info/alternates .git/refs/heads/x way/config way/hooks/pre-commit ./.git/./config sub/../.git/hooks/x "$SPACE/.git/hooks/y" conf/later tools/../conf/later .githooks/post-checkout .githooks/x/y sub/.git sub/.git/config work/.git/x .git/worktrees/work/config.worktree .git/worktrees/work/MERGE_RR .gitmodules sub/.gitmodules '.git ' .git/hooks/../hooks/z)
unset 'paths[22]'
{
	for p in "${paths[@]}"; do request write "$(jq -cn --arg p "$p" '{path: $p, content: "evil\n"}')"; request patch "$(jq -cn --arg p "$(new "$p")" '{patch: $p}')"; done
	for p in .git/hooks/pre-push conf/later .githooks/pre-push tools/clean.sh .git/config way/hooks/a; do for how in copy rename; do request patch "$(jq -cn --arg p "$(move $how plain "$p")" '{patch: $p}')"; done; done
	for p in tools/clean.sh other conf/team .githooks/pre-commit; do request edit "$(jq -cn --arg p "$p" '{path: $p, old_string: "i", new_string: "evil"}')"; request read "$(jq -cn --arg p "$p" '{path: $p}')"; request write "$(jq -cn --arg p "$p" '{path: $p, content: "evil\n"}')"; done
} >"$SCRATCH/wanted"
OPTIONS=(--confirm deny)
many <"$SCRATCH/wanted"
mapfile -t asked <"$SCRATCH/wanted"
for i in "${!answers[@]}"; do
	[[ ${asked[i]} != *'"read"'* ]] || continue
	[ -n "${codes[i]}" ] || broke "done unasked: ${asked[i]}"
done
! grep -rlqs evil .git conf tools .githooks work/.git || broke "one of git's files has been written"
call write '{"path": "sub/fine", "content": "evil\n"}'
[ -e sub/fine ] || dead "nothing can be written"
held
