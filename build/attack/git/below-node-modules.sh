# A program makes a repository with a setting that starts a program in a folder that is not searched for
# repositories (node_modules), and puts it into the index as a submodule: git status enters it.
needs walls
source "$ATTACK/gitlib.sh"
repository .
room "
d=node_modules/lib
mkdir -p \$d && git -C \$d init -q && cd \$d && echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a
printf '#!/bin/sh\ntouch $PROOF\n' >../watch; chmod +x ../watch
git config core.fsmonitor $SPACE/node_modules/watch
cd $SPACE && git add -f \$PWD/node_modules/lib && git commit -qm link"
git ls-files -s >>"$SCRATCH/person"; cat node_modules/lib/.git/config >>"$SCRATCH/person" 2>&1 || true
person .
none "$PROOF" "git status outside started a program of an agent's, from a submodule below node_modules"
((${#broken[@]} > 0)) || rm -rf node_modules
outside_it_works .
held
