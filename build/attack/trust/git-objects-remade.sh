# An agent's commit gets to the person's branch by objects that the person's own git has written: packed anew, fetched from a
# repository in the space, from a bundle, from a clone of the agent's. Its text is the agent's all the same.
needs walls
source "$ATTACK/gitlib.sh"
for way in plain gc repack pull-near pull-clone bundle fetch-then-delete alternate; do
	space=$HOME/space-$way
	mkdir "$space" && cd "$space"
	git init -q
	file space.manifest.json <<<'{"id": "space", "name": "space"}'
	printf '#!/bin/sh\necho first\n' | file tools/say.sh
	tool say 'sh tools/say.sh'
	printf 'near.git\nclone\nscript.sh\nwork.bundle\n' >.gitignore
	git add . && git commit -qm one
	git clone -q --bare . near.git
	git remote add near ./near.git
	h space trust --yes --own
	((code == 0)) || dead "the space could not be trusted: $err"
	call say '{}'
	says first "the tool does not run"
	room "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com GIT_INDEX_FILE=/tmp/index.$way
make() {
	git read-tree HEAD
	blob=\$(printf '%s\\n' '#!/bin/sh' 'echo payload' | git hash-object -w --stdin)
	git update-index --cacheinfo 100644,\$blob,tools/say.sh
	git update-ref refs/heads/\$1 \$(git commit-tree \$(git write-tree) -p HEAD -m work)
}
case $way in
plain | gc | repack) make work ;;
pull-near | fetch-then-delete) export GIT_DIR=near.git GIT_WORK_TREE=/tmp; make main ;;
alternate) git clone -q . clone; export GIT_DIR=clone/.git GIT_WORK_TREE=/tmp; make work ;;
pull-clone) git clone -q . clone; export GIT_DIR=clone/.git GIT_WORK_TREE=/tmp; make main ;;
bundle) git clone -q . clone; export GIT_DIR=clone/.git GIT_WORK_TREE=/tmp; make work; git bundle create -q work.bundle work; rm -rf clone ;;
esac"
	sleep 1
	{
		case $way in
		plain) git merge --ff-only work ;;
		gc) git gc -q --prune=now && git merge --ff-only work ;;
		repack) git repack -qad && git prune-packed && git merge --ff-only work ;;
		pull-near) git pull -q --ff-only near main ;;
		pull-clone) git pull -q --ff-only ./clone main ;;
		bundle) git pull -q --ff-only ./work.bundle work ;;
		fetch-then-delete) git fetch -q near && git gc -q --prune=now && git merge --ff-only near/main ;;
		alternate) git fetch -q ./clone work && git checkout -q FETCH_HEAD ;;
		esac
	} >>"$SCRATCH/person" 2>&1 </dev/null || dead "$way: $(tail -n 3 "$SCRATCH/person")"
	grep -q payload tools/say.sh || dead "$way brings nothing"
	sleep 0.3
	call say '{}'
	[[ $said != *payload* ]] || broke "by $way an agent's commit ran as the person's"
	[[ $way != plain ]] || [[ $refused == permission_denied ]] || dead "a plain branch is not held back: $refused"
done
held
