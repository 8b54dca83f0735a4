# The person uses husky: core.hooksPath leads to .husky, which a program writes.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p .husky/_ && printf '#!/bin/sh\nexit 0\n' | tee .husky/pre-commit .husky/_/pre-commit >/dev/null && chmod +x .husky/pre-commit .husky/_/pre-commit
git config core.hooksPath .husky/_
room "git commit -q --no-verify --allow-empty -m works && echo committed
for f in .husky/pre-commit .husky/_/pre-commit .husky/_/post-commit .husky/_/post-checkout .husky/_/post-index-change; do printf '#!/bin/sh\ntouch $PROOF\n' >\$f; chmod +x \$f; printf '#!/bin/sh\ntouch $PROOF\n' >x; chmod +x x; mv -f x \$f; done; mv .husky .h && cp -r .h .husky"
says committed
person "$SPACE"
none "$PROOF" "a hook of husky's folder ran outside"
held
