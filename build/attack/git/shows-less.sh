# The person's git status shows less: by a list of what git leaves out in one repository, and by marks in the index. Git writes both, so they stay;
# the person is told.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
echo two >two && git add two && git commit -qm two
git ls-files -v | grep -q '^H one' || dead "the index is marked already"
room "echo '*.py' >>.git/info/exclude; echo evil >evil.py; git update-index --skip-worktree one; echo evil >>one; git update-index --assume-unchanged two; echo evil >>two; echo done"
says done
[ -z "$(git status --porcelain -- one two evil.py)" ] || dead "git status shows what was hidden"
for name in '*.py' one two; do
	[[ $out$err == *'shows less'*"$name"* ]] || broke "nobody was told that git status no longer shows $name"
done
room "git status --short; echo done"
says done
hides 'shows less' "it is told again at each call"
held
