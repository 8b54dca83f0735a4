# What an agent's programs have written comes to the place of the person's own server by a hand that is not the agent's: the person's git checks out, merges, pops a stash, the person moves a folder, or leads a link to it. Nobody has looked at the program.
needs walls python3 git
source "$ATTACK/planted.sh"
git_() { git -c user.name=me -c user.email=me@x -C "c/$1" "${@:2}" >>"$SCRATCH/controls" 2>&1; }
for c in checkout merge stash reset pull moved linked; do
	server $c '["python3", "@S/app/server.py"]'
	mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py
	case $c in checkout | merge | stash | reset | pull) git_ $c init -b main; git_ $c add app; git_ $c commit -m one ;; esac
done
cp -r c/linked/app c/linked/real; rm -r c/linked/app; ln -s real c/linked/app
begin
{
	for c in checkout merge pull reset; do
		echo "mkdir -p c/$c/w"; plant py $c w/json.py "$json"
		echo "git -c user.name=a -c user.email=a@x -C c/$c worktree add -q ../../away-$c -b evil && cp c/$c/w/json.py away-$c/app/ && rm -r c/$c/w && git -C away-$c add . && git -c user.name=a -c user.email=a@x -C away-$c commit -qm evil"
	done
	plant py stash w.py "$json"
	echo "cp c/stash/w.py c/stash/app/json.py; rm c/stash/w.py; git -C c/stash add app; git -c user.name=a -c user.email=a@x -C c/stash stash -q"
	plant py moved new/json.py "$json"; plant py linked other/json.py "$json"
	echo "cp c/moved/app/server.py c/moved/new/; cp c/linked/real/server.py c/linked/other/"
} | done_by_agent
# What the agent touched meanwhile is looked at and put right.
ls -d away-* >>"$SCRATCH/log"
for s in "${cases[@]}"; do handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true; done
OPTIONS=()
tried "an agent's program has put nowhere yet"
h call listdir '{"path": "c"}'
act() { # WHO ACT...: the person's act, and then the server is called.
	alive "the person can't: $*" "${@:2}"
	[ -e "c/$1/app/json.py" ] || dead "$1 brought nothing"
	h --confirm deny call "$1__run" 'script=echo again'
	[ ! -s "c/$1/taken" ] || broke "$1: the code that an agent wrote and the person's hand brought has the key, unasked"
	rm -f "c/$1/taken"
	handrail servers approve --yes "$1" >>"$SCRATCH/log" 2>&1 || true
	h servers test "${ALL:-moved}"
}
for s in "${cases[@]}"; do
	# Nothing of an agent's goes on meanwhile.
	case $s in
	checkout) act checkout git_ checkout checkout --ignore-other-worktrees evil ;;
	merge) act merge git_ merge merge evil ;;
	reset) act reset git_ reset reset --hard evil ;;
	pull) act pull git_ pull pull "$SPACE/away-pull" evil ;;
	stash) act stash git_ stash stash pop ;;
	moved) act moved bash -c 'mv c/moved/app c/moved/old && mv c/moved/new c/moved/app' ;;
	linked) act linked ln -sfn other c/linked/app ;;
	esac
done
reaches
held
