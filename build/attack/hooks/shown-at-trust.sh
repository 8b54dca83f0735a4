# What a hook may touch beyond its room is shown where it is trusted, and pinned; what no hook may
# have, it does not get.
needs walls
for more in '"network": "on"' '"write": ["."]' '"walls": "off"' '"network": ["host.example.com"]' '"read": ["/opt"]'; do
	rm -rf agent
	hook 'exit 0' "$more"
	h space trust
	value=$(jq -rn "{$more} | .[] | if type == \"array\" then .[0] else . end")
	[[ ${out,,} == *network* || ${out,,} == *walls* || ${out,,} == *reach* || ${out,,} == *outside* || ${out,,} == *write* || $out == *"$value"* ]] || broke "the preview does not show $more: $(grep -A3 'hook ' <<<"$out" | tr '\n' ' ')"
done
rm -rf agent
hook 'exit 0'
trust
shell 'echo fine'
says fine
for more in '"walls": "off"' '"read": ["~/.ssh"]' '"network": "on"'; do
	hook 'exit 0' "$more"
	shell 'echo let through'
	[[ $said != *'let through'* ]] || broke "a hook that was given $more is not held back"
done
file "$CONFIG/settings.json" <<<'{}'
for more in '"write": ["'"$HOME"'"]' '"write": ["~"]' '"read": ["'"$DATA"'"]' '"write": ["'"$CONFIG"'"]' '"write": ["/"]' '"read": ["/"]' '"write": ["../.."]'; do
	hook "touch $HOME/made $CONFIG/made; ls $DATA/*.db && touch /var/log/saw; exit 0" "$more"
	h space trust --yes
	shell 'echo let through'
	[ ! -e "$HOME/made" ] && [ ! -e "$CONFIG/made" ] || broke "a hook wrote what no hook may, by $more"
	[ -z "$(find "$DATA" -name saw 2>/dev/null)" ] || broke "a hook read what no hook may, by $more"
	rm -f "$HOME/made" "$CONFIG/made"
	find "$DATA" -name saw -delete
done
hook "touch $OUTSIDE/made" '"write": ["~/outside"]'
h space trust --yes
shell 'echo fine'
[ -e "$OUTSIDE/made" ] || dead "not even a folder that it declares can be written: $out"
held
