# A running server of the person's makes the script that a trusted definition names.
needs walls python3
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
tool deploy 'if [ -e scripts/local.sh ]; then bash scripts/local.sh; else echo nothing; fi'
trust
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
h call deploy
says nothing
h --confirm allow call srv__run 'script=mkdir -p scripts; echo "echo evil-ran" >scripts/local.sh; echo did'
says did "the server does nothing: $out$err"
[ -e scripts/local.sh ] || dead "the server made no script"
h --confirm allow call deploy
hides evil-ran "a script that a server made counts as trusted"
held
