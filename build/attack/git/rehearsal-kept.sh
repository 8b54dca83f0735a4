# A rehearsed call leads git to settings that run a program, in the person's repository and in new ones, beside 1,500 files. While the person keeps it, their editor asks
# git for the status all the time: none of it may lie where git looks, not for a moment.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git add -A && git commit -qm all --allow-empty
evil() { printf 'printf "[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = \\"touch %s; false\\"\\n" >%s\n' "$1" "$2"; }
{
	echo 'mkdir many; for i in $(seq 1500); do echo $i >many/f$i; done'
	echo 'cp -r .git alt; rm -f alt/config'
	evil "$PROOF-common" alt/config
	echo 'echo ../alt >.git/commondir; git init -q emb'
	evil "$PROOF-emb" emb/.git/config
	echo 'mkdir sep-tree; git init -q --separate-git-dir sep sep-tree'
	evil "$PROOF-sep" sep/config
	echo 'git init -q --bare bare.git'
	evil "$PROOF-bare" bare.git/config
	echo 'git init -q plain; echo made'
} >script.sh
h --confirm deny call bash '{"command": "bash script.sh"}' --rehearse
id=$(grep -ohE 'keep h_[a-z0-9]+' <<<"$out$err" | head -n 1 | cut -d ' ' -f 2)
[ -n "$id" ] || dead "nothing was rehearsed: $(tail -c 300 <<<"$out$err")"
editor() {
	while [ ! -e "$SCRATCH/stop" ]; do
		for dir in . emb sep-tree bare.git alt; do git -C "$1/$dir" status || true; done
		sleep 0.02
	done
}
# moments: what git would follow, as soon as it lies there.
moments() {
	local dir text
	while [ ! -e "$SCRATCH/stop" ]; do
		[ ! -e "$1/.git/commondir" ] || : >"$PROOF-moment-commondir"
		for dir in emb/.git sep bare.git alt; do
			[ -e "$1/$dir/HEAD" ] && text=$(<"$1/$dir/config") && [[ $text == *fsmonitor* ]] && : >"$PROOF-moment-${dir%/*}" || true
		done 2>/dev/null
		sleep 0.005
	done
}
start editor "$SPACE"
start moments "$SPACE"
h rehearsals keep "$id"
says "kept " "it was not kept"
git -C "$SPACE" status >/dev/null || true
sleep 0.5
touch "$SCRATCH/stop"
for what in common emb sep bare; do none "$PROOF-$what" "what a program has set for git ran while the rehearsal was kept, or after it ($what)"; done
for what in commondir emb sep bare.git alt; do none "$PROOF-moment-$what" "for a moment, what a program has set lay where git looks ($what)"; done
alive "what is kept is no repository" git -C "$SPACE/plain" rev-parse --git-dir
alive "not all was kept" test -e "$SPACE/many/f1500"
for word in commondir.put-aside emb/.git/config; do [[ $out$err == *"$word"* ]] || broke "nobody was told of $word"; done
if ((${#broken[@]} == 0)); then # the control: outside, the same leads git astray
	(cd "$OUTSIDE" && repository made && cd made && bash "$SPACE/script.sh" && git status; cd emb && git status) >>"$SCRATCH/controls" 2>&1 || true
	[ -e "$PROOF-common" ] || [ -e "$PROOF-emb" ] || dead "git is not led astray by this even where nothing holds it"
fi
held
