# A server leaves links in its data folder, in the place of its home folder, its caches and files, that lead to what is the person's
# outside of all spaces. At its next start, and when it is removed, nothing may be read, written or deleted through them.
needs walls python3
settings "$(jq -n --arg p "$ATTACK/server.py" '{tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false}}}}')"
list_servers
run() { h --confirm allow call s__run "$(jq -cn --arg s "$1" '{script: $s}')"; }
run 'echo works; echo $HANDRAIL_SERVER_DATA; echo $HOME; ls -la $HANDRAIL_SERVER_DATA $HOME; echo kept >$HANDRAIL_SERVER_DATA/own'
says 'RAN works' "the server does not run"
folder=$(find "$DATA" -name own -path '*serv*' -printf '%h\n' | head -n 1)
[ -n "$folder" ] || folder=$(dirname "$(find "$DATA" -name starts | head -n 1)")
[ -d "$folder" ] || dead "no data folder in $DATA"
echo before >"$OUTSIDE/keep"; mkdir -p "$OUTSIDE/deep"; echo before >"$OUTSIDE/deep/keep"
run "cd \$HANDRAIL_SERVER_DATA; for f in * .[a-z]*; do [ -e \"\$f\" ] || continue; mv \"\$f\" \"\$f.old\" 2>/dev/null || rm -rf \"\$f\"; ln -s '$OUTSIDE' \"\$f\"; done
for f in home tmp cache caches npm uv .npm .cache home/.ssh; do [ -e \$f ] || ln -s '$OUTSIDE' \$f; done; ln -s '$HOME/.ssh/id_ed25519' key; ls -la"
says "-> $OUTSIDE" "no link was made"
ls -la "$folder" >>"$SCRATCH/log"
for i in 1 2; do
	run "echo again; cat \$HANDRAIL_SERVER_DATA/key \$HANDRAIL_SERVER_DATA/home/secret \$HOME/secret \$HOME/.ssh/id_ed25519 \$HANDRAIL_SERVER_DATA/*/secret 2>&1; echo x >\$HOME/proof; echo x >\$HANDRAIL_SERVER_DATA/home/proof; for d in \$HANDRAIL_SERVER_DATA/*; do echo x >\$d/proof; done; echo x >/tmp/proof"
	hides "$SECRET" 'the server read a file of the person by a link in its data folder'
	none "$PROOF" 'the server wrote outside by a link in its data folder'
done
h servers show s; h servers log s; h doctor
h servers remove s
[ -e "$OUTSIDE/secret" ] && [ -e "$OUTSIDE/deep/keep" ] && [ "$(<"$OUTSIDE/keep")" = before ] || broke 'removing the server deleted what a link led to'
extra=$(find "$OUTSIDE" -newer "$OUTSIDE/deep/keep" ! -path "$OUTSIDE" ! -path "$OUTSIDE/deep" | head -n 5)
[ -z "$extra" ] || broke "something was made outside: $extra"
held
