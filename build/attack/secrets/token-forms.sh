# Text with the form of a token, a key or a password in an address leaves no result unredacted.
needs walls
r() { LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c "$1" || true; }
set +o pipefail
tokens=("ghp_$(r 36)" "sk_live_$(r 24)1a" "AKIA$(LC_ALL=C tr -dc 'A-Z2-7' </dev/urandom | head -c 16)" "xoxb-1234567890-1234567890-$(r 24)" "glpat-$(r 20)" "npm_$(r 36)")
set -o pipefail
printf '%s\n' "${tokens[@]}" "https://kim:$SECRET@example.com/x" 'visible' >words
printf -- '-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n' "$(base64 -w0 <<<"$SECRET-$SECRET-$SECRET-$SECRET")" >>words
for t in 'read {"path":"words"}' 'grep {"pattern":"."}' 'bash {"command":"cat words; cat words >&2"}' 'spawn {"command":"cat","args":["words"]}'; do
	call "${t%% *}" "${t#* }"
	says visible
	for w in "${tokens[@]}" "$SECRET@" "$(base64 -w0 <<<"$SECRET-$SECRET-$SECRET-$SECRET")"; do hides "$w" "${t%% *} shows ${w:0:8}…"; done
done
for w in "${tokens[@]}"; do ! grep -rqaF "$w" "$DATA" || broke "the journal keeps ${w:0:8}…"; done
held
