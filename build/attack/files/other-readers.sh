# A file tool writes what a program reads, unasked, to start something: settings of lefthook and other managers of hooks, of editors, CI and other agents, also in a folder below. Each must ask.
names=(lefthook.yaml lefthook.toml lefthook.json lefthook-local.yaml .lefthook.toml .config/lefthook.yaml .helix/languages.toml .helix/config.toml .overcommit.yml crush.json .crush.json appveyor.yml .appveyor.yml .cirrus.yml .semaphore/semaphore.yml .drone.jsonnet cloudbuild.yaml .vs/tasks.vs.json .nvim.lua .exrc .mise/config.toml sub/lefthook.yml QWEN.md AGENT.md WARP.md .junie/guidelines.md .github/agents/a.md .gitea/actions/a/action.yml .forgejo/actions/a/action.yml .pre-commit-config.yml .zed/settings.json .drone.star .crush/commands/x.md .local-overcommit.yml .vimrc web/.github/workflows/ci.yml)
OPTIONS=(--confirm deny)
{
	request write '{"path": "lefthook.yml", "content": "x\n"}'
	for n in "${names[@]}"; do request write "$(jq -cn --arg p "$n" '{path: $p, content: "x\n"}')"; done
} | many
[ -n "${codes[0]}" ] || dead "lefthook.yml is written unasked"
unasked=()
for i in "${!names[@]}"; do [ -n "${codes[i + 1]}" ] || unasked+=("${names[i]}"); done
[ -z "${unasked[*]}" ] || broke "written unasked: ${unasked[*]}"
printf '%s\n' "${unasked[@]}" >"$SCRATCH/unasked"
held
