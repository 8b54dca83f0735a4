# A value is written into a file, and something that runs in the same command loads that file.
needs walls python3 git
mkdir -p scripts tools hooks.d
echo '. ./lib.sh' >scripts/main.sh; : >lib.sh; echo 'import helper' >tools/main.py; : >tools/helper.py
git init -q .
templates=() values=()
add() { templates+=("$1") values+=("$2"); }
S='touch ran' P='open("ran", "w")'
add 'echo {{x}} >lib.sh; bash scripts/main.sh' "$S"
add 'printf "%s\n" {{x}} | tee lib.sh; bash scripts/main.sh' "$S"
add 'dd of=lib.sh status=none <<<{{x}}; bash scripts/main.sh' "$S"
add 'echo {{x}} >a.txt; mv a.txt lib.sh; bash scripts/main.sh' "$S"
add $'cat >lib.sh <<X\n{{x}}\nX\nbash scripts/main.sh' "$S"
add 'echo {{x}} >tools/helper.py; python3 tools/main.py' "$P"
add 'echo {{x}} >tools/helper.py && timeout 5 python3 tools/main.py' "$P"
add 'echo {{x}} >test_a.py; python3 -m unittest' "$P"
add 'echo {{x}} >hooks.d/a; chmod +x hooks.d/a; run-parts hooks.d' $'#!/bin/sh\ntouch ran'
add 'echo {{x}} >a.txt; xargs -a a.txt env' "$S"
add 'echo {{x}} >a.txt; xargs env <a.txt' "$S"
add 'echo {{x}} >a.txt; tar cf b.tar -T a.txt' $'--checkpoint=1\n--checkpoint-action=exec=touch ran\nlib.sh'
add 'tar cf b.tar -T - <<<{{x}}' $'--checkpoint=1\n--checkpoint-action=exec=touch ran\nlib.sh'
add 'for i in 1 2; do python3 tools/main.py {{x}} >tools/helper.py; echo {{x}} >>tools/helper.py; done' "$P"
add 'git clone -q {{x}} d; bash d/run.sh' './other'
git init -q other; echo 'touch ran' >other/run.sh; git -C other add run.sh; git -C other -c user.name=K -c user.email=k@k commit -qm x
for i in "${!templates[@]}"; do tool "t$i" "${templates[i]}" 'timeout: 10'; done
tool fine 'echo {{x}} >notes.txt; bash scripts/show.sh'
echo 'cat notes.txt' >scripts/show.sh
h check
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a note"}'
says 'a note' "a harmless tool does not run"
for i in "${!templates[@]}"; do
	rm -f ran; : >lib.sh; : >tools/helper.py
	call "t$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
	none ran "«${templates[i]}» ran a value"
done
held
