# The person's hook in .git/hooks is a link to a script of the project, as many projects have it. A program
# of an agent changes that script; the person commits.
needs walls
source "$ATTACK/gitlib.sh"
repository .
mkdir -p tools/git; printf '#!/bin/sh\nexit 0\n' >tools/git/pre-commit; chmod +x tools/git/pre-commit
mkdir -p .git/hooks; ln -s ../../tools/git/pre-commit .git/hooks/pre-commit
git add tools; git commit -qm tools
room "
echo 'touch $PROOF' >tools/git/pre-commit || { mv tools/git tools/old; mkdir -p tools/git; printf '#!/bin/sh\ntouch $PROOF\n' >tools/git/pre-commit; chmod +x tools/git/pre-commit; }
sed -i '1a touch $PROOF' tools/git/pre-commit
touch made"
alive "the program could write nothing" test -e made
person .
none "$PROOF" "the person's git ran what a program had written into the target of a hook"
outside_it_works .
held
