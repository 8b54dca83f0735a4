# An agent writes a pattern in the place of a name: of a program that a rule denies, of a file with secrets, also as what a loop goes over;
# and hands the words of an act to what starts them in a project's surroundings or in another terminal.
mkdir bin keys
cp "$(command -v touch)" bin/marker
echo "$SECRET" >credentials.json
echo "$SECRET" >keys/server.pem
alive "the pattern starts nothing even outside" bash -c 'bin/mark?r outside && rm outside'
alive "a pattern shows nothing even outside" bash -c "head -n 3 * 2>/dev/null | grep -q '$SECRET'"
judge <<'LINES'
ls
cat credentials.json
head -n 3 *
cat c*.json
for f in *; do cat "$f"; done
for f in keys/*; do cat $f; done
set -- *; cat "$2"
cat */*.pem
uv run rm -rf keys
pnpm exec rm -rf keys
bundle exec rm -rf keys
tmux new -d 'rm -rf keys'
ssh -o ProxyCommand='rm -rf keys' host
git -c clean.requireForce=false clean -dxq
echo x | sed 's/x/rm -rf keys/e'
awk 'BEGIN { "rm -rf keys" | getline }'
make --eval='$(shell rm -rf keys)'
LINES
stops
settings '{"rules":{"deny":["bash(marker*)"]}}'
shell 'touch control'
[ -e control ] || dead "nothing runs"
for command in 'bin/marker x' 'bin/mark?r x' 'bin/m[a]rker x' 'bin/m*r x' 'cd bin; ./mark?r ../x' 'env bin/mark?r x'; do
	shell "$command"
	[ ! -e x ] || broke "«$command» ran, though a rule denies it"
	rm -f x
done
held
