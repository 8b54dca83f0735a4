# A secret that a tool printed, looked for in everything that Handrail keeps, and in what its commands print.
needs walls strings
value=Zq8kV3mN-$SECRET
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
tool show 'echo RAN "$TOKEN"; for i in $(seq 4000); do echo "line $i $TOKEN"; done; echo "$TOKEN" >&2; printf "%s" "${TOKEN:0:10}"; sleep 0.1; printf "%s\n" "${TOKEN:10}"; exit 3' $'environment:\n  TOKEN: "${secret:token}"'
trust
h --json call show
[[ $out == *RAN* ]] || dead "the tool did not run: $out$err"
hides "$value" "the result holds the secret"
says '[secret token]'
for verb in 'runs list' 'runs export' 'secrets list' 'tools' 'check' 'doctor' 'space trust --show' 'grants list'; do
	# shellcheck disable=SC2086
	h $verb
	hides "$value" "handrail $verb prints the secret"
done
id=$(sed -n 's/.*"id":"\(c_[0-9a-f]*\)".*/\1/p' <(handrail --json runs export 2>/dev/null) | head -1 || true)
[ -z "$id" ] || { h runs show "$id"; hides "$value" "runs show prints the secret"; }
found=$(grep -rlaF "$value" "$DATA" "$CONFIG" 2>/dev/null | head -3 || true)
[ -z "$found" ] || broke "kept in plain text in ${found//$HOME/\~}"
held
