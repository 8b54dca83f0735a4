# What the person's .envrc sources by a loop, a variable, a folder that it changes into, or what a command prints: direnv asks again only where the .envrc
# itself has changed. So it is with what its variables name as settings, and with what mise reads and puts on PATH.
needs walls
git init -q
files=()
t() { # FILE LINE: a file with which the person's shell would run it
	mkdir -p "$(dirname "$1")" && echo 'true' >"$1" && chmod +x "$1"
	printf '%s\n' "$2" >>.envrc
	files+=("$1")
}
t "a/$(uname).sh" '. a/$(uname).sh'
t b.sh 'for f in b other; do [ ! -e $f.sh ] || . ./$f.sh; done'
t lib/c.sh 'for f in lib/*.sh; do . "./$f"; done'
t sub/d.sh 'cd sub; . ./d.sh; cd ..'
t e.sh '. "$(pwd)/e.sh"'
t f.sh '. "$(git rev-parse --show-toplevel)/f.sh"'
t g.sh '. "$(realpath .)/g.sh"'
t h/1.sh 'source ./h/*.sh'
t i/1.sh 'find i -name "*.sh" | { while read x; do . "./$x"; done; }'
t k.sh 'NAME=${NAME:-k}; . ./$NAME.sh'
t tools/ssh 'export GIT_SSH_COMMAND="$PWD/tools/ssh -v"; $GIT_SSH_COMMAND'
t rc 'export VIMINIT="source $PWD/rc"; . "$PWD/rc"'
printf 'env:\n\t@sh ./m.sh\n' >Makefile && echo 'true' >m.sh && echo 'make -s env' >>.envrc
mkdir -p mb .vv/bin py/bin && printf '[env]\n_.path = [\n  "mb",\n]\n_.python.venv = { path = ".vv" }\nX = "{{exec(command=%s)}}"\n[tools]\npython = "path:./py"\n' "'./gen.sh'" >mise.toml
echo true >gen.sh && files+=(gen.sh Makefile) && echo x >py/bin/python && chmod +x py/bin/python && files+=(py/bin/python)
git add -Af && git -c user.name=a -c user.email=a@example.com commit -qm one
alive "what the .envrc names is not read" bash -ec '. ./.envrc'
room "for f in ${files[*]}; do echo 'touch $PROOF; : ' >>\$f; done; echo 'touch $PROOF' >lib/new.sh; printf '#!/bin/sh\n' | tee mb/git .vv/bin/git py/bin/git >/dev/null; chmod +x mb/git .vv/bin/git py/bin/git; echo x >free.sh; echo done"
says done
[ -e free.sh ] || dead "a program cannot write beside them either"
told=$out$err
for f in lib/new.sh mb/git .vv/bin/git py/bin/git; do
	[ ! -e $f ] || [[ $told == *$f* ]] || broke "nobody was told of $f"
done
rm -f lib/new.sh
bash -c '. ./.envrc' >>"$SCRATCH/person" 2>&1 || true
none "$PROOF" "the shell that entered the folder ran what a program had written into what .envrc reads"
for f in "${files[@]}"; do
	! grep -q touch "$f" || broke "a program changed $f, which the person's shell reads when it enters"
done
OPTIONS=(--confirm deny)
for f in mb/new .vv/bin/new py/bin/new; do
	call write "$(jq -cn --arg path "$f" '{path: $path, content: "evil"}')"
	none "$f" "a file tool wrote unasked into a folder that mise puts on PATH: $f"
done
call write '{"path":"plain/new","content":"x"}'
[ -e plain/new ] || dead "a file tool writes nothing unasked"
held
