# Many commands of the person's at once, in processes of their own, change rules, servers, tools, secrets and caps, while one reads: each
# change that was confirmed is there afterwards, above all each deny, and the file is whole.
settings '{"rules": {"deny": ["first"]}, "mine": "stays"}'
for i in 1 2 3 4 5 6 7 8; do
	{ setsid -w handrail rules add deny "bash(word-$i *)" </dev/null >"$SCRATCH/r.$i" 2>&1 && echo ok >"$SCRATCH/ok.deny.$i"; } &
	{ setsid -w handrail servers add "srv-$i" --env "API_KEY=key-value-of-$i-$RANDOM$RANDOM" -- "prog-$i" </dev/null >"$SCRATCH/s.$i" 2>&1 && echo ok >"$SCRATCH/ok.server.$i"; } &
	{ printf 'value-of-secret-%s' "$i" | setsid -w handrail secrets set "sec-$i" >"$SCRATCH/c.$i" 2>&1 && echo ok >"$SCRATCH/ok.secret.$i"; } &
	{ setsid -w handrail tools off "tool$i" </dev/null >"$SCRATCH/t.$i" 2>&1 && echo ok >"$SCRATCH/ok.off.$i"; } &
done
for i in 1 2 3; do setsid -w handrail rules list </dev/null >"$SCRATCH/l.$i" 2>&1 || true; done
wait
cat "$SCRATCH"/[rsct].* >>"$SCRATCH/log"
jq . "$CONFIG/settings.json" >/dev/null 2>&1 || broke 'the settings are broken'
[ "$(jq -r .mine "$CONFIG/settings.json")" = stays ] || broke 'a setting of the person is lost'
h secrets list; listed=$out$err
n=0
for i in 1 2 3 4 5 6 7 8; do
	if [ -e "$SCRATCH/ok.deny.$i" ]; then n=$((n + 1)); jq -e --arg r "bash(word-$i *)" '.rules.deny | index($r)' "$CONFIG/settings.json" >/dev/null || broke "the deny $i is lost"; fi
	if [ -e "$SCRATCH/ok.server.$i" ]; then n=$((n + 1)); jq -e --arg r "srv-$i" '.tools.mcp_servers | has($r)' "$CONFIG/settings.json" >/dev/null || broke "the server $i is lost"; grep -q "srv-$i.API_KEY" <<<"$listed" || broke "the key of server $i is lost"; fi
	if [ -e "$SCRATCH/ok.secret.$i" ]; then n=$((n + 1)); grep -q "sec-$i" <<<"$listed" || broke "the secret $i is lost"; fi
	if [ -e "$SCRATCH/ok.off.$i" ]; then n=$((n + 1)); jq -e --arg r "tool$i" '.off | index($r)' "$CONFIG/settings.json" >/dev/null || broke "tool $i is not off"; fi
done
((n >= 8)) || dead "only $n changes were confirmed: $(cat "$SCRATCH"/r.1 "$SCRATCH"/s.1 "$SCRATCH"/t.1 "$SCRATCH"/c.1)"
echo "$n confirmed" >>"$SCRATCH/log"
grep -rqF 'key-value-of-' "$CONFIG" && broke 'a key stands in the settings'
[[ $(jq -r '.rules.deny[0]' "$CONFIG/settings.json") == first ]] || broke 'the first deny is lost'
held
