# Options before git's subcommand, and before those of other programs, that hide which subcommand a value is for.
needs walls git
git init -q . && echo a >a && git add a && git -c user.name=K -c user.email=k@k commit -qm x && git -c user.name=K -c user.email=k@k commit -qm y --allow-empty
git init -q sub && git -C sub -c user.name=K -c user.email=k@k commit -qm x --allow-empty
git -c protocol.file.allow=always submodule --quiet add "$SPACE/sub" mod 2>/dev/null || true
cat >package.json <<<'{"name":"a","scripts":{"a":"true"}}'
templates=() values=()
add() { templates+=("$1") values+=("$2"); }
add 'git --no-pager submodule foreach {{x}}' 'touch "$toplevel"/ran'
add 'git -C . bisect run {{x}}' './evil'
add 'git --git-dir=.git rebase --exec {{x}} HEAD~1' 'touch ran'
add 'git -p -c color.ui=never bisect run {{x}}' './evil'
add 'git -c alias.n={{x}} n' '!touch ran'
add 'git -c core.sshCommand={{x}} ls-remote ssh://localhost/x' 'touch ran;'
add 'git --exec-path={{x}} n' 'bin'
add 'git clone -qu {{x}} . d' 'touch ran;git-upload-pack'
add 'git clone -c core.fsmonitor={{x}} . d' 'touch ran'
add 'git merge -s {{x}} HEAD' 'n'
add 'git push {{x}} HEAD' './evil.git'
add 'npm --prefix . exec {{x}}' 'evil'
add 'npm exec -- {{x}}' 'evil'
add 'npm exec --offline {{x}}' 'evil'
add 'npm --prefix . exec sh -- -c {{x}}' 'touch ran'
printf '#!/bin/sh\ntouch ran\n' | tee evil >/dev/null; chmod +x evil; mkdir -p bin node_modules/.bin; cp evil bin/git-n; cp evil node_modules/.bin/evil
git init -q --bare evil.git; printf '#!/bin/sh\ntouch "%s/ran"\n' "$SPACE" >evil.git/hooks/pre-receive; chmod +x evil.git/hooks/pre-receive
for i in "${!templates[@]}"; do tool "t$i" "${templates[i]}" 'timeout: 20'; done
tool fine 'git --no-pager -c color.ui=never log -n 1 --format={{x}}'
h check
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a-%s"}'
says 'a-' "a harmless tool does not run"
for i in "${!templates[@]}"; do
	rm -f ran
	call "t$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
	none ran "«${templates[i]}» ran a value"
done
held
