# A value that a program takes for an option: it must ask, where the author has not put -- before it.
needs walls
echo visible >note
tool show 'cat {{x}}'
tool safe 'cat -- {{x}}'
printf '{"version":"1","tools":{"list":{"description":"d","command":["sort","{{x}}"],"params":{"x":{"type":"string"}}},"sep":{"description":"d","argSeparator":true,"command":["sort","{{x}}"],"params":{"x":{"type":"string"}}}}}\n' >ctxnest.json
trust
call show '{"x": "note"}'
says visible
for v in --version -n --output=ran -oran; do
	call show "$(jq -cn --arg x "$v" '{x: $x}')"
	[[ -n $refused ]] || broke "cat $v ran unasked"
	call list "$(jq -cn --arg x "$v" '{x: $x}')"
	[[ -n $refused ]] || broke "the hand sort $v ran"
	call safe "$(jq -cn --arg x "$v" '{x: $x}')"
	[[ $said == *'No such file'* || -n $refused ]] || broke "-- does not keep $v from being an option"
done
none ran "an option wrote a file"
held
