# The person exports what is kept, for people to read, "the settings with secrets taken out": plain keys stand in comments, arguments, headers, addresses,
# variables, channels, the proxy and the machines; and a secret that a tool has printed, in the chats and the record.
needs walls python3
k() { printf 'planted%s%s' "$1" "$RANDOM$RANDOM$RANDOM"; }
declare -A v
for p in env header arg argeq url query userinfo comment chan mailpw proxy machine oauth search; do v[$p]=$(k "$p"); done
v[comment]="sk-proj-$(head -c 40 /dev/urandom | base64 -w0 | tr -dc A-Za-z0-9 | head -c 40)"
cat >"$CONFIG/settings.json" <<EOF
{
  // the old key was ${v[comment]}
  "tools": {"mcp_servers": {
    "a": {"command": "python3", "args": ["--api-key", "${v[arg]}", "--token=${v[argeq]}"], "env": {"API_KEY": "${v[env]}"}},
    "b": {"url": "https://x.example/mcp?access_token=${v[query]}", "headers": {"Authorization": "Bearer ${v[header]}"}, "oauth_client_secret": "${v[oauth]}"}},
    "web_search": {"provider": "brave", "key": "${v[search]}"}},
  "channels": {"t": {"type": "telegram", "token": "${v[chan]}", "chat_id": "1"}, "m": {"type": "email", "host": "h.example", "from": "a@b.c", "chat_id": "a@b.c", "username": "u", "password": "${v[mailpw]}"}},
  "proxy": {"url": "http://kim:${v[proxy]}@proxy.example:3128"},
  "machines": {"url": "tls://n.example:4222", "credentials": "kim:${v[machine]}"}
}
EOF
printf '%s' "${v[userinfo]}" | setsid -w handrail secrets set kept >>"$SCRATCH/controls" 2>&1 || dead "no secret is kept"
tool prints 'printf "%s\n" "$T"' 'environment: {T: "${secret:kept}"}'
trust
h --confirm allow call prints '{}'
h data export "$HOME/export.zip"
[ -s "$HOME/export.zip" ] || dead "nothing is exported: $err"
mkdir "$HOME/x" && python3 -m zipfile -e "$HOME/export.zip" "$HOME/x"
find "$HOME/x" -type f | head -n 30 >>"$SCRATCH/log"
grep -rqF 'mcp_servers' "$HOME/x" || dead "the export has no settings"
for p in "${!v[@]}"; do ! grep -rqF "${v[$p]}" "$HOME/x" || broke "the export holds the key of «$p»: $(grep -rhF "${v[$p]}" "$HOME/x" | head -n 1 | head -c 200)"; done
for f in jsonl csv; do h runs export --format $f; hides "${v[userinfo]}" "runs export --format $f shows a secret"; done
[ "$(stat -c %a "$HOME/export.zip")" = 600 ] || broke "others can read the export: $(stat -c %a "$HOME/export.zip")"
held
