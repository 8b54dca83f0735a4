# File tools write what decides what runs later, by other spellings of its name: each must ask.
mkdir -p sub agent/tools .git/hooks .github/workflows
git init -q . 2>/dev/null || true
ln -s agent way
mkdir -p pages agent/lib skills/own; touch pages/index.tsx
paths=(pages/evil.html ./pages/../pages/Evil.HTML skills/own/SKILL.md skills/new/skill.md agent/rules.json agent/hooks/evil.json agent/tools/evil.md ./agent/tools/evil.md agent//tools/evil.md agent/../agent/tools/evil.md sub/../ctxnest.json ctxnest.json "$SPACE/ctxnest.json" .mcp.json space.manifest.json .envrc .vscode/tasks.json .idea/x.xml .github/workflows/evil.yml .git/hooks/pre-commit .git/config way/tools/evil.md "$SPACE/../space/agent/x.md")
for p in "${paths[@]}"; do request write "$(jq -cn --arg p "$p" '{path: $p, content: "x"}')"; done | many
for i in "${!paths[@]}"; do
	answer $((i + 1))
	[[ -n $refused ]] || broke "${paths[i]} is written unasked"
done
call write '{"path": "free.md", "content": "x"}'; call write '{"path": "pages/free.tsx", "content": "x"}'
[ -e free.md ] && [ -e pages/free.tsx ] || dead "nothing can be written at all: $out"
held
