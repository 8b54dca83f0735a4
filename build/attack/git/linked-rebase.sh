# A program moves the folder of the person's stopped rebase away, puts a link in its place, and adds a line to the list behind it.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git switch -qc side; echo side >one; git commit -qam side; git switch -q main; echo main >one; git commit -qam main; git switch -q side
list=.git/rebase-merge/git-rebase-todo
stop() { ! git rebase -q main >>"$SCRATCH/person" 2>&1 && [ -f $list ] || dead "the rebase does not stop"; }
go_on() { GIT_EDITOR=true git rebase --continue >>"$SCRATCH/person" 2>&1 || true; }
stop
room "echo solved >one; git add one && echo added
mv .git/rebase-merge taken; echo 'exec touch $PROOF' >>taken/git-rebase-todo; ln -s ../taken .git/rebase-merge"
says added
go_on
none "$PROOF" "git ran a line of a program's when the rebase went on"
((${#broken[@]} > 0)) || { rm -rf .git/rebase-merge* taken; git reset -q --hard; git switch -qC again main~1; echo again >one; git commit -qam again; stop; echo solved >one; git add one
mv .git/rebase-merge taken; ln -s ../taken .git/rebase-merge; echo "exec touch $PROOF" >>$list; go_on; [ -e "$PROOF" ] || dead "git follows no such link"; }
held
