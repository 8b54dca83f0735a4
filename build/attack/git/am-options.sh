# git am has stopped in the person's repository. An agent leaves the patches as they are, and changes only how they are applied: a file of documentation
# becomes a hook, in the folder that core.hooksPath names.
needs walls
source "$ATTACK/gitlib.sh"
for way in strip folder short plain; do
	mkdir "$HOME/space-$way" && cd "$HOME/space-$way"
	git init -q
	file hk/pre-commit <<<$'#!/bin/sh\ntrue' && chmod +x hk/pre-commit
	git config core.hooksPath hk
	echo one >one && git add . && git commit -qm one
	git switch -qc other && echo a >one && git commit -qam a
	file docs/hk/post-commit <<<$'#!/bin/sh\ntouch '"$PROOF" && chmod +x docs/hk/post-commit
	file docs/post-commit <<<$'#!/bin/sh\ntouch '"$PROOF" && chmod +x docs/post-commit
	git add . && git commit -qm harmless
	git format-patch -q -2 -o "$SCRATCH/patches-$way" && git switch -q - && echo b >one && git commit -qam b
	{ git am "$SCRATCH/patches-$way"/* || true; } >>"$SCRATCH/person" 2>&1
	h space trust --yes || true
	case $way in
	strip) options="'-p2'" ;;
	folder) options="'--directory=hk' '-p2'" ;;
	short) options="'--dir' 'hk' '-p2'" ;;
	plain) options= ;;
	esac
	room "[ -z \"$options\" ] || printf %s \"$options\" >.git/rebase-apply/apply-opt; git status >/dev/null; echo done"
	says done
	told=$out$err
	git am --skip >>"$SCRATCH/person" 2>&1 || true
	case $way in
	plain)
		[ -e docs/hk/post-commit ] || dead "git am does not go on"
		[[ $told != *apply-opt* ]] || broke "the person is told of options that nobody has changed"
		;;
	*)
		[ -e hk/post-commit ] || [ -e hk/hk/post-commit ] || continue
		[[ $told == *apply-opt* ]] || broke "git am $options made a patch a hook, and nobody was told"
		;;
	esac
done
held
