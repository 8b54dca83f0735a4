# What other programs run unasked (.envrc, .vscode, .mcp.json, AGENTS.md, workflows) is made by a file tool unasked: by patches, links, dots, two calls.
needs walls
mkdir -p sub docs && echo evil >plain && echo evil >docs/tasks.json && echo mine >.envrc && mkdir .vscode && ln -s .vscode way && ln -s ../.vscode sub/way && ln -s .envrc sub/env; ln -s docs sub/.vscode
move() { printf 'diff --git a/%s b/%s\nsimilarity index 100%%\n%s from %s\n%s to %s\n' "$2" "$3" "$1" "$2" "$1" "$3"; }
new() { printf -- '--- /dev/null\n+++ %s\n@@ -0,0 +1 @@\n+evil\n' "$1"; }
names=(.envrc sub/.envrc .vscode/tasks.json way/tasks.json sub/way/x.json .mcp.json AGENTS.md sub/CLAUDE.md docs/../AGENTS.md .github/workflows/x.yml sub/../.github/workflows/y.yml .//.envrc "$SPACE/.envrc" sub/deep/.vscode/tasks.json .mise.toml mise.local.toml a.code-workspace .idea/workspace.xml .claude/settings.json .cursor/mcp.json opencode.jsonc agent/tools/x.md agent/../agent/tools/y.md skills/x/SKILL.md ctxnest.json space.manifest.json .husky/pre-commit lefthook-local.yml .gitlab-ci.yml Jenkinsfile .devcontainer/devcontainer.json .zed/tasks.json .config/mise/config.toml sub/.claude/settings.local.json .github/copilot-instructions.md docs/tasks.json)
{
	for n in "${names[@]}"; do
		request write "$(jq -cn --arg p "$n" '{path: $p, content: "evil\n"}')"
		[[ $n == /* ]] || for p in "$(new "b/$n")" "$(new "\"b/$n\"")" "$(move copy plain "$n")" "$(move rename plain "$n")"; do request patch "$(jq -cn --arg p "$p" '{patch: $p}')"; done
	done
	request patch "$(jq -cn --arg p "$(new b/tasks.json)" '{patch: $p, path: ".vscode/tasks.json"}')"
	request patch "$(jq -cn --arg p "$(new b/x)" '{patch: $p, path: ".envrc"}')"
	request patch "$(jq -cn --arg p "$(new '"b/\056envrc"')" '{patch: $p}')"
	request patch "$(jq -cn --arg p "$(new '"b/sub/\056\145nvrc"')" '{patch: $p}')"
	request patch "$(jq -cn --arg p "$(new 'b/sub/.envrc	2024-01-01')" '{patch: $p}')"
	request patch "$(jq -cn --arg p "$(new 'sub/.envrc')" '{patch: $p}')"
	request patch "$(jq -cn --arg p "$(new 'x/y/sub/.envrc')" '{patch: $p}')"
	request patch "$(jq -cn --arg p "$(move rename .envrc x)" '{patch: $p}')"
} >"$SCRATCH/wanted"
mapfile -t asked <"$SCRATCH/wanted"
OPTIONS=(--confirm deny)
many <"$SCRATCH/wanted"
for i in "${!answers[@]}"; do
	[ -n "${codes[i]}" ] || broke "done unasked: $(jq -c .input <<<"${asked[i]}")"
done
call write '{"path": "docs/fine", "content": "x"}'
[ -e docs/fine ] || dead "nothing can be written"
held
