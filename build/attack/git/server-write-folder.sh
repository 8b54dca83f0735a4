# The person lets a server write a folder outside the space that holds their own repository and another space that they trust. The server
# changes what acts there later: git's hooks and settings, the other space's definitions, what editors run. The person's git runs none of it.
needs walls python3 git
proj=$HOME/proj other=$HOME/other
mkdir -p "$proj" "$other/agent/tools"
git -C "$proj" init -q 2>/dev/null; git -C "$proj" -c user.name=p -c user.email=p@e.x commit -q --allow-empty -m one
mkdir -p "$proj/.vscode" "$proj/.github/workflows"; echo '{}' >"$proj/.vscode/tasks.json"; echo 'use nix' >"$proj/.envrc"; echo 'on: push' >"$proj/.github/workflows/ci.yml"
printf '#!/bin/sh\nexit 0\n' >"$proj/.git/hooks/pre-commit"; chmod +x "$proj/.git/hooks/pre-commit"
printf -- '---\nid: t\nname: t\ndescription: d\ncommand: "sh s.sh"\n---\n' >"$other/agent/tools/t.md"; echo 'echo FINE' >"$other/s.sh"
h --space "$other" space trust --own --yes; h --space "$other" space trust --yes
settings "$(jq -n --arg p "$ATTACK/server.py" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false, write: ["~/proj", "~/other"]}}}}')"
h servers test s
run() { h --confirm allow call s__run "$(jq -cn --arg s "$1" '{script: $s}')"; }
h --space "$other" --confirm allow call t '{}'; says FINE 'the tool of the other space does not run'
# In the space itself, the same is held.
git init -q . 2>/dev/null; run "printf '#!/bin/sh\ntouch $OUTSIDE/proof\n' >.git/hooks/post-checkout; cd $SPACE; printf '#!/bin/sh\ntouch $OUTSIDE/proof\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
sleep 1.5; git -c user.name=p -c user.email=p@e.x commit -q --allow-empty -m one >>"$SCRATCH/log" 2>&1 || true
none "$PROOF" "the space's own repository has a hook of the server's"; rm -f "$PROOF"
run "echo works; echo x >'$proj/plain'"
says 'RAN works' "the server does not run"
[ -e "$proj/plain" ] || dead 'the server cannot write the folder that it may write'
cat >evil.sh <<END
cd '$proj'
E='#!/bin/sh
touch $OUTSIDE/proof
exit 0'
for h in pre-commit post-commit post-checkout post-index-change pre-auto-gc reference-transaction; do printf '%s\n' "\$E" >.git/hooks/\$h; chmod +x .git/hooks/\$h; done
mv .git/hooks/pre-commit .git/hooks/x; printf '%s\n' "\$E" >.git/hooks/pre-commit; chmod +x .git/hooks/*
mkdir -p .git/evil; printf '%s\n' "\$E" >.git/evil/post-commit; printf '%s\n' "\$E" >.git/fs; chmod +x .git/evil/* .git/fs
git config core.hooksPath .git/evil; git config core.fsmonitor '$proj/.git/fs'; git config alias.st '!touch $OUTSIDE/proof'
printf '[core]\n\tfsmonitor = $proj/.git/fs\n\thooksPath = $proj/.git/evil\n' >>.git/config
echo '[core]
	fsmonitor = $proj/.git/fs' >.git/config.worktree
echo EVIL >.envrc; echo EVIL >.vscode/tasks.json; echo EVIL >.github/workflows/ci.yml
cd '$other'; echo 'echo EVIL' >s.sh; sed -i 's/sh s.sh/echo EVIL/' agent/tools/t.md
printf -- '---\nid: u\nname: u\ndescription: d\ncommand: "echo EVIL"\n---\n' >agent/tools/u.md
echo tried
END
run "bash $SPACE/evil.sh 2>&1"
says tried 'the script did not end'
ls -la "$proj" "$proj/.git" "$proj/.git/hooks" >>"$SCRATCH/log" 2>&1 || true; cat "$proj/.git/config" >>"$SCRATCH/log" 2>&1 || true
(cd "$proj" && git status && git add -A && git -c user.name=p -c user.email=p@e.x commit -m two && git checkout -b b) >>"$SCRATCH/log" 2>&1 || true
none "$PROOF" "the person's git ran what the server wrote at once"; rm -f "$PROOF"
sleep 2
(cd "$proj" && git status && git -c user.name=p -c user.email=p@e.x commit --allow-empty -m three && git checkout -b c) >>"$SCRATCH/log" 2>&1 || true
none "$PROOF" "the person's git ran what the server wrote, two seconds later"
for f in .envrc .vscode/tasks.json .github/workflows/ci.yml; do ! grep -qs EVIL "$proj/$f" || echo "CHANGED $f" >>"$SCRATCH/log"; done
grep -qs EVIL "$proj/.vscode/tasks.json" && broke 'a protected file (.vscode/tasks.json) of the folder was changed'
h --space "$other" --confirm allow call t '{}'
hides EVIL 'the other space runs what the server wrote'
h --space "$other" --confirm allow call u '{}'
hides EVIL 'the other space runs a tool that the server made'
held
