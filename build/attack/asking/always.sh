# "Always" for one act: another act, another folder, another definition and another space are not covered.
needs walls python3
settings '{"mode": "ask"}'
out=$(python3 "$ATTACK/terminal.py" --when 'run once' $'a\n' --when 'number:' $'1\n' -- timeout 20 handrail call bash 'command=echo granted-act' 2>&1 | tr -d '\0') || true
h grants list
[[ $out$err != *'Nothing is always allowed'* ]] || dead "no grant came about: $(tail -c 300 <<<"$out")"
OPTIONS=(--confirm deny)
for c in 'echo granted-act; touch ran' 'echo granted-act && touch ran' 'echo granted-act $(touch ran)' 'echo granted-act >ran' $'echo granted-act\ntouch ran' 'echo "granted-act" `touch ran`' 'cd sub && echo granted-act; touch ran' 'X=1 echo granted-act | tee ran' 'echo() { touch ran; }; echo granted-act' 'echo granted-acts; touch ran'; do
	shell "$c"
	none ran "a grant for one act covers «$c»"
	rm -f ran
done
settings '{"mode": "ask", "rules": {"deny": ["bash(echo*)"]}}'
shell 'echo granted-act'
[[ $said != *granted-act* ]] || broke "a grant beats a deny"
held
