# As below-node-modules, but the index that names the repository is in a form that is read more rarely: split, of version 4, or with a link to a base.
needs walls
source "$ATTACK/gitlib.sh"
for form in 'git update-index --split-index' 'git update-index --index-version 4' 'git update-index --split-index --index-version 4' 'git update-index --untracked-cache --split-index' 'git config feature.manyFiles true; git read-tree HEAD'; do
	space=$SPACE/${form//[^a-z]/} && repository "$space" && mkdir -p "$space/node_modules/pkg"
done
cat >script.in <<END
d=node_modules/lib
mkdir -p \$d && git -C \$d init -q && cd \$d && echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a
printf '#!/bin/sh\ntouch $PROOF\n' >../watch; chmod +x ../watch
git config core.fsmonitor \$PWD/../watch; cd ../..
git add -f \$PWD/node_modules/lib
END
for form in 'git update-index --split-index' 'git update-index --index-version 4' 'git update-index --split-index --index-version 4' 'git update-index --untracked-cache --split-index' 'git config feature.manyFiles true; git read-tree HEAD'; do
	rm -f "$PROOF"
	space=$SPACE/${form//[^a-z]/}
	room "cd $space && . $SPACE/script.in; git commit -qm link; $form; echo made"
	says made
	(cd "$space" && git status --short && git diff) >>"$SCRATCH/person" 2>&1 || true
	none "$PROOF" "after «$form» git status outside started a program of an agent's below node_modules"
done
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && bash "$SPACE/script.in" >>"$SCRATCH/controls" 2>&1; git status >>"$SCRATCH/controls" 2>&1
	[ -e "$PROOF" ] || dead "git status does not enter it even where nothing holds it"
fi
held
