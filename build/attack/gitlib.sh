# For the attacks on git: source "$ATTACK/gitlib.sh". The person's own git, and a repository of theirs.
needs git
export GIT_CONFIG_NOSYSTEM=1
git config --global user.name Kim
git config --global user.email kim@example.com
git config --global init.defaultBranch main
git config --global protocol.file.allow always
git config --global advice.detachedHead false

# repository FOLDER: a repository of the person's with one commit.
repository() {
	git init -q "$1"
	echo one >"$1/one"
	git -C "$1" add one
	git -C "$1" commit -qm one
}

# person FOLDER: what the person and their editor do there all day, outside the walls.
person() {
	(
		cd "$1" || exit
		git status --short; git diff; git log --oneline -1; git fetch --all; git pull --ff-only; git stash list
		echo "$RANDOM" >>one; git add one; git diff --cached; git commit -qm more; git switch -c "b$RANDOM"; git merge main
		git submodule status; git submodule update; git gc --auto; git push -q origin HEAD; git checkout -- .
	) >>"$SCRATCH/person" 2>&1 </dev/null || true
}

# outside_it_works FOLDER: a control: what the room's script has tried, done outside, leads git astray.
outside_it_works() {
	((${#broken[@]} == 0)) || return 0
	bash script.sh >>"$SCRATCH/controls" 2>&1 || true
	person "$1"
	[ -e "$PROOF" ] || dead "git is not led astray by this even where nothing holds it"
}
