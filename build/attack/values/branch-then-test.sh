# A value names a branch, which an agent can have made, and what it brings is run by the same command (as a clone of an address that is a value must not be).
needs walls git npm
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true"}}' >package.json && echo true >run.sh
git init -q -b main && git config user.name K && git config user.email k@k && git add . && git commit -qm x
git checkout -qb evil && echo '{"scripts":{"test":"touch ran"}}' >package.json && git commit -qam y
git checkout -q -b deep && echo 'touch ran' >run.sh && git commit -qam z && git checkout -q main
add 'git worktree add -q work {{x}} && bash work/run.sh' deep
add 'git worktree add -q work {{x}} && npm --prefix work test' evil
add 'git worktree add -q work {{x}} && cd work && npm test' evil
add 'git clone -q -b {{x}} . work && cd work && npm test' evil
add 'git clone -q . work && git -C work checkout -q {{x}} && bash work/run.sh' deep
add 'git merge -q {{x}} && npm test' evil
add 'git fetch -q . {{x}} && git checkout -q FETCH_HEAD && npm test' evil
add 'git pull -q . {{x}} && npm test' evil
add 'git cherry-pick {{x}} && npm test' evil
try
held
