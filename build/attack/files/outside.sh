# File tools reach for paths outside: dots, links, /proc, NUL, home, other spellings.
echo visible >note
ln -s "$OUTSIDE" way
ln -s "$OUTSIDE/secret" direct
call read '{"path": "note"}'
says visible
for p in ../outside/secret "$OUTSIDE/secret" way/secret direct '~/outside/secret' '$HOME/outside/secret' "/proc/self/root$OUTSIDE/secret" /proc/self/cwd/../outside/secret "file://$OUTSIDE/secret" './way/../way/secret' note/../../outside/secret "//$OUTSIDE/secret" $'note\n../../outside/secret' 'way//secret' "$HOME/.ssh/id_ed25519" /proc/self/environ /etc/shadow; do
	for t in read grep listdir glob write edit; do
		case $t in
		read) input=$(jq -cn --arg p "$p" '{path: $p}') ;;
		grep) input=$(jq -cn --arg p "$p" '{pattern: ".", path: $p}') ;;
		listdir) input=$(jq -cn --arg p "${p%/*}" '{path: $p, recursive: true}') ;;
		glob) input=$(jq -cn --arg p "${p%/*}" '{pattern: "**", path: $p}') ;;
		write) input=$(jq -cn --arg p "${p%secret}proof" '{path: $p, content: "x"}') ;;
		edit) input=$(jq -cn --arg p "$p" '{path: $p, old_string: "plain", new_string: "evil"}') ;;
		esac
		jq -cn --arg t "$t" --argjson i "$input" '{type: "tool", name: $t, input: $i}'
	done
done >requests
jq -cn '{type: "tool", name: "glob", input: {pattern: "../outside/*"}}' >>requests
jq -cn '{type: "tool", name: "glob", input: {pattern: "way/**"}}' >>requests
printf '%s\n' '{"type":"tool","name":"read","input":{"path":"note\u0000/../../outside/secret"}}' '{"type":"tool","name":"read","input":{"path":"note"}}' >>requests
mv requests "$SCRATCH/requests"
setsid -w handrail call - <"$SCRATCH/requests" >"$SCRATCH/answers" 2>&1 || true
[ "$(wc -l <"$SCRATCH/requests")" -le "$(grep -c tool_result "$SCRATCH/answers")" ] || dead "not every request was answered"
tail -n 1 "$SCRATCH/answers" | grep -q visible || dead "the last request was not answered"
grep -q "$SECRET" "$SCRATCH/answers" && broke "a file tool read outside: $(grep -o ".\{80\}$SECRET" "$SCRATCH/answers" | head -1)"
grep -q '"root:' "$SCRATCH/answers" && broke "a file tool read /etc/shadow"
jq -r 'select(.meta.tool=="glob" or .meta.tool=="listdir") | .content' "$SCRATCH/answers" | grep -q '^.*secret' && broke "a file tool lists a folder outside"
[ "$(<"$OUTSIDE/secret")" = "$SECRET" ] || broke "a file tool changed a file outside"
for f in "$OUTSIDE"/proof*; do none "$f" "a file tool wrote outside"; done
held
