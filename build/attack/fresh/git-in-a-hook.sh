# A hook that may reach more than the agent runs git in the space; the agent adds to the repository's settings and attributes what git
# runs. It must not run in the hook's room.
needs walls git
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p sub scripts
printf '#!/bin/bash\ngit status --short >/dev/null 2>&1; git diff >/dev/null 2>&1; git log -1 --show-signature >/dev/null 2>&1; git -C sub status >/dev/null 2>&1; git -C sub diff >/dev/null 2>&1; date >/var/log/hook-ran; exit 0\n' >scripts/check.sh
jq -n '{hooks: [{id: "guard", type: "pre_tool", tools: ["glob"], command: "bash scripts/check.sh", blocking: true}]}' | file agent/hooks/guard.json
git add -A; git commit -qm two
trust
call glob '{"pattern":"*"}'
[ -n "$(find "$DATA" -name hook-ran)" ] || dead "the hook does not run: $out$err"
evil="$SPACE/evil.sh"
evil_room="printf '#!/bin/sh\ntouch /var/log/evil-in-hook\ncat\n' >evil.sh; chmod +x evil.sh
git config core.fsmonitor '$evil'; git config diff.x.textconv '$evil'; git config diff.external '$evil'; git config filter.x.clean '$evil'; git config gpg.program '$evil'; git config core.pager '$evil'
printf '[core]\n\tfsmonitor = $evil\n[diff]\n\texternal = $evil\n[filter \"x\"]\n\tclean = $evil\n' >>.git/config
echo '* filter=x diff=x' >.gitattributes; echo more >>one
cd sub; git init -q .; echo '* filter=x diff=x' >.gitattributes; echo a >f; git add f; git -c user.name=a -c user.email=a@b commit -qm a; git config core.fsmonitor '$evil'; git config diff.external '$evil'; git config filter.x.clean '$evil'; echo b >f"
# While the program lives, and after it.
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
printf '%s\n' "$evil_room" >script.sh
request bash '{"command": "bash script.sh; (while :; do bash script.sh; sleep 0.05; done) >/dev/null 2>&1 & sleep 1"}' >&7
until_true 25 grep -q tool_result "$SCRATCH/run" || dead "no answer"
for i in 2 3 4 5; do request glob '{"pattern":"*"}' >&7; until_true 20 bash -c '[ "$(grep -c tool_result "$0")" -ge '$i' ]' "$SCRATCH/run" || dead "no answer $i"; done
[ -z "$(find "$DATA" -name evil-in-hook)" ] || broke "an agent's program ran in the hook's room by git, while it lived"
exec 7>&-
wait "$pid" 2>/dev/null || true
find "$DATA" -name evil-in-hook -delete
call glob '{"pattern":"*"}'
[ -z "$(find "$DATA" -name evil-in-hook)" ] || broke "an agent's program ran in the hook's room by git, after it"
# The control: the same, done outside, leads git astray.
sed "s#touch /var/log/evil-in-hook#touch '$PROOF'#" script.sh >"$SCRATCH/s.sh"; bash "$SCRATCH/s.sh" >>"$SCRATCH/controls" 2>&1 || true
git status >/dev/null 2>&1; git -C sub status >/dev/null 2>&1; git -C sub diff >/dev/null 2>&1
[ -e "$PROOF" ] || ((${#broken[@]})) || dead "git is not led astray by this even outside"
held
