# Before any program has run, an agent has file tools leave folders of the person's out of what is kept, by the rules of Git or a file
# beside them; a program deletes what is in them. An undo brings all of it back.
needs walls git
git init -q .
mkdir -p dist loose/node_modules
echo "years of work" >dist/thesis.txt
echo "years of work" >loose/node_modules/notes.txt
printf '%s\n' \
	'{"type":"tool","name":"write","input":{"path":".gitignore","content":"dist\nnode_modules\n"}}' \
	'{"type":"tool","name":"bash","input":{"command":"rm dist/thesis.txt loose/node_modules/notes.txt"}}' | many
[ ! -e dist/thesis.txt ] || dead "nothing was deleted"
h runs list --json
run=$(grep -o 'r_[0-9a-zA-Z]*' <<<"$out" | head -n 1)
h runs undo "$run" --yes
for file in dist/thesis.txt loose/node_modules/notes.txt; do
	[ "$(cat "$file" 2>/dev/null)" = "years of work" ] || broke "$file is gone for good"
done
held
