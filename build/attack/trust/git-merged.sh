# An agent commits to a branch; the person merges, picks, rebases or unstashes it, and git makes a file of a trusted tool's
# script that neither side had. Its text is the agent's, but the object and the file are new, and made by the person's git.
needs walls
source "$ATTACK/gitlib.sh"
lines() { printf '%s\n' '#!/bin/sh' "$1" : : : : : : : : : : : : : : : : "$2"; }
for way in merge cherry-pick rebase stash; do
	space=$HOME/space-$way
	mkdir "$space" && cd "$space"
	git init -q
	file space.manifest.json <<<'{"id": "space", "name": "space"}'
	lines 'echo first' 'echo last' | file tools/say.sh
	tool say 'sh tools/say.sh'
	git add . && git commit -qm one
	h space trust --yes --own
	((code == 0)) || dead "the space could not be trusted: $err"
	call say '{}'
	says first "the tool does not run"
	room "git config user.name a; git config user.email a@example.com
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com GIT_INDEX_FILE=/tmp/index
git read-tree HEAD
blob=\$({ printf '%s\\n' '#!/bin/sh' 'echo payload' : : : : : : : : : : : : : : : : 'echo last'; } | git hash-object -w --stdin)
git update-index --cacheinfo 100644,\$blob,tools/say.sh
commit=\$(git commit-tree \$(git write-tree) -p HEAD -m work)
git update-ref refs/heads/work \$commit
idx=\$(git commit-tree HEAD^{tree} -p HEAD -m index)
git update-ref refs/stash-work \$(git commit-tree \$(git rev-parse \$commit^{tree}) -p HEAD -p \$idx -m stash)
git rev-parse work"
	alive "the agent made no branch" git rev-parse -q --verify work
	sleep 1
	# The person has changed the last line meanwhile, and has it known.
	lines 'echo first' 'echo the last' >tools/say.sh
	git commit -qam two
	h space trust --yes --own
	call say '{}'
	says 'the last' "what the person changed is not trusted"
	sleep 1
	case $way in
	merge) git merge -q -m merged work ;;
	cherry-pick) git cherry-pick work ;;
	rebase) git switch -q work && git rebase -q main ;;
	stash) git stash store "$(git rev-parse refs/stash-work)" && git stash apply ;;
	esac >>"$SCRATCH/person" 2>&1 </dev/null || dead "$way: $(tail -n 3 "$SCRATCH/person")"
	grep -q payload tools/say.sh && grep -q 'the last' tools/say.sh || dead "$way made no new file"
	sleep 0.3
	call say '{}'
	[[ $said != *payload* ]] || broke "after $way a script with an agent's line ran as the person's"
done
held
