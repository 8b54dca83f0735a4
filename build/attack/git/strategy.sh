# The person's rebase and cherry-pick have stopped. A program names another strategy in git's notes on them, which git
# starts as a program: git-merge-x/evil of the space, when the person goes on.
needs walls
source "$ATTACK/gitlib.sh"
stopped() {
	repository "$1"
	(
		cd "$1"
		git switch -qc side; echo side >one; git commit -qam side; echo more >two; git add two; git commit -qm two
		git switch -q main; echo main >one; git commit -qam main
		[ "$2" = pick ] || git switch -q side
		if [ "$2" = pick ]; then git cherry-pick main..side; else git rebase main; fi
		echo both >one; git add one
	) >>"$SCRATCH/controls" 2>&1 || true
}
goes_on() { (cd "$1"; GIT_EDITOR=true git rebase --continue; GIT_EDITOR=true git cherry-pick --continue) >>"$SCRATCH/person" 2>&1 </dev/null || true; }
SCRIPT="mkdir -p git-merge-x; printf '#!/bin/sh\ntouch $PROOF\nexit 1\n' >git-merge-x/evil; chmod +x git-merge-x/evil
for d in .git/rebase-merge .git/sequencer; do [ ! -d \$d ] || { echo x/evil >\$d/strategy; printf '[options]\n\tstrategy = x/evil\n' >\$d/opts; }; done
ls .git/rebase-merge .git/sequencer"
for kind in rebase pick; do
	stopped "$SPACE/$kind" "$kind"; stopped "$HOME/$kind" "$kind"
	cd "$SPACE/$kind"; room "$SCRIPT"
	goes_on "$SPACE/$kind"
	none "$PROOF" "the person's $kind went on with a program of the space"
	rm -f "$PROOF"
	cd "$HOME/$kind"; (eval "$SCRIPT") >>"$SCRATCH/controls" 2>&1 || true; goes_on "$HOME/$kind"
	[ -e "$PROOF" ] || { [ $kind = rebase ] || dead "git is not led astray by $kind"; }
	rm -f "$PROOF"
done
held
