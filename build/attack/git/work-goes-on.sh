# The walls around git must not stand in an agent's way: commit, switch, track, worktree, submodule, push -u.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/lib"
repository "$SPACE"
git init -q --bare remote.git && git remote add origin "$SPACE/remote.git" && git push -q origin main && git branch -q side && git push -q origin side && git branch -q -D side
git submodule --quiet add "$SPACE/remote.git" sub && git commit -qm sub && git submodule --quiet deinit -f sub && rm -rf .git/modules
try() { shell "$1"; [[ $out == *'"exit_code":0'* ]] && [[ -z $refused ]] || broke "$1: ${refused:-failed} $(tr '\n' ' ' <<<"$said" | tail -c 160)"; }
try 'echo more >>one && git commit -qam more'
try 'git switch -q -c feature && git push -q -u origin feature'
try 'git fetch -q origin && git switch -q --track origin/side && git switch -q main'
try 'git worktree add -q ../space/wt -b wt && git -C wt status --short && git worktree remove wt'
try 'git -c protocol.file.allow=always submodule --quiet update --init'
try 'git stash list && git tag v1 && git rebase -q main && git gc --quiet && git branch -q -d wt'
((${#broken[@]} == 0)) || broken=("ordinary work does not go on: ${broken[*]}")
held
