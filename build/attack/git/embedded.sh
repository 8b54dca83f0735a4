# A program makes an ordinary folder look like a repository, with settings; the person works in that folder.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir docs && echo one >docs/one && git add docs && git commit -qm docs
room "cd docs && mkdir -p objects refs/heads hooks && echo 'ref: refs/heads/main' >HEAD && echo made
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = $SPACE\n\tfsmonitor = touch $PROOF;false\n' >config
printf '#!/bin/sh\ntouch $PROOF\n' >hooks/post-index-change; chmod +x hooks/post-index-change"
says made
person "$SPACE/docs"
none "$PROOF" "git took settings from a folder that a program made a repository"
outside_it_works "$SPACE/docs"
held
