# The person lets a server write a folder that holds the space, or that lies in it by a link, or another space's folder as a whole. What is
# protected in the space, and in the other one, stays so for that server: git's settings, definitions, hooks, scripts that commands name.
needs walls python3 git
mkdir -p "$HOME/w"; mv "$SPACE" "$HOME/w/space" 2>/dev/null || { cd "$HOME"; mv "$SPACE" "$HOME/w/space"; }
SPACE=$HOME/w/space; cd "$SPACE"
other=$HOME/w/other; mkdir -p "$other/agent/tools"
printf -- '---\nid: o\nname: o\ndescription: d\ncommand: "sh o.sh"\n---\n' >"$other/agent/tools/o.md"; echo 'echo FINE' >"$other/o.sh"
tool t 'sh t.sh' 'timeout: 20'; echo 'echo FINE' >t.sh
git init -q . 2>/dev/null
h space trust --own --yes; h space trust --yes; h --space "$other" space trust --own --yes; h --space "$other" space trust --yes
settings "$(jq -n --arg p "$ATTACK/server.py" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false, write: ["~/w"]}}}}')"
h servers test s
run() { h --confirm allow call s__run "$(jq -cn --arg s "$1" '{script: $s}')"; }
h --confirm allow call t '{}'; says FINE 'the tool of the space does not run'
run "echo works; echo x >'$HOME/w/plain'; echo x >'$SPACE/plain'"; says 'RAN works' 'the server does not run'
[ -e "$SPACE/plain" ] && [ -e "$HOME/w/plain" ] || dead "the server cannot write what it may: $out $err"
for d in "$SPACE" "$other"; do cp -a "$d" "$SCRATCH/before-$(basename "$d")"; done
run "cd '$SPACE'; printf '[core]\n\tfsmonitor = touch $OUTSIDE/proof;\n' >>.git/config; printf '#!/bin/sh\ntouch $OUTSIDE/proof\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit
echo 'echo EVIL' >t.sh; mv t.sh t2; echo 'echo EVIL' >t.sh; echo '{\"deny\": []}' >agent/rules.json; sed -i 's/sh t.sh/echo EVIL/' agent/tools/t.md
mv agent agent2 && cp -r agent2 agent; mv .git .git2 && cp -r .git2 .git
cd '$HOME/w' && mv space space2 && mkdir space && cp -r space2/. space/
cd '$other'; echo 'echo EVIL' >o.sh; sed -i 's/sh o.sh/echo EVIL/' agent/tools/o.md; mv '$other' '$other.2' && cp -r '$other.2' '$other'; echo tried"
says tried 'it ended early'
cat agent/tools/t.md t.sh .git/config >>"$SCRATCH/log" 2>&1 || true
cmp -s t.sh "$SCRATCH/before-space/t.sh" || broke 'a script that a command of the space names was changed'
cmp -s agent/tools/t.md "$SCRATCH/before-space/agent/tools/t.md" || broke 'a definition of the space was changed'
[ "$(stat -c %i "$SPACE")" = "$(stat -c %i .)" ] || broke 'the folder of the space was exchanged'
cmp -s "$other/agent/tools/o.md" "$SCRATCH/before-other/agent/tools/o.md" || broke 'a definition of another known space was changed'
for d in "$SPACE" "$SPACE.2" "$HOME/w/space2"; do [ ! -d "$d" ] || (cd "$d" && git status && git -c user.name=p -c user.email=p@e.x commit --allow-empty -m x) >>"$SCRATCH/log" 2>&1 || true; done
none "$PROOF" "the person's git ran what the server wrote"
cd "$SPACE"; h --confirm allow call t '{}'; hides EVIL 'the space runs what the server wrote'
h --space "$other" --confirm allow call o '{}'; hides EVIL 'the other space runs what the server wrote'
held
