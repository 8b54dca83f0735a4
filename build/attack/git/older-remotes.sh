# A program names the person's remote in .git/remotes, which is no setting: a push runs its repository's hooks.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
room "git init -q --bare store.git && echo made; printf '#!/bin/sh\ntouch $PROOF\n' >post-receive; chmod +x post-receive; cp post-receive store.git/hooks/
mkdir -p .git/remotes .git/branches; printf 'URL: $SPACE/store.git\nPush: HEAD\n' >.git/remotes/origin; echo '$SPACE/store.git' >.git/branches/origin"
says made
cp post-receive store.git/hooks/ # what matters here is where the push goes
person "$SPACE"
none "$PROOF" "the person's push went where a program sends it"
rm -rf .git/remotes store.git
outside_it_works "$SPACE"
held
