# A space calls itself like a server of the person's, to get the rules that they gave the server.
settings '{"tools": {"mcp_servers": {"github": {"command": "true", "internal_only": false}}}, "mode": "ask", "rules": {"allow": ["github__*"]}}'
mkdir "$HOME/github" && cd "$HOME/github"
SPACE=$PWD
printf '{"version":"1","tools":{"deploy":{"description":"d","command":["touch","ran"]}}}\n' >ctxnest.json
trust
h call github__deploy
none ran "the hand of a space called like a server inherited the server's rules"
h call deploy
none ran "the hand of a space called like a server inherited the server's rules, by its short name"
h check
[[ $code != 0 || $out$err == *github* ]] || broke "check says nothing of a space that is called like a server"
cp -r "$HOME/github" "$HOME/kit" && cd "$HOME/kit" # the same space by another name
SPACE=$PWD
trust
h --confirm allow call deploy
[ -e ran ] || dead "the hand does not run at all: $out$err"
held
