# A program makes a repository that would have git start something; the person removes it, and later calls, of other processes, make it again: each time what it starts is taken out.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git add . && git commit -qm all --allow-empty
cat >make.sh <<END
mkdir -p again && git -C again init -q && git -C again config core.fsmonitor "touch $PROOF; false"
END
for _ in 1 2 3; do
	room 'bash make.sh; echo made'
	says made
	[ -e again/.git/config ] || dead "there is no repository"
	git -C again status >/dev/null 2>&1 || true
	none "$PROOF" "git runs what a program has set in a repository that it makes again"
	rm -rf again
	room true
done
bash make.sh && git -C again status >/dev/null 2>&1 || true
[ -e "$PROOF" ] || dead "git starts nothing by this even where nothing holds it"
held
