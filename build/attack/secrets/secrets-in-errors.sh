# Servers of the person's settings have keys everywhere: in variables, arguments, addresses, headers, by ${secret:…}. Each fails in another way, or says its key itself; nothing that Handrail prints, records or exports holds one, whichever verb is asked.
needs walls python3
source "$ATTACK/planted.sh"
k() { printf 'planted%s%s' "$1" "$RANDOM$RANDOM$RANDOM"; }
declare -A v
for p in env arg argeq header query kept b64 dies cwd port stdin json; do v[$p]=$(k "$p"); done
printf '%s' "${v[kept]}" | setsid -w handrail secrets set kept >>"$SCRATCH/controls" 2>&1 || dead "no secret is kept"
file "$HOME/own/dies.py" <<'EOP'
import os, sys
k = os.environ.get("K", "")
sys.stderr.write("fatal: key %s %s %s is wrong, argv %s\n" % (k, k.encode().hex(), repr(k), sys.argv)); sys.stdout.write("not json " + k + "\n"); sys.exit(3)
EOP
jq -n --arg o "$HOME/own" --arg p "$ATTACK/server.py" --argjson v "$(for p in "${!v[@]}"; do jq -n --arg k "$p" --arg w "${v[$p]}" '{($k): $w}'; done | jq -s add)" '{tools: {mcp_servers: {
	dies: {command: "python3", args: [$o + "/dies.py"], env: {K: "${secret:kept}", API_KEY: $v.env}},
	dies2: {command: "python3", args: [$o + "/dies.py", "--api-key", $v.arg, "--token=" + $v.argeq], env: {MY_TOKEN: $v.dies}},
	none: {command: "no-such-program", args: ["--password", $v.stdin], env: {TOKEN: $v.port}},
	secretarg: {command: "python3", args: [$o + "/dies.py", "--key", "${secret:kept}"]},
	secretcmd: {command: "/opt/${secret:kept}/x", args: []},
	secretcwd: {command: "python3", args: ["x.py"], cwd: "/opt/${secret:kept}"},
	far: {url: ("http://127.0.0.1:1/mcp?api_key=" + $v.query), headers: {Authorization: ("Bearer " + $v.header)}},
	far2: {url: "http://127.0.0.1:1/${secret:kept}/mcp", headers: {"X-Api-Key": "${secret:kept}"}},
	far3: {url: "http://${secret:kept}.example.invalid/mcp"},
	tells: {command: "python3", args: [$p, "", "tells"], env: {API_KEY: "${secret:kept}"}, internal_only: false}}}}' >"$CONFIG/settings.json"
seen() {
	local p
	for p in "${!v[@]}"; do
		case "$out$err$said" in *"${v[$p]}"*) broke "handrail $1 shows the key «$p»: $(grep -hF "${v[$p]}" <<<"$out$err" | head -n 1 | cut -c1-20)" ;; esac
		case "$out$err$said" in *"$(printf %s "${v[$p]}" | xxd -p 2>/dev/null | tr -d '\n' || echo none)"*) [ -z "$(command -v xxd)" ] || broke "handrail $1 shows the key «$p» in hexadecimal" ;; esac
	done
}
for s in dies dies2 none secretarg secretcmd secretcwd far far2 far3 tells; do
	for verb in "servers test $s" "servers log $s" "servers show $s" "servers needs $s" "servers changes $s" "--json servers show $s" "--json servers test $s" "call ${s}__run script=x"; do
		# shellcheck disable=SC2086
		h $verb; seen "$verb"
	done
done
for verb in "servers test" "servers list" "--json servers list" doctor "--json doctor" check "tools list" "--json tools list" "secrets list" "servers secure" "runs list" "--json runs list" "problems"; do h $verb; seen "$verb"; done
call tells__run "$(jq -cn '{script: "env; echo $API_KEY | rev | rev; printf %s $API_KEY | od -An -tx1"}')"; seen "a call of tells"
says RAN "the server tells does not run: $out$err"
# Broken settings, whose line is told.
cp "$CONFIG/settings.json" "$SCRATCH/whole"
for cutat in "${v[arg]}" "${v[env]}" "${v[header]}" "${v[query]}"; do
	python3 - "$SCRATCH/whole" "$CONFIG/settings.json" "$cutat" <<'PY'
import sys
s = open(sys.argv[1]).read(); i = s.index(sys.argv[3]); open(sys.argv[2], "w").write(s[:i] + sys.argv[3] + '" : oops "' + s[i + len(sys.argv[3]):])
PY
	for verb in check doctor "servers list" "tools list"; do h $verb; seen "$verb, of broken settings,"; done
done
cp "$SCRATCH/whole" "$CONFIG/settings.json"
# Importing and adding, well and badly.
add() { code=0; setsid -w handrail "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" <"$SCRATCH/stdin" || code=$?; out=$(<"$SCRATCH/out") err=$(<"$SCRATCH/err") said=; cat "$SCRATCH/out" "$SCRATCH/err" >>"$SCRATCH/log"; }
printf '{"mcpServers": {"j": {"command": "x", "env": {"API_KEY": "%s"}, "args": ["--token", "%s"]' "${v[json]}" "${v[json]}" >"$SCRATCH/stdin"; add servers add -; seen "servers add -, of broken JSON,"
printf '{"mcpServers": {"j": {"command": ["x"], "env": {"API_KEY": ["%s"]}, "args": "--token %s"}}}' "${v[json]}" "${v[json]}" >"$SCRATCH/stdin"; add servers add -; seen "servers add -, of odd JSON,"
printf '{"mcpServers": {"j": {"command": "x", "env": {"API_KEY": "%s"}, "args": ["--token", "%s"]}}}' "${v[json]}" "${v[json]}" >"$SCRATCH/stdin"; add servers add -; seen "servers add -"
add servers show j; seen "servers show j"
[[ $out$err == *j* ]] || dead "no server is added"
h data export "$HOME/export.zip"
mkdir "$HOME/x" && python3 -m zipfile -e "$HOME/export.zip" "$HOME/x"
grep -rqF mcp_servers "$HOME/x" || dead "the export has no settings"
for p in "${!v[@]}"; do ! grep -rqF "${v[$p]}" "$HOME/x" || broke "the export holds the key of «$p»: $(grep -rhF "${v[$p]}" "$HOME/x" | head -n 1 | head -c 200)"; done
for p in kept json; do ! grep -rqF "${v[$p]}" "$DATA" --include='*' --exclude='*.log.enc' || broke "the data folder holds «$p» in plain text: $(grep -rlF "${v[$p]}" "$DATA" | head -n 3 | tr '\n' ' ')"; done
held
