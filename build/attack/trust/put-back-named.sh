# An agent writes a script, and takes it away. The person takes that back: Handrail itself, outside all walls, makes the file anew, with
# the agent's text. So does a rehearsal that is kept. The person then names it in a tool of their own space.
needs walls
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
mkdir -p scripts
trust
put() { room "echo 'echo evil-$1-ran' >scripts/$1.sh; touch -d 2001-01-01 scripts/$1.sh"; }
put undone; put moved; put toolmade
room 'rm scripts/undone.sh; mv scripts/moved.sh elsewhere'
removed=$(jq -r .id <<<"$out")
[ ! -e scripts/undone.sh ] || dead "the agent took nothing away"
h runs undo "$removed" --yes
[ -e scripts/undone.sh ] || dead "nothing was put back: $out$err"
[ -e scripts/moved.sh ] || dead "nothing was moved back: $out$err"
call write '{"path":"scripts/written.sh","content":"echo evil-written-ran\n"}'
[ -e scripts/written.sh ] || dead "the file tool wrote nothing: $err"
call bash '{"command":"echo echo evil-kept-ran >scripts/kept.sh","rehearse":true}'
h call bash 'command=echo echo evil-kept-ran >scripts/kept.sh' --rehearse
h rehearsals list
id=$(grep -oE 'h_[0-9a-z]+' <<<"$out$err" | head -n 1)
[ -z "$id" ] || h rehearsals keep "$id" --yes
kept=; [ ! -e scripts/kept.sh ] || kept=kept
h space trust --yes
for n in undone moved written toolmade $kept own; do tool "$n" "bash scripts/$n.sh"; done
echo 'echo persons-own' >scripts/own.sh
for n in undone moved written toolmade $kept; do
	h --confirm allow call "$n"
	hides "evil-$n-ran" "the agent's script ($n) counts as the person's"
done
h --confirm allow call own
says persons-own "what the person wrote themselves is held back"
h space trust --yes
h --confirm allow call undone
says evil-undone-ran "the person's look did not trust it"
held
