# Names that the table of protected files leaves out, though a program of the same kind reads them, unasked: other endings of lefthook's, other editors', CI's and agents'.
names=(lefthook.yaml lefthook.toml lefthook.json lefthook-local.yaml .lefthook.toml .config/lefthook.yaml .helix/languages.toml .helix/config.toml .overcommit.yml crush.json .crush.json appveyor.yml .appveyor.yml .cirrus.yml .semaphore/semaphore.yml .drone.jsonnet cloudbuild.yaml .vs/tasks.vs.json .nvim.lua .exrc .mise/config.toml sub/lefthook.yml QWEN.md AGENT.md WARP.md .junie/guidelines.md .github/agents/a.md .gitea/actions/a/action.yml .forgejo/actions/a/action.yml .pre-commit-config.yml .zed/settings.json)
OPTIONS=(--confirm deny)
{
	request write '{"path": "lefthook.yml", "content": "x\n"}'
	for n in "${names[@]}"; do request write "$(jq -cn --arg p "$n" '{path: $p, content: "x\n"}')"; done
} | many
[ -n "${codes[0]}" ] || dead "lefthook.yml is written unasked"
unasked=()
for i in "${!names[@]}"; do [ -n "${codes[i + 1]}" ] || unasked+=("${names[i]}"); done
# lefthook, helix, overcommit and crush start what these name; the rest is told for the table.
for n in "${unasked[@]}"; do [[ $n != *lefthook*.* && $n != .helix/* && $n != .overcommit.yml && $n != *crush.json && $n != *.yml && $n != *.jsonnet && $n != cloudbuild.yaml ]] || broke "$n"; done
printf '%s\n' "${unasked[@]}" >"$SCRATCH/unasked"
((${#broken[@]} == 0)) || broken=("written unasked: ${broken[*]}")
held
