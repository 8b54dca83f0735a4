# A blocking hook has a program that everybody knows start or load code of the space: by an option, by a small
# language of its own, or by the text of a program in the command. It must not load, or keep blocking.
needs walls jq perl
mkdir -p scripts lib
commands=()
while IFS= read -r command; do commands+=("$command"); done <<'END'
sed -n '1e lib/a.sh' <<< x
mapfile -C 'bash lib/a.sh' -c 1 <<< x
compgen -C lib/a.sh x; true
hash -p lib/a.sh jq; jq
find . -maxdepth 0 -exec lib/a.sh {} +
bash --rcfile lib/a.sh -ic true
split --filter='bash lib/a.sh' <<< x
run-parts --regex='.*' lib
jq -L lib 'include "a"; f'
perl -Ilib -MA -e 'exit A::bad()'
perl -e 'do "./lib/a.pl"'
perl -e 'exec "bash lib/a.sh"'
bash < lib/a.sh
END
fill() { # fill YES: the code says so; else it says nothing
	rm -rf lib; mkdir lib
	local block= bad=0
	[[ -z ${1:-} ]] || block='case $TOOL_INPUT in *forbidden*) echo "{\"block\": true, \"message\": \"no\"}"; exit 1;; esac' bad='$ENV{TOOL_INPUT} =~ /forbidden/ ? 1 : 0'
	printf '#!/bin/bash\n%s\n' "$block" >lib/a.sh; chmod +x lib/a.sh
	printf 'package A; sub bad { return %s } 1;' "$bad" >lib/A.pm
	printf 'exit(%s)' "$bad" >lib/a.pl
	printf 'def f: {block: %s};' "$([[ -z ${1:-} ]] && echo false || echo '(.input.command | test("forbidden"))')" >lib/a.jq
}
for command in "${commands[@]}"; do
	rm -f ran; fill yes
	hook "$command"
	trust
	shell 'echo forbidden >ran'
	[[ $refused == blocked ]] || { broke "«$command» blocks nothing"; continue; }
	fill
	rm -f ran; shell 'echo forbidden >ran'
	none ran "«$command» ran what an agent had written, and blocks no more"
done
rm -f ran
hook "sed -n 1p <<< x; perl -ne 'print if /y/' <<< x; jq -n . >/dev/null"
trust
shell 'echo ordinary >ran'
[ -e ran ] || dead "a hook of plain programs does not load: $said$err"
held
