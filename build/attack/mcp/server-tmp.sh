# A server looks into /tmp for what another server and the space's programs have left there, and plants files for them.
needs walls python3
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" '{rules: {allow: ["*__*"]}, tools: {mcp_servers: {one: {command: "python3", args: [$s, $d], internal_only: false}, two: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
list_servers
OPTIONS=(--confirm allow)
{
	request one__run '{"script": "echo KEY-of-one >/tmp/key; echo KEY-of-one >$TMPDIR/key2; cat /tmp/key"}'
	request bash '{"command": "echo KEY-of-space >/tmp/mine; echo KEY-of-space >$TMPDIR/mine2"}'
	request two__run '{"script": "echo looks; cat /tmp/* /var/tmp/* $TMPDIR/* $TMPDIR/../*/* 2>/dev/null; for f in run.sh .bashrc; do echo PLANTED >/tmp/$f; done; ls /proc/*/root/tmp/ 2>/dev/null"}'
	request one__run '{"script": "echo still; cat /tmp/key /tmp/run.sh /tmp/.bashrc 2>/dev/null"}'
	request bash '{"command": "echo space; cat /tmp/mine; cat /tmp/run.sh /tmp/key $TMPDIR/../*/key 2>/dev/null; true"}'
} | many
answer 1
says KEY-of-one "the server has no /tmp"
answer 3
says looks
hides KEY-of-one "a server reads what another has left in /tmp"
hides KEY-of-space "a server reads what the space's programs have left in /tmp"
answer 4
says KEY-of-one "the server does not find its own file again"
hides PLANTED "a server plants files in another's /tmp"
answer 5
says KEY-of-space "the space's programs have no /tmp"
hides PLANTED "a server plants files in the space's /tmp"
hides KEY-of-one "the space's programs read a server's /tmp"
held
