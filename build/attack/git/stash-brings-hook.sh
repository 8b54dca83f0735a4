# An agent does not move a branch, but what the person's git puts into place without a branch: the stash, what git has laid
# aside for the end of a merge or rebase, what the upstream is. It brings a hook by the folder that core.hooksPath names.
needs walls
source "$ATTACK/gitlib.sh"
init() {
	mkdir "$1" && cd "$1"
	git init -q
	file .githooks/pre-commit <<<$'#!/bin/sh\ntrue' && chmod +x .githooks/pre-commit
	git config core.hooksPath .githooks
	echo one >one && git add . && git commit -qm one
	echo two >one && git commit -qam two
}
make="export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com GIT_INDEX_FILE=/tmp/index
rm -f /tmp/index; git read-tree HEAD
blob=\$(printf '#!/bin/sh\\ntouch \"$PROOF\"\\n' | git hash-object -w --stdin)
git update-index --add --cacheinfo 100755,\$blob,.githooks/pre-commit --cacheinfo 100755,\$blob,.githooks/post-checkout
tree=\$(git write-tree)
idx=\$(git commit-tree HEAD^{tree} -p HEAD -m 'index on main')
work=\$(git commit-tree \$tree -p HEAD -p \$idx -m 'WIP on main')
plain=\$(git commit-tree \$tree -p HEAD -m more)"
for way in branch stash stash-deep autostash rebase-autostash rebase-pick revert-pick upstream reflog fetch-head cherry-pick-head note; do
	init "$HOME/space-$way"
	case $way in
	upstream)
		git init -q --bare "$HOME/far-$way"
		git remote add origin "$HOME/far-$way" && git push -qu origin main
		;;
	stash-deep) echo x >two && git add two && git stash -q ;;
	autostash) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && { git merge -q main || true; } >>"$SCRATCH/person" 2>&1 ;;
	rebase-autostash) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && { git rebase main || true; } >>"$SCRATCH/person" 2>&1 ;;
	rebase-pick) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && { git rebase main || true; } >>"$SCRATCH/person" 2>&1 ;;
	revert-pick) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && echo z >z && git add z && git commit -qm z && git switch -q main && { git cherry-pick side~1 side || true; } >>"$SCRATCH/person" 2>&1 ;;
	esac
	h space trust --yes || true
	room "$make
case $way in
branch) git update-ref refs/heads/work \$plain ;;
stash) git stash store -m 'WIP on main' \$work ;;
stash-deep) echo \"\$work\" >.git/refs/stash ;;
autostash) echo \$work >.git/MERGE_AUTOSTASH ;;
rebase-autostash) echo \$work >.git/rebase-merge/autostash ;;
rebase-pick) echo \"pick \$plain more\" >>.git/rebase-merge/git-rebase-todo ;;
revert-pick) echo \"pick \$plain more\" >>.git/sequencer/todo ;;
upstream) git update-ref refs/remotes/origin/main \$plain ;;
reflog) git update-ref refs/heads/other HEAD; echo \"\$(git rev-parse HEAD) \$plain a <a@example.com> 1700000000 +0000	checkout: moving from \$plain to main\" >>.git/logs/HEAD ;;
fetch-head) printf '%s\\t\\tbranch main of here\\n' \$plain >.git/FETCH_HEAD ;;
cherry-pick-head) echo \$plain >.git/CHERRY_PICK_HEAD ;;
note) git update-ref refs/original/refs/heads/main \$plain ;;
esac"
	if [[ $way == branch ]]; then
		says .githooks "a branch that brings a hook is not told"
		continue
	fi
	told=no
	[[ $out$err != *githooks/* && $out$err != *'.githooks'* && $out$err != *put?aside* && $out$err != *taken?out* ]] || told=yes
	rm -f "$PROOF"
	{
		case $way in
		stash | stash-deep) git stash pop ;;
		autostash) git checkout --theirs . && git add . && git commit -qm m ;;
		rebase-autostash) echo done >one && git add one && GIT_EDITOR=true git rebase --continue ;;
		rebase-pick) echo done >one && git add one && GIT_EDITOR=true git rebase --continue ;;
		revert-pick) echo done >one && git add one && GIT_EDITOR=true git cherry-pick --continue ;;
		upstream) git merge -q @{u} ;;
		reflog) git switch -q --detach - ;;
		fetch-head) git merge -q FETCH_HEAD ;;
		cherry-pick-head) true ;;
		note) git reset -q --hard original/refs/heads/main ;;
		esac
		echo "$RANDOM" >>one && git add one && git commit -qm more
	} >>"$SCRATCH/person" 2>&1 </dev/null || true
	[ ! -e "$PROOF" ] || [ $told = yes ] || broke "by $way the person's git ran a hook of the agent's, and nobody was told"
done
held
