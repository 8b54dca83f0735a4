# As rerere-reads, in a linked worktree and in a submodule of the person's, and by a rebase and a stash instead of a commit.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/origin"
repository "$SPACE"
git worktree add -q work 2>>"$SCRATCH/controls" && git submodule --quiet add "$HOME/origin" sub && git commit -qm sub
id=00112233445566778899aabbccddeeff00112233
script="for d in .git .git/modules/sub; do mkdir -p \$d/rr-cache/$id && echo x >\$d/rr-cache/$id/preimage; done
printf '%s\t%s\0' $id ../../.ssh/id_ed25519 | tee .git/worktrees/work/MERGE_RR >.git/modules/sub/MERGE_RR; echo made"
room "$script"
says made
(cd work && git commit -q --allow-empty -m x; cd ../sub && git commit -q --allow-empty -m x; git rerere) >>"$SCRATCH/person" 2>&1 </dev/null || true
room 'cat .git/rr-cache/*/* .git/modules/sub/rr-cache/*/* 2>/dev/null; echo looked'
says looked
hides "$SECRET" "the person's git commit in a worktree or submodule has copied their key to where a program reads it"
if ((${#broken[@]} == 0)); then
	bash -c "$script" >/dev/null; (cd work && git commit -q --allow-empty -m x; cd ../sub && git commit -q --allow-empty -m x) >>"$SCRATCH/controls" 2>&1 || true
	grep -rqs "$SECRET" .git || dead "git copies nothing by such a file"
fi
held
