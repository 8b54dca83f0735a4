# What the person's .envrc sources: direnv asks again only where the .envrc itself has changed, so what it sources runs at their next cd.
needs walls
mkdir -p scripts
printf 'source_env scripts/dev.envrc\nsource ./scripts/env.sh\nPATH_add bin\nsource_env_if_exists .envrc.local\n' >.envrc
echo 'export A=1' >scripts/env.sh && echo 'source more.sh' >scripts/dev.envrc && echo 'export B=1' >scripts/more.sh
room "for f in scripts/env.sh scripts/dev.envrc scripts/more.sh .envrc.local; do echo 'touch $PROOF' >>\$f; done; mkdir -p bin; printf '#!/bin/sh\ntouch $PROOF\n' >bin/ls; chmod +x bin/ls; echo x >scripts/other.sh; echo done"
says done
[ -e scripts/other.sh ] || dead "a program cannot write beside them either"
[[ $out$err == *bin/ls* ]] || broke "nobody was told of a program in a folder that .envrc puts on PATH"
# direnv as it does it: only what the .envrc itself names.
cat >"$SCRATCH/enter" <<'X'
source_env() { (cd "$(dirname "$1")" && . "./$(basename "$1")"); }
source_env_if_exists() { [ ! -e "$1" ] || source_env "$1"; }
PATH_add() { :; }
. ./.envrc
X
sh "$SCRATCH/enter" >>"$SCRATCH/person" 2>&1 || true
none "$PROOF" "the shell that entered the folder ran what a program had written into what .envrc sources"
if ((${#broken[@]} == 0)); then
	echo "touch $PROOF" >>scripts/more.sh && bash "$SCRATCH/enter" >>"$SCRATCH/person" 2>&1
	[ -e "$PROOF" ] || dead "this .envrc sources nothing"
fi
held
