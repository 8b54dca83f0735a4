# A tool's environment makes programs read values as code: from the values themselves, or because of a variable.
needs walls python3 perl git
git init -q . && echo a >a && git add a && git -c user.name=K -c user.email=k@k commit -qm x
echo 'touch ran' >evil; echo 'open("ran", "w")' >evil.py; echo 'system("touch ran");' >evil.pl; echo 1 >a.py; echo '1;' >a.pl
names=() templates=() values=()
add() {
	names+=("$1"); templates+=("$3"); values+=("$4")
	tool "t$((${#names[@]} - 1))" "$3" "environment: {\"$1\": $2}"
}
S='touch ran' P='open("ran", "w")'
add PYTHONINSPECT '"1"' 'python3 a.py <<<{{x}}' "$P"
add PYTHONSTARTUP '"{{x}}"' 'python3 -i -c "" {{x}}' evil.py
add PERL5OPT '"{{x}}"' 'perl a.pl; echo {{x}}' -Mevil
add PERL5DB '"system qq(touch ran)"' 'perl a.pl {{x}}' a
add PERL5OPT '"-d"' 'perl a.pl <<<{{x}}' 'system("touch ran")'
add GIT_PAGER '"sh"' 'git -p log --format={{x}}' "$S"
add PAGER '"sh -s"' 'git -p log --format={{x}}' "$S"
add GIT_SSH_COMMAND '"{{x}}"' 'git fetch ssh://localhost/x; echo {{x}}' "$S;"
add GIT_EXTERNAL_DIFF '"{{x}}"' 'git diff HEAD; echo {{x}}' ./evil
add LESSOPEN '"|sh %s"' 'cat {{x}}' evil
add BASH_ENV '"{{x}}"' 'bash evil.sh {{x}}' ./evil
add LD_PRELOAD '"{{x}}"' 'true {{x}}' ./evil.so
add IFS '"{{x}}"' 'true {{x}}' a
tool fine 'python3 show.py {{x}}' 'environment: {"PYTHONPATH": "src", "PAGER": "cat"}'
echo 'import sys; print("GOT", sys.argv[1])' >show.py
h check
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a-value"}'
says 'GOT a-value' "a harmless tool does not run"
for i in "${!templates[@]}"; do
	rm -f ran
	call "t$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
	none ran "${names[i]} made «${templates[i]}» run a value"
done
held
