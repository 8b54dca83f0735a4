# The folder of a space's definitions, or of its scripts, is a submodule. An agent makes a commit in the submodule's own
# repository and leads the branch's link to it; the person switches and updates the submodules.
needs walls
source "$ATTACK/gitlib.sh"
for what in agent tools; do
	space=$HOME/space-$what far=$HOME/far-$what
	git init -q "$far"
	mkdir "$space" && cd "$space"
	git init -q
	printf '#!/bin/sh\necho first\n' | file tools/say.sh
	tool say 'sh tools/say.sh'
	mv "$what" "$SCRATCH/$what" && cp -r "$SCRATCH/$what/." "$far" && git -C "$far" add . && git -C "$far" commit -qm one
	git submodule --quiet add "$far" "$what" >>"$SCRATCH/person" 2>&1
	file space.manifest.json <<<'{"id": "space", "name": "space"}'
	git add . && git commit -qm one
	h space trust --yes --own
	((code == 0)) || dead "the space could not be trusted: $err"
	call say '{}'
	says first "the tool does not run"
	path=say.sh text='#!/bin/sh
echo payload'
	[[ $what != agent ]] || path=tools/say.md text="$(sed 's/^command:.*/command: "echo payload"/' agent/tools/say.md)"
	room "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com GIT_INDEX_FILE=/tmp/index.$what
sub() { GIT_DIR=.git/modules/$what GIT_WORK_TREE=/tmp git \"\$@\"; }
rm -f /tmp/index.$what; sub read-tree HEAD
blob=\$(cat <<'TEXT' | sub hash-object -w --stdin
$text
TEXT
)
sub update-index --add --cacheinfo 100644,\$blob,$path
commit=\$(sub commit-tree \$(sub write-tree) -p HEAD -m work)
sub update-ref refs/heads/work \$commit
rm -f /tmp/index.$what; git read-tree HEAD
git update-index --add --cacheinfo 160000,\$commit,$what
git update-ref refs/heads/work \$(git commit-tree \$(git write-tree) -p HEAD -m work)"
	alive "the agent made no branch: $said" git rev-parse -q --verify work
	sleep 1
	{ git switch -q work && git submodule update; } >>"$SCRATCH/person" 2>&1 || dead "$what: $(tail -n 3 "$SCRATCH/person")"
	grep -rq payload "$what" || dead "the submodule brings nothing"
	sleep 0.3
	call say '{}'
	[[ $said != *payload* ]] || broke "what an agent committed to the submodule $what ran as the person's"
done
held
