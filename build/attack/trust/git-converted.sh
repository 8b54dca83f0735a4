# An agent commits a script of a trusted tool to a branch, with attributes by which git writes another text than lies in its
# objects: "ident", another encoding, line ends. The person checks the branch out.
needs walls
source "$ATTACK/gitlib.sh"
for way in plain ident encoding both eol merge-attribute; do
	space=$HOME/space-$way
	mkdir "$space" && cd "$space"
	git init -q
	file space.manifest.json <<<'{"id": "space", "name": "space"}'
	printf '#!/bin/sh\necho first\n' | file tools/say.sh
	tool say 'sh tools/say.sh'
	git add . && git commit -qm one
	h space trust --yes --own
	((code == 0)) || dead "the space could not be trusted: $err"
	call say '{}'
	says first "the tool does not run"
	attributes='* -text' extra=
	case $way in
	ident) attributes='tools/* ident' extra='# $Id$' ;;
	encoding) attributes='tools/* text working-tree-encoding=latin1' extra='# é' ;;
	both) attributes='tools/* ident text working-tree-encoding=latin1' extra='# é $Id$' ;;
	eol) attributes='tools/* text eol=crlf' extra='# a' ;;
	merge-attribute) attributes='tools/* ident merge=union' extra='# $Id: $' ;;
	esac
	room "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com GIT_INDEX_FILE=/tmp/index
git read-tree HEAD
blob=\$(printf '%s\\n' '#!/bin/sh' 'echo payload #' '$extra' | git hash-object -w --stdin)
attr=\$(printf '%s\\n' '$attributes' | git hash-object -w --stdin)
git update-index --add --cacheinfo 100644,\$blob,tools/say.sh --cacheinfo 100644,\$attr,.gitattributes
git update-ref refs/heads/work \$(git commit-tree \$(git write-tree) -p HEAD -m work)"
	alive "the agent made no branch" git rev-parse -q --verify work
	sleep 1
	git switch -q work >>"$SCRATCH/person" 2>&1 || dead "$way: $(tail -n 3 "$SCRATCH/person")"
	grep -q payload tools/say.sh || dead "$way brings no script"
	sleep 0.3
	call say '{}'
	[[ $said != *payload* ]] || broke "with the attributes «$attributes» an agent's script ran as the person's"
	[[ $way != plain ]] || [[ $refused == permission_denied ]] || dead "a plain branch is not held back: $refused"
done
held
