# Patterns, types and enums that read as if they left nothing of which code can be made: lines, ranges, negations, flags, letters that fold, an empty
# alternative, numbers in other writings. Where such a value stands as code, the tool does not load, or the value does not run.
needs walls
n=0 ids=() vals=()
typed() { # TYPE-FIELDS VALUE-JSON TEMPLATE
	mkdir -p agent/tools
	printf -- '---\nid: p%s\nname: n\ndescription: d\ncommand: %s\ntimeout: 10\nparameters:\n  - {name: x, description: d, required: true, %s}\n---\n' "$n" "$(jq -rn --arg c "$3" '$c | @json')" "$1" >"agent/tools/p$n.md"
	ids+=("p$n") vals+=("$2"); n=$((n + 1))
}
E='"1; touch ran"' L='"1\ntouch ran"' D='"$(touch ran)"'
while IFS='|' read -r pattern value; do
	for t in 'bash -c {{x}}' 'eval "echo {{x}}"' 'echo $(( {{x}} ))'; do typed "type: string, pattern: $(jq -rn --arg p "$pattern" '$p | @json')" "$value" "$t"; done
done <<END
(?m)^[0-9]+\$|$L
(?m)[0-9]+\$[^x]*|$L
[0-9]+(?:.|\n)*|$L
(?s)[0-9].*|$L
[+-z]+|"touch<ran"
[0-9.-:]+[^0-9]*|$E
[^a-z]{0,0}.*|$D
\d+\D*|$E
[[:^alpha:]]+.*|$D
[0-9]*(;.*)?|$E
(?i)[0-9ſ]+|"1ſ"
\pN+.*|$E
[0-9 ;a-z]+|$E
[\x00-\x7f]+|$D
[0-9]+|"1\n"
[!-~ ]+|$D
\S+ \S+|"touch ran"
(a\|b\|touch ran)|"touch ran"
[0-9,:.-]+\n?[a-z ]*|$L
END
typed 'type: number' '"1; touch ran"' 'bash -c {{x}}'
typed 'type: number' '"a[$(touch ran)]"' 'echo $(( {{x}} ))'
typed 'type: number' '"0x1;touch ran"' 'eval echo {{x}}'
typed 'type: number' '[1, "; touch ran"]' 'eval echo {{x}}'
typed 'type: boolean' '"true; touch ran"' 'eval echo {{x}}'
typed 'type: boolean' '"yes$(touch ran)"' 'bash -c {{x}}'
typed 'type: array' '["1", "; touch ran"]' 'eval echo {{x}}'
typed 'type: array, pattern: "[0-9]+"' '["1", "; touch ran"]' 'eval echo {{x}}'
typed 'type: array, enum: ["1", "2"]' '["1; touch ran"]' 'eval echo {{x}}'
typed 'type: string, enum: ["a", "b", "touch ran"]' '"touch ran"' 'bash -c {{x}}'
typed 'type: string, enum: ["a", "$(touch ran)"]' '"$(touch ran)"' 'eval "echo {{x}}"'
typed 'type: string, enum: ["a"], default: "$(touch ran)"' 'null' 'eval "echo {{x}}"'
typed 'type: string, pattern: "[0-9]*", default: "; touch ran"' 'null' 'eval "echo {{x}}"'
typed 'type: string, enum: ["a", "b"], pattern: ".*"' '"; touch ran"' 'eval "echo {{x}}"'
tool fine 'printf "%s\n" {{x}}'
typed 'type: string, pattern: "[0-9]+"' '"17"' 'bash -c "echo number-{{x}}"'
trust
OPTIONS=(--confirm allow)
call fine '{"x": "a value"}'; says 'a value'
for i in "${!ids[@]}"; do
	rm -f ran
	if [ "${vals[i]}" = null ]; then call "${ids[i]}" '{}'; else call "${ids[i]}" "{\"x\": ${vals[i]}}"; fi
	case $(grep -o 'enum.*' "agent/tools/${ids[i]}.md" | head -n 1) in *'touch ran"]'* | *'(touch ran)"]'*) continue ;; esac # those are the author's own words
	[ ! -e ran ] || broke "a value ran: $(grep -E 'command|pattern|type:' "agent/tools/${ids[i]}.md" | tr '\n' ' ')with ${vals[i]}"
done
[[ $said == *number-17* ]] || dead "a tool whose pattern leaves digits alone does not run: $said$err"
held
