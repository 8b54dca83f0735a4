# A program adds a line to what is left of the person's rebase, which git would run when they go on.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git switch -qc side; echo side >one; git commit -qam side; git switch -q main; echo main >one; git commit -qam main; git switch -q side
list=.git/rebase-merge/git-rebase-todo
stop() { ! git rebase -q main >>"$SCRATCH/person" 2>&1 && [ -f $list ] || dead "the rebase does not stop"; }
go_on() { GIT_EDITOR=true git rebase --continue >>"$SCRATCH/person" 2>&1 || true; }
stop
room "echo solved >one; git add one && echo added
echo 'exec touch $PROOF' >>$list; echo 'x touch $PROOF' >x; cat x $list >y; mv y $list || cp y $list"
says added
go_on
none "$PROOF" "git ran a line of a program's when the rebase went on"
((${#broken[@]} > 0)) || { [ ! -e .git/rebase-merge ] || dead "the rebase could not go on"; }
((${#broken[@]} > 0)) || { git switch -qC again main~1; echo again >one; git commit -qam again; stop; echo solved >one; git add one; echo "exec touch $PROOF" >>$list; go_on; [ -e "$PROOF" ] || dead "git runs no such line"; }
held
