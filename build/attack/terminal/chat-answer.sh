# In chat, the first answer to a question must be the answer; what was typed before it must not.
needs walls python3
mkdir sub && touch sub/x
out=$(python3 "$ATTACK/terminal.py" --when '>' $'/bash command="rm -rf sub"\n' --when 'un' $'y\n' --when 'exit_code' $'\x04' -- handrail chat 2>&1 | tr -d '\0') || true
[[ $out == *sub* ]] || dead "chat shows nothing: $(tail -c 200 <<<"$out")"
[ ! -e sub/x ] || broke "the first answer to a question was not taken for the answer"
mkdir -p two && touch two/x
out=$(python3 "$ATTACK/terminal.py" --when '>' $'/bash command="rm -rf two"\ny\ny\n' --when 'un' $'n\n' --when 'eclined' $'\x04' -- handrail chat 2>&1 | tr -d '\0') || true
[ -e two/x ] || broke "what was typed before the question counted as its answer"
held
