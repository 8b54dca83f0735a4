# For the attacks by values of declared tools: source "$ATTACK/valuelib.sh", then add each template with its value, then try.
templates=() values=()

# add TEMPLATE VALUE: a tool t0, t1, … with the string x. What would be run must leave the file MARK.
MARK=$SPACE/ran
add() {
	tool "t${#templates[@]}" "$1" 'timeout: 20'
	templates+=("$1") values+=("$2")
}

# outside N: a control: the command of the Nth tool, done by the person in a copy of the space with the value as one word.
outside() {
	local copy=$SCRATCH/copy word
	rm -rf "$copy" && cp -a "$SPACE" "$copy" && word=$(printf '%q' "${values[$1]}")
	(cd "$copy" && bash -c "${templates[$1]//'{{x}}'/$word}") >>"$SCRATCH/controls" 2>&1 </dev/null || true
	[ -e "$MARK" ] || [ -n "$(find "$copy" -name ran -print -quit)" ] || return 1
	rm -f "$MARK"
}

# try: calls each tool with its value, in a space that is as it was at first. A template that does not load is well.
# With --confirm allow: what a value runs is no question.
try() {
	tool fine 'printf "%s\n" {{x}}'
	h check
	trust
	OPTIONS=(--confirm allow)
	call fine '{"x": "a value"}'
	says 'a value' "a harmless tool does not run"
	outside "${1:-0}" || dead "«${templates[${1:-0}]}» runs nothing even where nothing holds it"
	rm -rf "$SCRATCH/first" && cp -a "$SPACE" "$SCRATCH/first"
	local i
	for i in "${!templates[@]}"; do
		call "t$i" "$(jq -cn --arg x "${values[i]}" '{x: $x}')"
		[ -z "$(find "$SPACE" -name ran -print -quit)" ] || broke "«${templates[i]}» ran a value"
		find "$SPACE" -mindepth 1 -maxdepth 1 ! -name agent -exec rm -rf {} + 2>/dev/null || true
		(shopt -s dotglob && for f in "$SCRATCH"/first/*; do [[ ${f##*/} == agent ]] || cp -a "$f" "$SPACE/"; done)
	done
}
