# Hostile values in places that are safe: each must arrive as exactly one word, and start nothing.
needs walls python3
file show.py <<'END'
import json, sys
print("ARGS", json.dumps(sys.argv[1:]))
END
forms=('python3 show.py {{x}}' 'python3 show.py "{{x}}"' "python3 show.py '{{x}}'" 'python3 show.py "a{{x}}b"' 'python3 show.py --n={{x}}' 'n={{x}}; python3 show.py "$n"' 'if true; then python3 show.py {{x}}; fi' 'python3 show.py $(printf %s {{x}})' $'python3 show.py "$(cat <<X\n{{x}}\nX\n)"' 'python3 show.py {{#if x}}{{x}}{{/if}}')
for i in "${!forms[@]}"; do tool "t$i" "${forms[i]}"; done
trust
values=('; touch ran' '$(touch ran)' '`touch ran`' "'; touch ran; '" '"; touch ran; "' $'\ntouch ran\n' '&& touch ran' '| touch ran' '> ran' $'X\ntouch ran' '\"; touch ran #' '${IFS}touch${IFS}ran' $'\\\ntouch ran' '!touch' $'a\x01b' '$((a[$(touch ran)]))' '*' '~' '{a,b}' '' ' ' "'" '"' '\' $'é\xc2\xa0')
OPTIONS=(--confirm allow)
for i in "${!forms[@]}"; do for v in "${values[@]}"; do request "t$i" "$(jq -cn --arg x "$v" '{x: $x}')"; done; done | many
none ran "a value ran"
n=0 ran=0
for i in "${!forms[@]}"; do
	for v in "${values[@]}"; do
		n=$((n + 1))
		answer $n
		args=${said##*ARGS }
		[[ $said == *'ARGS '* ]] || continue
		ran=$((ran + 1))
		case ${forms[i]} in
		'python3 show.py {{x}}' | "python3 show.py '{{x}}'" | 'python3 show.py "{{x}}"' | 'n={{x}}'*)
			jq -e --arg v "$v" '. == [$v] or ($v == "" and . == [])' <<<"$args" >/dev/null || broke "«$v» in ${forms[i]} became $args"
			;;
		esac
	done
done
((ran > 100)) || dead "hardly a call ran: $ran of $n"
held
