# In one life a server puts links where its next life's room opens folders; what was allowed is the place, and not where they lead.
needs walls python3
mkdir -p "$HOME/notes/a/b" "$SPACE/docs"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" --arg h "$HOME" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d], env: {DOCS: ($d + "/docs"), WORK: "${HANDRAIL_SERVER_DATA}/work"}, write: [$h + "/notes", $h + "/notes/a/b"], internal_only: false}}}}')"
list_servers
h --confirm allow call srv__run "script=cd '$HOME/notes' && mv a a2; mkdir -p a; ln -s '$HOME/.ssh' a/b; cd \$HANDRAIL_SERVER_DATA && ln -s '$HOME/.ssh' work; mv home home2; ln -s '$HOME/.ssh' home; mv cache cache2; ln -s '$HOME' cache; rm -rf '$SPACE/docs'; ln -s '$HOME/.ssh' '$SPACE/docs'; echo planted"
says planted "$err"
for life in 1 2; do
	h --confirm allow call srv__run "script=echo works; cat '$HOME/.ssh/id_ed25519' '$HOME/notes/a/b/id_ed25519' '$SPACE/docs/id_ed25519' work/id_ed25519; touch '$HOME/.ssh/made' '$HOME/notes/a/b/made' '$SPACE/docs/made'; ls -la ~"
	says 'RAN works' "$err"
	hides "$SECRET" "a planted link opened the person's keys in life $life"
	none "$HOME/.ssh/made" "a planted link let a server write in life $life"
done
h servers show srv
hides id_ed25519 "a list names what lies behind a planted link"
held
