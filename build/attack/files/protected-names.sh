# File tools write what decides what runs later, by other spellings of its name: each must ask.
mkdir -p sub agent/tools .git/hooks .github/workflows
git init -q . 2>/dev/null || true
ln -s agent way
paths=(agent/tools/evil.md ./agent/tools/evil.md agent//tools/evil.md agent/../agent/tools/evil.md sub/../ctxnest.json ctxnest.json "$SPACE/ctxnest.json" .mcp.json space.manifest.json .envrc .vscode/tasks.json .idea/x.xml .github/workflows/evil.yml .git/hooks/pre-commit .git/config way/tools/evil.md "$SPACE/../space/agent/x.md")
for p in "${paths[@]}"; do request write "$(jq -cn --arg p "$p" '{path: $p, content: "x"}')"; done | many
for i in "${!paths[@]}"; do
	answer $((i + 1))
	[[ -n $refused ]] || broke "${paths[i]} is written unasked"
done
call write '{"path": "free.md", "content": "x"}'
[ -e free.md ] || dead "nothing can be written at all: $out"
held
