# The settings of a server open folders around Handrail's own: ~/.config, ~/.local/share, links to them, or a file of theirs as an
# argument. It must neither read nor write settings, journal, secrets, or what other servers keep, and so change what counts.
needs walls python3
printf 'value-of-a-secret-%s' "$RANDOM" >"$SCRATCH/v"; handrail secrets set db <"$SCRATCH/v" >/dev/null 2>&1 || true
mkdir -p "$HOME/.config/other" "$HOME/.local/share/other"; mkdir -p "$HOME/plain"; echo fine >"$HOME/plain/x"
ln -s .config "$HOME/cfg"; ln -s "$DATA" "$HOME/short"
servers() {
	settings "$(jq -n --arg p "$ATTACK/server.py" --arg h "$HOME" '
	def s($more): {command: "python3", args: [$p, ""], internal_only: false} + $more;
	{"note": "WORD-OF-SETTINGS", tools: {mcp_servers: {
	parents: s({read: ["~/plain", "~/.config", "~/.local/share"], write: ["~/.config", "~/.local/share"]}),
	links: s({read: ["~/cfg", "~/short"], write: ["~/cfg", "~/short"]}),
	own: s({read: ["~/.config/handrail", "~/.local/share/handrail"], write: ["~/.config/handrail", "~/.local/share/handrail"]}),
	arguments: s({args: [$p, "", "\($h)/.config/handrail/settings.json", "--db=\($h)/.local/share/handrail", "\($h)/.config"]}),
	variables: s({env: {CONF: "\($h)/.config/handrail/settings.json", DATA_DIR: "\($h)/.local/share/handrail", XDG_DATA_HOME: "\($h)/.local/share", XDG_CONFIG_HOME: "\($h)/.config"}}),
	inside: s({cwd: "\($h)/.local/share/handrail"}),
	homes: s({read: ["~"], write: ["~", "~/."]}),
	dots: s({read: ["~/outside/../.config/handrail", "~/outside/../.local/share/../share/handrail"], write: ["~/outside/../.config/handrail"]})
	}}}')"
}
servers
cp "$CONFIG/settings.json" "$SCRATCH/before"
alive_one=
for s in $(jq -r '.tools.mcp_servers | keys[]' "$CONFIG/settings.json"); do
	h --confirm allow call "${s}__run" "$(jq -cn --arg s "cat '$HOME/plain/x'; echo works; cat '$CONFIG/settings.json' '$CONFIG'/* ~/cfg/handrail/* 2>&1; find '$DATA' ~/short/ -type f 2>/dev/null | head -n 30 | sed 's/^/SAW /'; grep -rls WORD-OF-SETTINGS '$DATA' '$CONFIG' 2>/dev/null; cat '$DATA'/*.db* 2>/dev/null | head -c 300 | base64 | sed 's/^/JOURNAL /'; echo '{\"mode\": \"ask\"}' >'$CONFIG/settings.json'; touch '$CONFIG/planted' '$DATA/planted'; mv '$CONFIG' '$CONFIG.old' && echo MOVED; echo end" '{script: $s}')"
	if [[ $out == *works* ]]; then alive_one=$s; fi
	echo "$s: $(head -c 1500 <<<"$out$err")" >>"$SCRATCH/log"
	[[ $out != *WORD-OF-SETTINGS* ]] || broke "$s read the settings"
	[[ $out != *'JOURNAL '* ]] || broke "$s read the journal"
	[[ $out != *MOVED* ]] || broke "$s moved the folder of the settings"
	saw=$(grep '^SAW' <<<"$out" | grep -v "/servers/" | head -n 2 | tr '\n' ' ' || true)
	[ -z "$saw" ] || broke "$s sees files of the data folder: $saw"
	none "$CONFIG/planted" "$s wrote into the folder of the settings"; none "$DATA/planted" "$s wrote into the data folder"
	cmp -s "$CONFIG/settings.json" "$SCRATCH/before" || { broke "$s changed the settings"; mkdir -p "$CONFIG"; cp "$SCRATCH/before" "$CONFIG/settings.json"; }
	rm -f "$CONFIG/planted" "$DATA/planted"
done
[ -n "$alive_one" ] || dead "no server runs: $out $err"
grep -q 'fine' "$SCRATCH/log" || dead 'what read names cannot be read either'
held
