# The person keeps settings.json among their dotfiles, and a link leads there: in a space over that folder an agent writes the settings, and so takes back a deny and opens folders.
mkdir -p "$HOME/dotfiles/handrail" && cd "$HOME/dotfiles"
echo '{"rules": {"deny": ["bash(touch forbidden*)"]}}' >handrail/settings.json
shell 'touch plain'
[ -e plain ] || dead "the folder is no space even without the link: $out"
ln -s "$PWD/handrail/settings.json" "$CONFIG/settings.json"
for dir in "$PWD" "$PWD/handrail"; do
	OPTIONS=(--space "$dir")
	call bash "$(jq -cn --arg f "$PWD/handrail/settings.json" '{command: "echo {} >\($f)"}')"
	call write "$(jq -cn --arg f "$PWD/handrail/settings.json" '{path: $f, content: "{}"}')"
	grep -q forbidden handrail/settings.json || broke "an agent writes the settings in $dir"
done
OPTIONS=(--space "$SPACE")
echo "{\"rules\": {\"deny\": [\"bash(touch forbidden*)\"]}, \"per_space\": {\"$SPACE\": {\"roots\": [\"$PWD\"]}}}" >handrail/settings.json
call write "$(jq -cn --arg f "$PWD/handrail/settings.json" '{path: $f, content: "{}"}')"
grep -q forbidden handrail/settings.json || broke "an agent writes the settings in a further folder of a space"
held
