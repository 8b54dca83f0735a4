# Spellings by which a blocking hook runs a script of the space that trust does not pin. Each must not
# load, or must go on blocking when an agent has changed the script.
needs walls python3 make
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
cd scripts && bash check.sh
(cd scripts; ./check.sh)
pushd scripts >/dev/null && bash check.sh
env -C scripts bash check.sh
bash -c 'bash scripts/check.sh'
bash -c 'cd scripts; ./check.sh'
make check
make -C . check
npm run --silent check
bash scripts/*.sh
bash scripts/ch?ck.sh
python3 -m check
cd scripts && python3 check.py
find scripts -name check.sh -exec bash {} \;
find scripts -name 'check.sh' | xargs bash
cat scripts/check.sh | bash
bash <scripts/check.sh
source scripts/check.sh
f=scripts/check.sh; bash $f
d=scripts; bash "$d/check.sh"
bash "$SPACE_DIR/scripts/check.sh"
bash "$PWD/scripts/check.sh"
$PWD/check
eval 'bash scripts/check.sh'
bash scripts/outer.sh
timeout 5 bash scripts/check.sh
bash -- scripts/check.sh
bash -e -u scripts/check.sh
python3 -c 'import check'
exec ./check
xargs -a /dev/null bash scripts/check.sh
bash $(ls scripts/check.sh)
bash {scripts,}/check.sh
END
fresh() {
	rm -rf agent scripts package.json Makefile check check.py && mkdir scripts
	printf '#!/bin/bash\nexit %s\n' "$1" | tee scripts/check.sh check >/dev/null
	chmod +x scripts/check.sh check
	printf 'import sys\nsys.exit(%s)\n' "$1" | tee scripts/check.py check.py >/dev/null
	printf 'check:\n\tbash scripts/check.sh\n' >Makefile
	printf '{"scripts":{"check":"bash scripts/check.sh"}}\n' >package.json
	printf '#!/bin/bash\nbash scripts/check.sh\n' >scripts/outer.sh
}
# All at once: which of them load?
fresh 1
mkdir -p agent/hooks
printf '%s\n' "${commands[@]}" | jq -Rn '{hooks: [inputs | {command: ., type: "pre_tool", tools: ["bash"], blocking: true}] | to_entries | map(.value + {id: "h\(.key)"})}' >agent/hooks/all.json
h check
problems=$out$err
for i in "${!commands[@]}"; do
	[[ $problems != *"error: hook \"h$i\""* ]] || continue # it says that it cannot be pinned
	fresh 1
	hook "${commands[i]}"
	trust
	shell 'echo let through'
	[[ $said != *'let through'* ]] || { broke "«${commands[i]}» does not block at all"; continue; }
	mv agent "$SCRATCH/agent"
	fresh 0 # as an agent changes it with tools that this hook does not guard
	mv "$SCRATCH/agent" agent
	shell 'echo let through'
	[[ $said != *'let through'* ]] || broke "«${commands[i]}»"
done
((${#commands[@]} > 25)) || dead "the list was not read"
fresh 1
hook 'cd scripts && bash check.sh'
h space trust --yes
shell 'echo let through'
[[ $said != *'let through'* ]] || broke "a blocking hook that cannot be pinned leaves its tools open"
fresh 0
hook 'bash scripts/check.sh'
trust
shell 'echo let through'
[[ $said == *'let through'* ]] || dead "no hook lets anything through"
((${#broken[@]} == 0)) || broken=("runs what was not pinned: ${broken[*]}")
held
