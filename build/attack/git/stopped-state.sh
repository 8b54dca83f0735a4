# Something has stopped in the person's repository: a rebase, patches that are applied, a search. An agent changes where git
# goes when the person gives it up or goes on: the commit from before, the next patch, the branch to return to. It brings a
# hook by the folder that core.hooksPath names.
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
for way in branch rebase-abort am-continue am-abort bisect-reset pick-abort; do
	init "$HOME/space-$way"
	case $way in
	rebase-abort) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && { git rebase main || true; } ;;
	am-*)
		git switch -qc side HEAD~1 && echo a >a && git add a && git commit -qm a && echo b >b && git add b && git commit -qm b
		git format-patch -q -o "$SCRATCH/patches-$way" HEAD~2 && git switch -q main && echo other >a && git add a && git commit -qm other
		{ git am "$SCRATCH/patches-$way"/* || true; }
		;;
	bisect-reset) git bisect start && git bisect bad HEAD && git bisect good HEAD~1 || true ;;
	pick-abort) git switch -qc side HEAD~1 && echo three >one && git commit -qam three && echo z >z && git add z && git commit -qm z && git switch -q main && { git cherry-pick side~1 side || true; } ;;
	esac >>"$SCRATCH/person" 2>&1
	h space trust --yes || true
	room "$make
case $way in
branch) git update-ref refs/heads/work \$plain ;;
rebase-abort) echo \$plain >.git/rebase-merge/orig-head; echo 'detached HEAD' >.git/rebase-merge/head-name ;;
am-continue) git format-patch -1 --stdout \$plain >.git/rebase-apply/0002 ;;
am-abort) echo \$plain >.git/ORIG_HEAD; echo \$plain >.git/rebase-apply/orig-head ;;
bisect-reset) echo \$plain >.git/BISECT_START ;;
pick-abort) echo \$plain >.git/sequencer/head ;;
esac"
	if [[ $way == branch ]]; then
		says .githooks "a branch that brings a hook is not told"
		continue
	fi
	told=no
	[[ $out$err != *'.githooks'* && $out$err != *put?aside* && $out$err != *taken?out* ]] || told=yes
	rm -f "$PROOF"
	{
		case $way in
		rebase-abort) git rebase --abort ;;
		am-continue) echo both >a && git add a && git am --continue ;;
		am-abort) git am --abort ;;
		bisect-reset) git bisect reset ;;
		pick-abort) git cherry-pick --abort ;;
		esac
		echo "$RANDOM" >>one && git add one && git commit -qm more
	} >>"$SCRATCH/person" 2>&1 </dev/null || true
	[ ! -e "$PROOF" ] || [ $told = yes ] || broke "by $way the person's git ran a hook of the agent's, and nobody was told"
done
held
