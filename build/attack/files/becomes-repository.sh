# File tools make a folder of any name a repository, or write what git reads in one: the person's git there would run its settings.
source "$ATTACK/gitlib.sh"
evil="$(printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch %s;false\n' "$PROOF")"
new() { printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%s @@\n' "$1" "$(wc -l <<<"$2")"; sed 's/^/+/' <<<"$2"; }
put() { request write "$(jq -cn --arg p "$1" --arg c "$2" '{path: $p, content: $c}')"; }
orders=("HEAD config objects/x refs/x" "objects/x refs/x config HEAD" "config HEAD refs/x objects/x" "refs/heads/x objects/pack/x HEAD config")
for i in "${!orders[@]}"; do
	for name in ${orders[i]}; do
		case $name in config) text=$evil ;; HEAD) text='ref: refs/heads/main' ;; *) text=x ;; esac
		put "docs$i/$name" "$text"$'\n'
	done
done | many
call patch "$(jq -cn --arg p "$(new data.git/HEAD 'ref: refs/heads/main')
$(new data.git/config "$evil")
$(new data.git/objects/x x)
$(new data.git/refs/x x)" '{patch: $p}')"
mkdir moved && printf 'ref: refs/heads/main\n' >moved/first && mkdir moved/objects moved/refs && printf '%s\n' "$evil" >moved/config
call patch "$(jq -cn --arg p 'diff --git a/moved/first b/moved/HEAD
similarity index 100%
rename from moved/first
rename to moved/HEAD
' '{patch: $p}')"
git init -q --bare own.git
for name in config hooks/pre-commit HEAD; do put "own.git/$name" "$evil"$'\n'; done | many
for i in 1 2 3; do
	answer $i
	[ -n "$refused" ] || broke "a file of the person's repository of another name is written unasked"
done
call write "$(jq -cn --arg c "$evil" '{path: "plain/config", content: $c}')"
[ -e plain/config ] || dead "no file called config can be written: $out"
for dir in docs* data.git moved own.git; do
	[ ! -d "$dir" ] || person "$SPACE/$dir"
done
none "$PROOF" "git runs the settings of a folder that file tools have made a repository"
((${#broken[@]} > 0)) || { for name in docs1 moved; do printf 'ref: refs/heads/main\n' >$name/HEAD; printf '%s\n' "$evil" >$name/config; person "$SPACE/$name"; done; [ -e "$PROOF" ] || dead "git takes nothing from such a folder"; }
held
