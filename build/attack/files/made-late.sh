# What a call of the command line has left running makes names that other programs read unasked, when the call, its process and then itself have ended: the next command of
# whatever kind must say so, and the record of the next call. What the person makes afterwards is not told.
needs walls
git init -q . && echo hi >README.md && git add -A && git -c user.name=p -c user.email=p@e.x commit -qm init
file late.sh <<'END'
until [ -e go ]; do sleep 0.05; done
mkdir .vscode; echo {} >.vscode/tasks.json; echo x >.envrc; mkdir -p .github/workflows; echo x >.github/workflows/w.yml; echo x >.huskyrc.js; touch made
END
shell '(setsid bash late.sh >/tmp/log 2>&1 &); sleep 0.2; echo left it'
says 'left it'
touch go
until_true 20 test -e made || dead "what was left running makes nothing"
names() { local n; for n in .vscode .envrc .github/workflows .huskyrc.js; do [[ $out$err$said == *"$n"* ]] || broke "$1 says nothing of $n"; done; }
h check; names "handrail check"
shell 'echo next'; names "the next call"
record=$(jq -r '.content // ""' <<<"$out"); [[ $record == *.envrc* ]] || broke "the record of the next call says nothing of it"
shell 'echo again'; hides .envrc "it is told again"
until_true 10 eval '! pgrep -u "$(id -u)" -f late.sh' || true
echo x >AGENTS.md; mkdir -p .cursor; shell 'echo last'; hides AGENTS.md "what the person has made is told as a program's"; hides .cursor "a folder that the person has made is told as a program's"
held
