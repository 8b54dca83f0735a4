# Servers that do not start, each in another way, with a key in an argument, a variable, a header or the query of the URL: no verb that
# tells about them, no log, export or file of Handrail's has the key, in no form in which an error could quote it.
needs python3 walls
keys=()
n=0
json='{}'
add() { n=$((n + 1)); k="kq7-$RANDOM-$RANDOM-Zx9Lm2/\"q"; keys+=("$k"); json=$(jq -c --arg n "$1" --arg k "$k" --argjson s "$2" '. + {($n): ($s | walk(if type == "string" then gsub("@K"; $k) else . end)) }' <<<"$json"); }
service
closed=$((port + 1))
add missing '{"command": "no-such-program", "args": ["--api-key", "@K"], "env": {"API_KEY": "@K"}}'
add folder '{"command": "/tmp", "args": ["--token=@K"]}'
add cwd '{"command": "python3", "cwd": "/no/such", "args": ["--password", "@K"]}'
add exits '{"command": "python3", "args": ["-c", "import sys; sys.exit(\"bad \" + sys.argv[1])", "--api-key=@K"], "env": {"API_KEY": "@K"}}'
add option '{"command": "python3", "args": ["--token=@K"], "env": {"API_TOKEN": "@K"}}'
add bashes '{"command": "bash", "args": ["-xc", "echo \"$API_KEY\" >&2; exec false \"$API_KEY\""], "env": {"API_KEY": "@K"}}'
add junk '{"command": "bash", "args": ["-c", "echo \"not json $API_KEY\"; sleep 1"], "env": {"API_KEY": "@K"}}'
add env0 '{"command": "env", "args": ["-u"], "env": {"SECRET_KEY": "@K"}}'
add closed "{\"url\": \"http://127.0.0.1:$closed/mcp?api_key=@U\", \"headers\": {\"Authorization\": \"Bearer @K\"}}"
add nothttp "{\"url\": \"https://127.0.0.1:$port/mcp?token=@U\", \"headers\": {\"X-Api-Key\": \"@K\"}}"
add odd "{\"url\": \"http://127.0.0.1:$port/mcp?key=@U\", \"headers\": {\"X-Api-Key\": \"@K\"}}"
add header "{\"url\": \"http://127.0.0.1:$port/mcp\", \"headers\": {\"Authorization\": \"Bearer @K\\nX: y\"}}"
add badurl "{\"url\": \"http://127.0.0.1:port/%zz?api_key=@U\", \"headers\": {\"X-Api-Key\": \"@K\"}}"
add noname "{\"url\": \"http://no-such-host.invalid/mcp?api_key=@U&secret=@U\", \"headers\": {\"X-Api-Key\": \"@K\"}}"
add both "{\"command\": \"no-such\", \"url\": \"http://127.0.0.1:$closed/?api_key=@U\", \"env\": {\"API_KEY\": \"@K\"}}"
add typed "{\"command\": \"python3\", \"args\": [1, \"@K\"], \"env\": {\"API_KEY\": \"@K\"}}"
plain=uq8-$RANDOM-$RANDOM-Vb3Nc4Xz
settings "$(jq -n --argjson s "$json" --arg u "$plain" '{tools: {mcp_servers: ($s | walk(if type == "string" then gsub("@U"; $u) else . end))}}')"
cp "$CONFIG/settings.json" "$SCRATCH/kept"
forms() { python3 - "$1" <<'END'
import base64, html, json, sys, urllib.parse as u
k = sys.argv[1]
for f in {k, json.dumps(k)[1:-1], u.quote(k, safe=""), u.quote(k), u.quote_plus(k), html.escape(k), base64.b64encode(k.encode()).decode()[:24], k.replace("/", "\\/"), k[:-3], repr(k)[1:-1]}: print(f)
END
}
for k in "${keys[@]}" "$plain"; do forms "$k"; done | sort -u >"$SCRATCH/forms"
look() { grep -qF -f "$SCRATCH/forms" <<<"$out$err" && broke "$1 tells a key: $(grep -oF -f "$SCRATCH/forms" <<<"$out$err" | sort | uniq -c | sort -rn | head -n 4 | tr -s ' \n' ' ') in «$(grep -F -m1 -f "$SCRATCH/forms" <<<"$out$err" | head -c 200)»"; return 0; }
round() {
	for s in $(jq -r '.tools.mcp_servers | keys[]' "$CONFIG/settings.json"); do
		h servers test "$s"; look "servers test $s ($1)"
		h servers show "$s"; look "servers show $s ($1)"
		h --json servers show "$s"; look "servers show $s as JSON ($1)"
		h --confirm allow call "${s}__run" '{}'; look "a call of $s ($1)"
	done
	h servers list; look "servers list ($1)"; h --json servers list; look "servers list as JSON ($1)"; h check; look "check ($1)"; h doctor; look "doctor ($1)"; h tools list; look "tools ($1)"
	for s in exits bashes junk; do h servers log "$s"; look "servers log $s ($1)"; done
}
round plain
[ "$(grep -c 'failed' "$SCRATCH/log")" -ge 8 ] || dead "they did not fail: $(grep -c failed "$SCRATCH/log")"
h data export "$SCRATCH/all.zip"; look 'data export'
python3 - "$SCRATCH/all.zip" >"$SCRATCH/all" 2>>"$SCRATCH/log" <<'END' || true
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for n in z.namelist(): sys.stdout.buffer.write(z.read(n) + b"\n")
END
! grep -qaF -f "$SCRATCH/forms" "$SCRATCH/all" || broke "the export has a key: $(grep -aoF -f "$SCRATCH/forms" "$SCRATCH/all" | head -n 2 | tr '\n' ' ')"
files=$(grep -rlaF -f "$SCRATCH/forms" "$DATA" 2>/dev/null | head -n 5 | tr '\n' ' ' || true)
[ -z "$files" ] || broke "files of the data folder hold a key: $files"
grep -qF -f "$SCRATCH/forms" "$CONFIG/settings.json" || dead 'the look finds nothing where the keys are'
held
