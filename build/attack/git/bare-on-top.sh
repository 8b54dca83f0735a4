# A program takes away .git/HEAD, so that .git is no repository, and makes the space's own folder a bare one.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
script="mkdir -p objects refs/heads && echo 'ref: refs/heads/main' >HEAD && printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch $PROOF;false\n' >config
mv .git/HEAD .git/GONE || rm -rf .git/refs .git/objects"
room "$script; echo made"
says made
person "$SPACE"
none "$PROOF" "git took the settings of the space's own folder, which a program made a repository"
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && bash -c "$script"; person "$HOME/other"
	[ -e "$PROOF" ] || dead "git takes nothing from there"
fi
held
