# The person's own server lies in a space; an agent of that space, or of one around or below it, or of one below /tmp, changes it there; then it is called from another space, which has never seen that change.
needs walls python3
source "$ATTACK/planted.sh"
tmp=$(mktemp -d /tmp/handrail-attack-space.XXXXXX); trap 'rm -rf "$tmp"' EXIT
mkdir -p "$HOME/b" "$HOME/around/inner" "$HOME/late/deep" "$HOME/from"
declare -A place=([b]=$HOME/b [around]=$HOME/around/inner [inner]=$HOME/around/inner [intmp]=$tmp [late]=$HOME/late/deep [here]=$HOME/from)
for c in "${!place[@]}"; do
	mkdir -p "${place[$c]}/srv-$c"; cp "$ATTACK/server.py" "${place[$c]}/srv-$c/server.py"
	server $c "[\"python3\", \"${place[$c]}/srv-$c/server.py\"]" '{"env": {"PYTHONDONTWRITEBYTECODE": "1"}}'
	jq --arg c $c --arg p "${place[$c]}" 'if has($c) then .[$c].write = [$p, ($p | sub("/[^/]*$"; "/from"))] | .[$c].read = [$p] else . end' "$SCRATCH/servers" >"$SCRATCH/s" && mv "$SCRATCH/s" "$SCRATCH/servers"
done
# Spaces that the person has opened.
for d in "$HOME/b" "$HOME/around" "$tmp" "$HOME/from"; do (cd "$d" && h call bash 'command=true'; ((code == 0)) || dead "$d is no space: $err"); done
cd "$HOME/from"
begin
agent() { # FOLDER CASE: an agent's program in that space.
	planted py "$2" | sed "s#$SPACE/c/$2/taken#${place[$2]}/taken-$2#" >"$SCRATCH/x"
	cp "$SCRATCH/x" "$1/x.py"; echo "$json" >>"$1/x.py"
	(cd "$1" && h --confirm deny --space "$1" call bash "command=cp x.py $(realpath --relative-to="$1" "${place[$2]}")/srv-$2/json.py"; ((code == 0)) || dead "the agent of $1 can't write for $2: $out$err")
	[ -e "${place[$2]}/srv-$2/json.py" ] || dead "nothing planted for $2"
}
agent "$HOME/b" b
agent "$HOME/around" around
agent "$HOME/around/inner" inner
agent "$tmp" intmp
agent "$HOME/late/deep" late # a space that was none until now
agent "$HOME/from" here
for round in from again; do
	for c in "${!place[@]}"; do
		h --confirm deny call "${c}__run" 'script=echo again'
		if [ -s "${place[$c]}/taken-$c" ]; then broke "$c: an agent of another space has planted code that has the key ($round)"; rm -f "${place[$c]}/taken-$c"; fi
	done
done
for c in "${!place[@]}"; do
	handrail servers approve --yes "$c" >>"$SCRATCH/log" 2>&1 || true
	h --confirm allow call "${c}__run" 'script=echo again'
	[ -s "${place[$c]}/taken-$c" ] || dead "$c: the planted code never runs: $out$err"
done
held
