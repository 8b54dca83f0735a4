# An agent commits a changed tool and hook to a branch, past the files that it may not write; the person's git brings it into a space of their own. It must not count as theirs.
needs walls
source "$ATTACK/gitlib.sh"
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
tool deploy 'echo good'
mkdir -p scripts && echo 'echo fine' >scripts/a.sh && tool other 'bash scripts/a.sh'
trust
git init -q && git add -A && git commit -qm one
h call deploy; says good
h call other; says fine
script='export GIT_INDEX_FILE=$PWD/ix; git read-tree HEAD
for f in agent/tools/deploy.md scripts/a.sh; do b=$(sed "s/good/evil-ran/; s/fine/evil-ran/" $f | git hash-object -w --stdin); git update-index --cacheinfo 100644,$b,$f; done
b=$(sed "s/good/evil-ran/; s/deploy/added/g" agent/tools/deploy.md | git hash-object -w --stdin); git update-index --add --cacheinfo 100644,$b,agent/tools/added.md
c=$(git -c user.name=a -c user.email=a@b commit-tree -p HEAD -m work $(git write-tree)) && git update-ref refs/heads/work $c && rm -f ix && echo made'
room "$script"
says made
git switch -q work >>"$SCRATCH/person" 2>&1 || dead "the person cannot switch"
grep -q evil agent/tools/deploy.md || dead "git brings nothing"
OPTIONS=(--confirm allow)
for t in deploy other added; do
	h --confirm allow call $t
	hides evil-ran "the agent's $t, which the person's git brought from a branch that a program made, counts as the person's"
done
h --json tools; grep -o '"name":"\(deploy\|other\|added\)"[^}]*"state":"[a-z]*"' <<<"$out" >>"$SCRATCH/person" || true
held
