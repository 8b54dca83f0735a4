# The person's hook of git, and other protected files, have a second name in the space (ln tools/pre-commit .git/hooks/pre-commit). A
# program, and a file tool, write by that name.
needs walls git
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p tools .git/hooks .vscode
printf '#!/bin/sh\nexit 0\n' >tools/pre-commit; chmod +x tools/pre-commit
ln tools/pre-commit .git/hooks/pre-commit
ln .git/config tools/gitconfig
echo '{}' >.vscode/tasks.json; ln .vscode/tasks.json tools/tasks
git add tools one; git commit -qm tools
cp .git/config "$SCRATCH/config"
# An agent's program makes no second names itself.
room 'for f in .git/hooks/pre-commit .git/config .vscode/tasks.json; do ln "$f" "made-${f##*/}" && echo "MADE $f"; done; true'
hides 'MADE' "a program gives a protected file a second name: $(grep MADE <<<"$said" | tr '\n' ' ')"
room "printf '[core]\n\tfsmonitor = touch $PROOF; false\n' >>tools/gitconfig; echo '{\"evil\":1}' >tools/tasks; true"
echo "config: $(cmp .git/config "$SCRATCH/config" && echo same)" >>"$SCRATCH/log"
git status >/dev/null 2>&1 || true; git diff >/dev/null 2>&1 || true
none "$PROOF" "a program wrote git's settings by a second name"; rm -f "$PROOF"
! grep -q evil .vscode/tasks.json || broke "a program wrote .vscode/tasks.json by a second name"
cat "$SCRATCH/config" >.git/config
call bash "$(jq -cn --arg p "$PROOF" '{command: "printf \"#!/bin/sh\\ntouch \($p)\\n\" >tools/pre-commit; echo went on"}')"
says 'went on'
echo more >>one; git commit -qam more || true
none "$PROOF" "a program wrote git's hook by its second name"
rm -f "$PROOF"
rm -f tools/pre-commit; printf '#!/bin/sh\nexit 0\n' >.git/hooks/pre-commit; ln .git/hooks/pre-commit tools/pre-commit
git commit -qam clean || true
none "$PROOF" "(the attack is muddled)"
printf '%s\n' '{"type":"tool","name":"read","input":{"path":"tools/pre-commit"}}' "$(jq -cn --arg c "$(printf '#!/bin/sh\ntouch %s\n' "$PROOF")" '{type:"tool",name:"write",input:{path:"tools/pre-commit",content:$c}}')" | setsid -w handrail call - >>"$SCRATCH/log" 2>&1 || true
echo more >>one; git commit -qam more || true
none "$PROOF" "a file tool wrote git's hook by its second name"
rm -f "$PROOF"
printf '#!/bin/sh\ntouch %s\n' "$PROOF" >tools/pre-commit; cat tools/pre-commit >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
person "$SPACE"
[ -e "$PROOF" ] || ((${#broken[@]})) || dead "git runs no hook even outside"
held
