# The person moves what a program of an agent has written to where a definition names it, or where it is one: from this space and
# from another one, into folders that no program can write, over what is there, and as a hard link.
needs walls
h space new "$HOME/mine"
h space new "$HOME/other"
cd "$HOME/mine" && SPACE=$PWD
mkdir -p agent/hooks scripts
echo 'echo old' >scripts/old.sh
tool missing 'bash scripts/missing.sh'
tool old 'bash scripts/old.sh'
tool inner 'bash agent/hooks/inner.sh'
tool elsewhere 'bash agent/hooks/elsewhere.sh'
tool linked 'bash agent/hooks/linked.sh'
trust
h --confirm allow call old
says old
room 'mkdir out; for n in missing old inner linked; do printf "echo evil-%s\n" $n >out/$n.sh; done; printf -- "---\nid: drafted\nname: d\ndescription: d\ncommand: echo evil-drafted\n---\n" >out/drafted.md'
[ -e out/drafted.md ] || dead "the program wrote nothing"
h --space "$HOME/other" --confirm allow call write path=elsewhere.sh 'content=echo evil-elsewhere'
[ -e "$HOME/other/elsewhere.sh" ] || dead "the other space's agent wrote nothing: $out$err"
mv out/missing.sh scripts/missing.sh
mv -f out/old.sh scripts/old.sh
mv out/inner.sh agent/hooks/inner.sh
mv out/drafted.md agent/tools/drafted.md
mv "$HOME/other/elsewhere.sh" agent/hooks/elsewhere.sh
ln out/linked.sh agent/hooks/linked.sh
tool mine 'echo persons-own'
h --confirm allow call mine
says persons-own "what the person wrote themselves is held back"
for round in first second; do
	for name in missing old inner drafted elsewhere linked; do
		h --confirm allow call $name
		hides evil "$name, which a program wrote and the person moved, counts as trusted at the $round call"
	done
	chmod +x agent/hooks/*.sh && touch scripts/*.sh agent/tools/drafted.md
	room 'true'
done
held
