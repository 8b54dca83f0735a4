# A submodule of the person's: a program names a repository below its ignored folders in the submodule's own index, which git status reads, too.
needs walls
source "$ATTACK/gitlib.sh"
repository "$HOME/origin"
repository "$SPACE"
git submodule --quiet add "$HOME/origin" sub && git commit -qm sub
for folder in node_modules/lib node_modules/a/node_modules/b .venv/lib target/x/y vendor/z; do
	rm -f "$PROOF"
	room "cd sub && d=$folder
mkdir -p \$d && git -C \$d init -q && cd \$d && echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a
printf '#!/bin/sh\ntouch $PROOF\n' >$SPACE/sub/watch; chmod +x $SPACE/sub/watch; git config core.fsmonitor $SPACE/sub/watch
cd $SPACE/sub && git add -f \$PWD/$folder && echo made"
	says made
	(git status --short; git diff) >>"$SCRATCH/person" 2>&1 || true
	none "$PROOF" "git status outside started a program of an agent's, from sub/$folder"
done
if ((${#broken[@]} == 0)); then bash script.sh >>"$SCRATCH/controls" 2>&1; git status >>"$SCRATCH/controls" 2>&1; [ -e "$PROOF" ] || dead "git status does not enter it even where nothing holds it"; fi
held
