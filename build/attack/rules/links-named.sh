# A rule that names a link, or a way over one, is about what it leads to: under the real name, too.
needs walls
mkdir -p store real/conf
ln -s store/v1 keys
ln -s real cur
for pair in 'keys store/v1' 'cur/conf/key real/conf/key' 'cur/** real/conf/key' './/cur//conf/key real/conf/key'; do
	read -r rule real <<<"$pair"
	rm -f store/v1 real/conf/key
	echo "$SECRET" >"$real"
	settings '{}'
	call read "$(jq -cn --arg p "$real" '{path: $p}')"
	says "$SECRET" "without a rule $real cannot be read"
	settings "$(jq -cn --arg r "read($rule)" --arg w "write($rule)" '{rules: {deny: [$r, $w]}}')"
	call read "$(jq -cn --arg p "$real" '{path: $p}')"
	hides "$SECRET" "deny read($rule): the tool read shows $real"
	call grep '{"pattern": "plain-word", "path": "."}'
	hides "$SECRET" "deny read($rule): grep shows $real"
	room "cat '$real'; echo changed >'$real'"
	hides "$SECRET" "deny read($rule): a program reads $real"
	[[ $(<"$real") == "$SECRET" ]] || broke "deny write($rule): a program changes $real"
done
held
