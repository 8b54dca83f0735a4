# A program makes a repository with many hooks, and what it leaves running exchanges its hooks folder for a link to a folder
# outside while Handrail puts the hooks aside: nothing outside is renamed, nothing comes in, nothing gets out.
needs walls git python3
source "$ATTACK/gitlib.sh"
mkdir -p "$OUTSIDE/rc.d" "$OUTSIDE/keys"
echo "the persons config" >"$HOME/.ssh/config"
for i in $(seq 300); do echo "$SECRET $i" >"$OUTSIDE/keys/k$i"; done
cat >swap.py <<'P'
import ctypes, os, sys, time
libc = ctypes.CDLL(None); end = time.time() + 4
open("swapping", "w").close(); pause = float(sys.argv[1])
P1, P2 = (os.path.join(sys.argv[2], n).encode() for n in ("hooks", "hk"))
while time.time() < end:
    libc.syscall(316, -100, P1, -100, P2, 2)  # renameat2, RENAME_EXCHANGE
    if pause: time.sleep(pause)
P
try_() { # ROUND TARGET PAUSE NAMES
	rm -f swapping
	room "git init -q $1; for i in \$(seq 600); do printf '#!/bin/sh\ntouch $PROOF\n' >$1/.git/hooks/$4\$i; done; touch $1/.git/hooks/id_ed25519 $1/.git/hooks/config; ln -s '$2' $1/.git/hk
setsid python3 swap.py $3 $1/.git >/dev/null 2>err & until [ -e swapping ]; do :; done"
	sleep 4
	find "$2" | sort >"$SCRATCH/found-$1"; find "$SPACE/$1/.git/" -type f -exec grep -lF "$SECRET" {} + >"$SCRATCH/in-$1" || true
	echo "$1: $(grep -c put-aside "$SCRATCH/found-$1") put aside in $2, $(wc -l <"$SCRATCH/in-$1") of the person's files in the space, $(grep -lrF "$PROOF" "$2" 2>/dev/null | wc -l) of the program's files there" >>"$SCRATCH/log"
}
try_ a "$HOME/.ssh" 0.0003 h
try_ d "$OUTSIDE/keys" 0.00005 k
try_ e "$OUTSIDE/rc.d" 0 h
[ -e "$HOME/.ssh/id_ed25519" ] || broke "Handrail gave the person's ~/.ssh/id_ed25519 another name: $(ls "$HOME/.ssh" | tr '\n' ' ')"
[ -e "$HOME/.ssh/config" ] || broke "and ~/.ssh/config"
[ -z "$(find "$OUTSIDE/keys" -name '*put-aside*')" ] || broke "$(find "$OUTSIDE/keys" -name '*put-aside*' | wc -l) of 300 files of a folder outside got another name"
! cat "$SCRATCH"/in-? | grep -q . || broke "$(cat "$SCRATCH"/in-? | wc -l) of the person's files outside came into the space"
[ -z "$(ls "$OUTSIDE/rc.d")" ] || broke "$(ls "$OUTSIDE/rc.d" | wc -l) files of the program's lie in a folder outside: $(ls "$OUTSIDE/rc.d" | head -n 2 | tr '\n' ' ')"
room "git init -q plain; echo x >plain/.git/hooks/pre-push"
alive "Handrail puts aside what a program makes" bash -c 'ls plain/.git/hooks | grep -q put-aside'
held
