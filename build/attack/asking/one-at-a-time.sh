# A model asks for three acts in one answer, and the person sits at a terminal: what they type must count for the question that stands
# there, with nothing of another one, or of what a program says that runs meanwhile, below it.
needs walls python3
settings '{"mode": "ask"}'
file turns.jsonl <<'X'
{"text":"","calls":[{"name":"bash","arguments":{"command":"echo a >ran-a"}},{"name":"bash","arguments":{"command":"echo b >ran-b"}},{"name":"bash","arguments":{"command":"echo c >ran-c"}}]}
{"text":"done"}
X
at=('min >' 'min >' 'min >')
ask() { # ask ANSWER...: each is typed at the next question
	local i=0 when=()
	for a; do when+=(--when "${at[i++]}" "$a"$'\n'); done
	out=$(python3 "$ATTACK/terminal.py" "${when[@]}" -- timeout 40 handrail run --model scripted/turns.jsonl go 2>&1 | tr -d '\0') || true
}
for turn in 1 2 3; do
	rm -f ran-*
	ask y n n
	first=${out%%min >*}
	((${#first} < ${#out})) || dead "no question is shown: $(tail -c 300 <<<"$out")"
	acts=$(grep -o 'echo [abc] >ran-[abc]' <<<"$first" | sort -u | wc -l)
	last=$(grep -o 'echo [abc] >ran-[abc]' <<<"$first" | tail -1)
	((acts == 1)) || broke "$acts acts are shown above the first answer"
	[ "$(echo ran-*)" = "${last#*>}" ] || broke "y at “$last” ran: $(echo ran-*)"
done
rm -f ran-*
ask y y y
[ "$(echo ran-*)" = "ran-a ran-b ran-c" ] || dead "three times yes runs: $(echo ran-*)"
held
