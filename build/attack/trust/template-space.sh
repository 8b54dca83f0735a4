# A space that somebody else made is taken as a template: its tools name scripts that are links to the person's keys, lie outside, or are pipes and
# folders. The new space holds none of that, nothing is written beside it, and nothing of it is trusted.
needs walls
T=$HOME/theirs
mkdir -p "$T/scripts" "$T/agent/hooks" && cd "$T"
tool fine 'bash scripts/fine.sh'; echo 'echo fine-ran' >scripts/fine.sh
ln -s "$HOME/.ssh/id_ed25519" scripts/key.sh; tool a 'bash scripts/key.sh'
ln -s "$OUTSIDE" scripts/out; tool b 'bash scripts/out/secret'
tool c "bash ../outside/secret"; tool d "bash $OUTSIDE/secret"
mkfifo scripts/pipe.sh; tool e 'bash scripts/pipe.sh'
ln -s "$HOME/.ssh/id_ed25519" agent/tools/f.md; ln -s "$OUTSIDE/secret" agent/config.md; ln -s "$OUTSIDE" agent/skills; ln -s "$OUTSIDE/secret" MEMORY.md; ln -s "$OUTSIDE/secret" ctxnest.json
mkdir -p 'scripts/..%2f..' "scripts/x"; tool h_ 'bash scripts/x/../../../planted.sh'; echo 'echo planted' >"$HOME/planted.sh"
cp "$OUTSIDE/secret" .env; cp "$OUTSIDE/secret" notes.txt; git init -q . 2>/dev/null || true; mkdir -p .git/hooks .vscode; echo x >.git/hooks/pre-commit; echo x >.vscode/tasks.json; echo x >.envrc
jq -n '{hooks: [{id: "hk", type: "pre_tool", tools: ["bash"], command: "bash scripts/fine.sh", blocking: false, walls: "off"}]}' >agent/hooks/h.json
find "$HOME" -path "$HOME/new" -prune -o -path "$DATA" -prune -o -path "$HOME/.cache" -prune -o -type f -printf '%p %s %T@\n' | sort >"$SCRATCH/before"
cd "$HOME"
code=0; timeout 40 handrail space new "$HOME/new" --template "$T" >"$SCRATCH/out" 2>&1 </dev/null || code=$?
cat "$SCRATCH/out" >>"$SCRATCH/log"
((code != 124)) || broke "it hung"
if [ ! -d new ]; then # one with such errors may be refused: then without them
	find "$T" -name 'pipe.sh' -delete; rm -f "$T"/agent/tools/{e,c,d,f,h_}.md "$T/agent/config.md" "$T/agent/skills" "$T/MEMORY.md" "$T/ctxnest.json"
	timeout 40 handrail space new "$HOME/new" --template "$T" >"$SCRATCH/out" 2>&1 </dev/null || true
	cat "$SCRATCH/out" >>"$SCRATCH/log"
fi
if [ ! -d new ]; then
	rm -f "$T"/scripts/{key.sh,out} "$T"/agent/tools/{a,b}.md
	timeout 40 handrail space new "$HOME/new" --template "$T" >"$SCRATCH/out" 2>&1 </dev/null || true
	cat "$SCRATCH/out" >>"$SCRATCH/log"
fi
[ -e new/scripts/fine.sh ] || dead "no template is copied: $(tail -n 3 "$SCRATCH/out")"
! grep -rqF "$SECRET" new 2>/dev/null || broke "the new space holds the person's secret: $(grep -rlF "$SECRET" new | tr '\n' ' ')"
[ -z "$(find new -type l)" ] || find new -type l -printf '%p -> %l\n' | while read -r l; do [[ $l != *"$OUTSIDE"* && $l != *ssh* ]] || broke "a link to the person's files was copied: $l"; done
for f in .env notes.txt .git .envrc .vscode; do [ ! -e "new/$f" ] || broke "$f came along"; done
find "$HOME" -path "$HOME/new" -prune -o -path "$DATA" -prune -o -path "$HOME/.cache" -prune -o -type f -printf '%p %s %T@\n' | sort | grep -v '/theirs/\|/.config/' >"$SCRATCH/after"
grep -v '/theirs/\|/.config/' "$SCRATCH/before" | diff - "$SCRATCH/after" >>"$SCRATCH/log" || broke "something was written beside the new space: $(grep -v '/theirs/\|/.config/' "$SCRATCH/before" | diff - "$SCRATCH/after" | head -n 3 | tr '\n' ' ')"
cd new && SPACE=$PWD
h --confirm allow call fine '{}'
[[ $out$err != *fine-ran* ]] || broke "a tool of somebody else's template runs unlooked at"
h --confirm allow call bash 'command=touch made'
none made "a program runs in a space of somebody else's template that nobody trusts"
trust
h --confirm allow call fine '{}'
says fine-ran "the copy does not work once it is trusted"
held
