# The person works in an activated .venv, whose bin stands on their PATH: by programs, by the folders around it, by file tools, and where it is not there yet.
needs walls
git init -q
mkdir -p .venv/bin deep/er/bin && echo pip | tee .venv/bin/pip deep/er/bin/x >/dev/null
FIRST_ON_PATH=$SPACE/.venv/bin:$SPACE/deep/er/bin:$SPACE/later/bin:
room "p() { printf '#!/bin/sh\ntouch $PROOF\n' >\$1; chmod +x \$1; }
p .venv/bin/git; echo evil >>.venv/bin/pip
mv .venv .v2; mkdir -p .venv/bin; p .venv/bin/git
mv deep away; mv deep/er away; mkdir -p deep/er/bin; p deep/er/bin/git
rm -rf .venv deep; ln -s other .venv
mkdir -p node_modules/.bin venv3/bin; p node_modules/.bin/tool; p venv3/bin/tool
echo done"
says done
for f in node_modules/.bin/tool venv3/bin/tool; do [ -x "$f" ] || dead "ordinary work is refused: $f"; done
[ "$(cat .venv/bin/pip deep/er/bin/x)" = $'pip\npip' ] || broke "a program of the person's PATH was changed or taken away"
for f in .venv/bin/git deep/er/bin/git; do none "$f" "a program put $f onto the person's PATH"; done
OPTIONS=(--confirm deny)
for f in .venv/bin/git later/bin/git; do
	call write "$(jq -cn --arg path "$f" '{path: $path, content: "evil"}')"
	none "$f" "a file tool wrote $f onto the person's PATH unasked"
done
call patch "$(jq -cn '{patch: "diff --git a/.venv/bin/new b/.venv/bin/new\nnew file mode 100755\n--- /dev/null\n+++ b/.venv/bin/new\n@@ -0,0 +1,1 @@\n+evil\n"}')"
none .venv/bin/new "a patch put a program onto the person's PATH unasked"
OPTIONS=()
room "mkdir -p later/bin; printf '#!/bin/sh\ntouch $PROOF\n' >later/bin/git"
[ ! -e later/bin ] || [[ $out$err == *later/bin* ]] || broke "a folder of the person's PATH came, and nobody was told"
before=$(cat later/bin/git)
room 'echo more >>later/bin/git'
[ "$(cat later/bin/git)" = "$before" ] || broke "what was told of is still written"
held
