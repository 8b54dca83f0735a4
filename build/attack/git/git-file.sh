# A submodule's .git is a file: a program has it lead to a repository that it has made.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/lib"
repository "$SPACE"
git submodule --quiet add "$HOME/lib" lib && git commit -qm sub
room "git -C lib log --oneline && echo works
git init -q evil; git -C evil config core.fsmonitor 'touch $PROOF'; echo one >evil/one; git -C evil add one; git -C evil commit -qm x
printf 'gitdir: ../evil/.git\n' >lib/.git; printf 'gitdir: ../evil/.git\n' >x; mv -f x lib/.git; rm -rf lib; cp -r evil lib"
says works
(git status; git -C lib status; git submodule status; git diff --submodule=diff; git submodule foreach git status) >>"$SCRATCH/person" 2>&1 || true
none "$PROOF" "a submodule's .git file led the person's git to a program's repository"
held
