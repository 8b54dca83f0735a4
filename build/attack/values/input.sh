# Values reach what reads its program, or its options, from standard input.
needs walls python3
echo 'cat' >plain.sh
printf 'import sys\nif sys.argv[1:2] == ["shell"]: exec(sys.stdin.read() if len(sys.argv) < 4 else sys.argv[3])\n' >manage.py
templates=() values=()
add() { templates+=("$1") values+=("$2"); }
S='touch ran' P='open("ran", "w")'
while IFS= read -r t; do add "$t" "$S"; done <<'END'
bash -s <<<{{x}}
bash -s x <<<{{x}}
bash -es <<<{{x}}
bash +o posix -s <<<{{x}}
bash - <<<{{x}}
bash -- <<<{{x}}
bash < <(echo {{x}})
cat <<<{{x}} | bash -s a
env -i bash -s <<<{{x}}
timeout 5 bash -s <<<{{x}}
{ bash -s; } <<<{{x}}
if true; then sh; fi <<<{{x}}
while sh -s; do break; done <<<{{x}}
echo {{x}} | { true; bash -s; }
echo {{x}} | tee >(bash -s)
echo {{x}} > >(bash)
exec 3<<<{{x}}; bash -s <&3
END
add 'python3 - a <<<{{x}}' "$P"
add 'python3 <<<{{x}}' "$P"
add 'python3 manage.py shell <<<{{x}}' "$P"
add 'python3 manage.py shell -c {{x}}' "$P"
add 'perl - <<<{{x}}' 'system("touch ran")'
for i in "${!templates[@]}"; do tool "t$i" "${templates[i]}" 'timeout: 5'; done
tool fine 'bash plain.sh -s <<<{{x}}'
h check
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a text"}'
says 'a text' "a script of the space does not read a value"
for i in "${!templates[@]}"; do
	rm -f ran
	call "t$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
	none ran "«${templates[i]}» ran a value"
done
held
