# File tools write what other programs run unasked: git in its other forms, husky, editors, agents, CI.
mkdir -p .git/info .husky .claude .devcontainer
paths=(.git/config.worktree .git/info/attributes .git/modules/a/b/config .git/commondir .git/hooks/x/y .gitmodules .husky/pre-commit .husky/_/husky.sh .claude/settings.json .cursor/mcp.json .cursor/rules/x.mdc .zed/tasks.json .devcontainer/devcontainer.json .pre-commit-config.yaml mise.toml .mise.toml .gitlab-ci.yml x.code-workspace AGENTS.md CLAUDE.md GEMINI.md .github/copilot-instructions.md .cursorrules)
for p in "${paths[@]}"; do request write "$(jq -cn --arg p "$p" '{path: $p, content: "x"}')"; done | many
for i in "${!paths[@]}"; do
	answer $((i + 1))
	[[ -n $refused ]] || broke "${paths[i]}"
done
((${#broken[@]} == 0)) || broken=("written unasked: ${broken[*]}")
call write '{"path": "free.md", "content": "x"}'
[ -e free.md ] || dead "nothing can be written at all: $out"
held
