# The person has set a space to read-only, and has written its folder with a slash at its end, by ~, by ./ or by a link to it: the setting counts for nothing, and nobody says so.
ln -s "$SPACE" "$HOME/link"
for key in "$SPACE" "$SPACE/" '~/space' "$HOME/./space" "$HOME/link"; do
	settings "$(jq -n --arg k "$key" '{per_space: {($k): {mode: "read-only"}}}')"
	shell 'touch ran'
	none ran "per_space has $key, and its mode does not count"
done
settings '{"per_space": {"space": {"mode": "read-only"}}}'
h check
says 'counts for nothing' "a key that leads nowhere is not told of"
settings '{}'
shell 'touch ran'
[ -e ran ] || dead "the command does not run at all: $out"
held
