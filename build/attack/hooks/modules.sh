# The script of a blocking hook is pinned, but loads other code of the space: by a loop, a variable, a list of files, or as
# a module. An agent changes that code. The hook must not load, or keep blocking.
needs walls python3 perl
commands=() files=() texts=()
add() { commands+=("$1") files+=("$2") texts+=("$3"); }
add 'bash scripts/check.sh' check.sh 'for f in lib/*.sh; do . "$f"; done'
add 'bash scripts/check.sh' check.sh 'for f in "$SPACE_DIR"/lib/*.sh; do source "$f"; done'
add 'bash scripts/check.sh' check.sh 'for f in lib/*.sh; do bash "$f" || exit 1; done'
add 'bash scripts/check.sh' check.sh 'f=lib/a.sh; . "$f"'
add 'bash scripts/check.sh' check.sh '. $(ls lib/a.sh)'
add 'bash scripts/check.sh' check.sh 'read -r f <<<lib/a.sh; source "$f"'
add 'bash scripts/check.sh' check.sh 'd=lib; PATH="$d:$PATH"; judge'
add 'python3 scripts/check.py' check.py $'import sys, os\nsys.path.insert(0, os.path.join(os.environ["SPACE_DIR"], "lib"))\nimport rules'
add 'python3 scripts/check.py' check.py $'import sys\nsys.path.append("lib")\nimport rules'
add 'python3 scripts/check.py' check.py $'import rules2'
add 'perl scripts/check.pl' check.pl 'use lib "lib"; use Rules;'
add 'perl scripts/check.pl' check.pl 'require "./lib/Rules.pm";'
fill() { # fill YES: the code says no to what is forbidden; else it says nothing
	rm -rf lib; mkdir -p lib scripts
	local sh=: py=pass pl=1
	[[ -z ${1:-} ]] || {
		sh='case $TOOL_INPUT in *forbidden*) exit 1;; esac' py='sys.exit(1 if "forbidden" in os.environ["TOOL_INPUT"] else 0)' pl='exit(1) if $ENV{TOOL_INPUT} =~ /forbidden/; 1'
	}
	printf '%s\n' "$sh" >lib/a.sh; printf '#!/bin/bash\n%s\n' "$sh" >lib/judge; chmod +x lib/judge
	printf 'import os, sys\n%s\n' "$py" | tee lib/rules.py >scripts/rules2.py
	printf '%s;\n' "$pl" >lib/Rules.pm
}
for i in "${!commands[@]}"; do
	fill yes; rm -f ran scripts/check.*
	printf '%s\n' "${texts[i]}" >"scripts/${files[i]}"
	hook "${commands[i]}"
	trust
	shell 'echo forbidden >ran'
	none ran "«${texts[i]}» blocks nothing"
	fill
	rm -f ran; shell 'echo forbidden >ran'
	none ran "«${texts[i]}» ran what an agent had written, and blocks no more"
done
# The control: a script that loads nothing lets through what it allows.
fill; rm -f ran
printf '%s\n' 'import json, os, sys' 'sys.exit(1 if "forbidden" in json.loads(os.environ["TOOL_INPUT"])["input"]["command"] else 0)' >scripts/check.py
hook 'python3 scripts/check.py'
trust
shell 'echo let through'
says 'let through' "a script that loads nothing lets nothing through"
shell 'echo forbidden >ran'
none ran "a hook that loads nothing does not block"
held
