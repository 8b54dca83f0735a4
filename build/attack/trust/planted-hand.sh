# A hand's program is a bare name: an agent plants a program of the space before it on PATH.
needs walls
mkdir -p node_modules/.bin bin
printf '{"version":"1","tools":{"lint":{"description":"d","command":["sort","note"]}}}\n' >ctxnest.json
echo visible >note
printf 'visible first\n' >node_modules/.bin/tool && chmod +x node_modules/.bin/tool
FIRST_ON_PATH=$SPACE/node_modules/.bin:$SPACE/bin:
trust
h call lint
says visible
planted='#!/bin/sh\necho evil-ran\n'
room "printf '$planted' >x; chmod +x x; for d in node_modules/.bin bin; do cp x \$d/sort; mv -f x \$d/tool; mv \$d gone; done; mv node_modules nm"
call write "$(jq -cn --arg c "$(printf "$planted")" '{path: "bin/sort", content: $c}')"
[ ! -e bin/sort ] || chmod +x bin/sort
h --confirm deny call lint
hides evil-ran "a planted program ran as a trusted hand, unasked"
held
