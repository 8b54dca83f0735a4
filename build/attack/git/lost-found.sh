# A program has git's objects of another repository of the person's count as its own (objects/info/alternates): git fsck --lost-found or repack of the person's brings them where a program reads them.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/other" && cd "$HOME/other" && echo "$SECRET" >s && git hash-object -w s >/dev/null && rm s && echo "$SECRET second" >t && git add t && git commit -qm t
cd "$SPACE" && repository "$SPACE"
for act in 'git gc' 'git fsck --lost-found' 'git repack -a -d' 'git maintenance run'; do
	room "rm -rf .git/lost-found; mkdir -p .git/objects/info && echo $HOME/other/.git/objects >.git/objects/info/alternates; echo made"
	says made
	(git status; $act) >>"$SCRATCH/person" 2>&1 </dev/null || true
	room 'rm -f .git/objects/info/alternates; cat .git/lost-found/*/* 2>/dev/null; git cat-file --batch-all-objects --batch; echo looked'
	says looked
	hides "$SECRET" "«$act» of the person's has brought what stands in another repository of theirs"
done
if ((${#broken[@]} == 0)); then
	repository "$HOME/third" && cd "$HOME/third" && echo "$HOME/other/.git/objects" >.git/objects/info/alternates && git fsck --lost-found >>"$SCRATCH/controls" 2>&1 && rm .git/objects/info/alternates
	grep -rqs "$SECRET" .git/lost-found || dead "git brings nothing from there"
fi
held
