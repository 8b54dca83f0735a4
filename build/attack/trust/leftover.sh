# A process that a finished call has left behind makes the script that a trusted definition names and that
# does not exist yet.
needs walls
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
tool deploy 'if [ -e scripts/local.sh ]; then bash scripts/local.sh; else echo nothing; fi'
hook 'bash scripts/local.sh' '"blocking": false, "tools": ["read"]'
trust
h call deploy
says nothing
mkfifo "$SCRATCH/in"
start bash -c "exec setsid handrail call - <'$SCRATCH/in' >'$SCRATCH/session' 2>&1"
exec 9>"$SCRATCH/in"
request bash '{"command": "(setsid bash -c \"until [ -e go ]; do sleep 0.1; done; mkdir -p scripts; echo echo evil-ran >scripts/local.sh; touch made\" >/dev/null 2>&1 &) ; echo left"}' >&9
until_true 15 grep -q left "$SCRATCH/session" || dead "the call did not end"
touch go
until_true 10 test -e made || dead "nothing was left behind"
h --confirm allow call deploy
hides evil-ran "a script that a leftover made counts as trusted"
exec 9>&-
held
