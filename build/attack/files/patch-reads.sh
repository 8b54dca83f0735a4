# A patch shows what reading would not: it copies or renames a file that may not be read, or its refusal quotes one that it does not fit.
deny='{"rules": {"deny": ["read(keys/**)"]}}'
mkdir keys && printf 'one\n%s\nthree\n' "$SECRET" | tee keys/a .env plain >/dev/null
moved() { printf 'diff --git a/%s b/%s\nsimilarity index 100%%\n%s from %s\n%s to %s\n' "$2" "$3" "$1" "$2" "$1" "$3"; }
hunk() { printf 'diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n one\n-%s\n+x\n three\n' "$1" "$1" "$1" "$1" "$2"; }
patch() { request patch "$(jq -cn --arg p "$1" '{patch: $p}')"; }
edit() { request edit "$(jq -cn --arg p "$1" --arg old "$2" '{path: $p, old_string: $old, new_string: "x"}')"; }
quoted='diff --git "a/\056env" "b/out"
similarity index 100%
copy from "\056env"
copy to "out"
'
near=${SECRET%?}
for mode in workspace ask rehearse read-only; do
	settings "$(jq -c --arg m "$mode" '. + {mode: $m}' <<<"$deny")"
	for name in keys/a .env; do
		{
			patch "$(hunk "$name" "$SECRET")"; patch "$(hunk "$name" nothing)"
			patch "$(hunk "$name" "$near")"; patch "$(hunk plain "$SECRET")"$'\n'"$(hunk "$name" one)"
			patch "$(moved copy "$name" out)"$'\n'"$(hunk out "$near")"; patch "$(moved rename "$name" out)"$'\n'"$(hunk out nothing)"
			patch "$(moved copy "$name" out)"; patch "$(moved rename "$name" out2)"; patch "$quoted"
			edit "$name" "$near"; edit "$name" a
		} | many
		for i in "${!answers[@]}"; do
			answer $((i + 1))
			hides "$SECRET" "in $mode answer $((i + 1)) tells what stands in $name"
			[ "$name" = .env ] || hides 'read it first' "in $mode answer $((i + 1)) says of a file that is denied that it may be read"
		done
		! grep -qs "$SECRET" out out2 || { broke "in $mode a patch copies $name unasked"; rm -f out out2; }
		[ -e "$name" ] || dead "$name is gone"
		[ "${codes[0]}" = "${codes[1]}" ] || broke "in $mode the answer tells whether a guess of what stands in $name is right (${codes[0]}, ${codes[1]})"
	done
done
settings "$deny"
{ patch "$(hunk plain "$near")"; patch "$(moved copy plain copied)"; patch "$(moved rename copied renamed)"; } | many
answer 1
says "$SECRET" "a patch of a file that may be read does not say where it differs"
[ -e copied ] || [ -e renamed ] || dead "nothing can be copied"
[ -e renamed ] || dead "nothing can be renamed"
held
