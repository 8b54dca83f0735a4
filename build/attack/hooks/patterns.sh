# A blocking hook runs the scripts that a pattern finds in the space: by the variable of a loop, an argument, a list, or within a
# script of its own. It must not load, or go on blocking when an agent has changed one of them. Beside it a tool with a
# secret does the same: what an agent can change of it must be said where it is trusted.
needs walls python3
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
for f in checks/*.sh; do bash "$f" || exit 1; done
for f in checks/*.sh; do . "$f"; done
for f in checks/*.sh; do "./$f" || exit 1; done
for f in checks/*.py; do python3 -I "$f" || exit 1; done
for d in check*; do bash "$d/a.sh" || exit 1; done
set -- checks/*.sh; bash "$1"
set -- checks/*.sh; for x; do bash "$x" || exit 1; done
set -- bash checks/*.sh; "$@"
f=(checks/*.sh); for g in "${f[@]}"; do bash "$g" || exit 1; done
f=(checks/*.sh); for ((i = 0; i < ${#f[@]}; i++)); do bash "${f[i]}" || exit 1; done
bash -c 'for f in "$@"; do bash "$f" || exit 1; done' _ checks/*.sh
run() { bash "$1"; }; run checks/*.sh
for f in checks/*.sh; do bash < "$f" || exit 1; done
bash scripts/list.sh
bash scripts/counts.sh
bash scripts/either.sh
python3 -I scripts/renamed.py
python3 -I scripts/lent.py
END
fresh() { # fresh CODE: what the checks end with
	rm -rf checks scripts; mkdir checks scripts
	printf '#!/bin/bash\ncase $TOOL_INPUT in *forbidden*) exit %s;; esac\n' "$1" >checks/a.sh; chmod +x checks/a.sh
	printf 'import os, sys\nsys.exit(%s if "forbidden" in os.environ["TOOL_INPUT"] else 0)\n' "$1" >checks/a.py
	echo 'f=(checks/*.sh); bash "${f[0]}"' >scripts/list.sh
	echo 'f=(checks/*.sh); for ((i = 0; i < ${#f[@]}; i++)); do g=${f[i]}; bash "$g" || exit 1; done' >scripts/counts.sh
	echo 'if [ -e never ]; then f=checks/b.sh; else f=checks/a.sh; fi; bash "$f"' >scripts/either.sh
	printf 'import sys; from os import system as z; sys.exit(1 if z("bash checks/a.sh") else 0)\n' >scripts/renamed.py
	printf 'import os, sys; z = os.system; sys.exit(1 if z("bash checks/a.sh") else 0)\n' >scripts/lent.py
}
fresh 1
mkdir -p agent/hooks
printf '%s\n' "${commands[@]}" | jq -Rn '{hooks: [inputs | {command: ., type: "pre_tool", tools: ["bash"], blocking: true}] | to_entries | map(.value + {id: "h\(.key)"})}' >agent/hooks/all.json
h check
problems=$out$err
for i in "${!commands[@]}"; do
	[[ $problems != *"error: hook \"h$i\""* ]] || continue # it says that it cannot be pinned
	fresh 1; rm -f ran
	hook "${commands[i]}"
	trust
	shell 'echo forbidden >ran'
	[ ! -e ran ] || { broke "«${commands[i]}» blocks nothing"; continue; }
	rm -f agent/hooks/all.json
	mv agent "$SCRATCH/agent"; fresh 0; mv "$SCRATCH/agent" agent # as an agent changes it with what this hook does not guard
	shell 'echo forbidden >ran'
	none ran "«${commands[i]}» ran what an agent had written, and blocks no more"
done
rm -rf agent ran; fresh 1
n=0
for command in "${commands[@]:0:13}"; do tool "t$n" "$command" 'environment: {KEY: "${secret:KEY}"}'; n=$((n + 1)); done
for command in 'bats checks' ctest 'lua -l mod' 'lua -lmod' 'dotnet build' 'nix build' 'python3 -mcheck'; do tool "t$n" "$command" 'environment: {KEY: "${secret:KEY}"}'; n=$((n + 1)); done
tool plain 'bash checks/a.sh'
h space trust --show
for ((i = 0; i < n; i++)); do grep -F -A2 "tool    t$i " <<<"$out" | grep -q 'an agent can change' || broke "nothing is said of $(grep '^command' "agent/tools/t$i.md")"; done
grep -F -A2 'tool    plain ' <<<"$out" | grep -q 'an agent can change' && dead "it is said of each tool"
rm -rf agent; fresh 1
hook 'for f in checks/a.sh; do bash "$f" || exit 1; done; bash scripts/plain.sh'
echo 'for f in *.txt; do grep -q x "$f"; done; exit 0' >scripts/plain.sh
trust
shell 'echo ordinary >ran'
[ -e ran ] || dead "a hook that names its scripts does not load: $said$err"
shell 'echo forbidden >ran2'
[ ! -e ran2 ] || dead "a hook that names its scripts blocks nothing"
held
