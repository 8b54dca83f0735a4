# The program of a server lies outside of all spaces, in a folder that another server of the person's may write, or a space may as
# one of its further folders. That other one changes it: its code must not get the first one's key.
needs walls python3
key="key-of-a-$RANDOM-$RANDOM"
mkdir -p "$HOME/shared" "$HOME/roots" "$HOME/rooted"
cp "$ATTACK/server.py" "$HOME/shared/a.py"; cp "$ATTACK/server.py" "$HOME/roots/b.py"; cp "$ATTACK/server.py" "$HOME/rooted/c.py"
settings "$(jq -n --arg p "$ATTACK/server.py" --arg h "$HOME" --arg s "$SPACE" --arg k "$key" '
	def s($p; $more): {command: "python3", args: [$p, ""], internal_only: false} + $more;
	{tools: {mcp_servers: {
	a: s("\($h)/shared/a.py"; {env: {API_KEY: $k}}),
	b: s("\($h)/roots/b.py"; {env: {API_KEY: $k}}),
	c: s("\($h)/rooted/c.py"; {env: {API_KEY: $k}, write: ["~/rooted"]}),
	other: s($p; {write: ["~/shared"]})}},
	per_space: {($s): {roots: ["\($h)/roots"]}}}')"
list_servers
for s in a b c other; do h --confirm allow call "${s}__run" 'script=echo works $API_KEY | rev'; says 'RAN ' "$s does not run"; done
code() { printf 'import os; open("%s/taken-%s", "w").write(os.environ.get("API_KEY", ""))\n' "$SPACE" "$1"; }
put() { printf '{ cat <<"X"; cat %s; } >%s.new; cat %s.new >%s\n%sX\n' "$2" "$2" "$2" "$2" "$(code "$1")"$'\n'; }
h --confirm allow call other__run "$(jq -cn --arg s "$(put a "$HOME/shared/a.py")" '{script: $s}')"
put b "$HOME/roots/b.py" >do.sh; shell 'bash do.sh'
h --confirm allow call c__run "$(jq -cn --arg s "$(put c "$HOME/rooted/c.py")" '{script: $s}')"
for f in shared/a.py roots/b.py rooted/c.py; do grep -q taken "$HOME/$f" || echo "NOT WRITTEN $f" >>"$SCRATCH/log"; done
grep -q taken "$HOME/shared/a.py" || dead "the other server could not write there"
h --confirm deny call a__run 'script=echo again'
if [ -s taken-a ]; then broke 'a server ran the program that another server had changed, with its key'; fi
h --confirm deny call b__run 'script=echo again'
if [ -s taken-b ]; then broke 'a server ran the program that an agent had changed in a further folder of the space, with its key'; fi
rm -f taken-*
for s in a b; do
	handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true
	h --confirm allow call "${s}__run" 'script=echo again'
	[[ -s taken-$s ]] || dead "the code never runs of $s: $out $err"
done
held
