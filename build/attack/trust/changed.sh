# What was trusted changes: a tool, a script, a hand's program, what a link leads to, a deny rule that goes.
mkdir -p scripts && echo 'echo good' >scripts/a.sh
tool one 'echo good'
tool two 'bash scripts/a.sh'
printf '{"version":"1","tools":{"three":{"description":"d","command":["echo","good"]}}}\n' >ctxnest.json
file agent/rules.json <<<'{"deny": ["bash(denied*)"]}'
trust
OPTIONS=(--confirm allow)
for t in one two three; do call $t '{}'; says good; done
changed() { call "$1" '{}'; [[ $said != *evil* ]] || broke "$2"; }
tool one 'echo evil'; changed one "a changed tool runs"
echo 'echo evil' >scripts/a.sh; changed two "a changed script runs"
echo 'echo good' >scripts/a.sh; mv scripts s2; mkdir scripts; echo 'echo evil' >scripts/a.sh; changed two "another folder with the script runs"
rm -r scripts; mkdir "$HOME/elsewhere"; echo 'echo evil' >"$HOME/elsewhere/a.sh"; ln -s "$HOME/elsewhere" scripts; changed two "a script behind a link runs"
sed -i s/good/evil/ ctxnest.json; changed three "a changed hand runs"
old=$(stat -c %y agent/tools/one.md); tool one 'echo evil'; touch -d "$old" agent/tools/one.md; changed one "a tool with its old time runs"
tool four 'echo evil'; changed four "a new tool runs"
rm agent/rules.json
PATH=$SPACE:$PATH; printf '#!/bin/sh\necho evil\n' >denied; chmod +x denied
shell 'denied x'
hides evil "a deny rule that was deleted no longer holds"
held
