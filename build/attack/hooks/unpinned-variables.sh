# A blocking hook finds code of the space by a variable that its command sets, in whatever way. It must not
# load, or an agent must be unable to change what it runs.
needs walls python3 jq
mkdir -p lib scripts bin
printf 'import os,sys,rules\nsys.exit(rules.bad(os.environ["TOOL_INPUT"]))\n' >scripts/check.py
printf '#!/bin/bash\n[[ $TOOL_INPUT != *forbidden* ]]\n' >scripts/check.sh
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
export PYTHONPATH=lib; python3 scripts/check.py
declare -x PYTHONPATH=lib; python3 scripts/check.py
export PYTHONPATH; for PYTHONPATH in lib; do python3 scripts/check.py; done
export PYTHONPATH; read -r PYTHONPATH <<< lib; python3 scripts/check.py
export PYTHONPATH; printf -v PYTHONPATH lib; python3 scripts/check.py
export PYTHONPATH; : ${PYTHONPATH:=lib}; python3 scripts/check.py
env -S 'PYTHONPATH=lib python3 scripts/check.py'
env - PYTHONPATH=lib TOOL_INPUT="$TOOL_INPUT" python3 scripts/check.py
PATH=$SPACE_DIR/bin:$PATH; grep -q forbidden <<< "$TOOL_INPUT" && exit 1 || exit 0
HOME=. bash -l scripts/check.sh
END
for command in "${commands[@]}"; do
	rm -rf lib bin .bash_profile ran; mkdir -p lib bin
	printf 'def bad(c): return 1 if "forbidden" in c else 0\n' >lib/rules.py
	hook "$command"
	trust
	shell 'echo forbidden >ran'
	[[ $refused == blocked ]] || dead "«$command» blocks nothing: $refused $said"
	printf 'def bad(c): return 0\n' >lib/rules.py
	printf '#!/bin/sh\nexit 1\n' >bin/grep; chmod +x bin/grep
	echo 'exit 0' >.bash_profile
	shell 'echo forbidden >ran'
	none ran "«$command» ran what an agent had written, and blocks no more"
done
hook 'export PATH=/usr/bin:/bin:$PATH; bash scripts/check.sh'
trust
shell 'echo ordinary >ran'
[ -e ran ] || dead "a hook that sets PATH to folders of the system does not load: $said$err"
held
