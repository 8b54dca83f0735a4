# A trusted space's own servers have a secret, and start in the space by relative commands: a line for a shell, a module, an option, a
# variable, a make file, a package of node. An agent changes what they load, not what the command names: it must not get the secret.
needs walls python3 node make perl
key="space-key-$RANDOM-$RANDOM"
printf %s "$key" | handrail secrets set db >/dev/null 2>&1
names=()
servers='{}'
s() { names+=("$1"); mkdir -p "d/$1/lib"; servers=$(jq -c --arg n "$1" --argjson c "$2" --argjson e "${3:-{\}}" '. + {($n): {command: $c[0], args: $c[1:], internal_only: false, env: ({API_KEY: "${secret:db}"} + $e)}}' <<<"$servers"); cp "$ATTACK/server.py" "d/$1/server.py"; cp "$ATTACK/server.js" "d/$1/server.js"; : >"d/$1/lib/mine.py"; }
s line '["bash", "-c", "cd d/line && exec python3 server.py ."]'
s module '["python3", "-m", "d.module.server", ""]'
s direct '["python3", "d/direct/server.py", ""]'
s dotted '["python3", "./d/../d/dotted/server.py", ""]'
s variable '["python3", "d/variable/server.py", ""]' '{"PYTHONPATH": "d/variable/lib"}'
s workspace '["python3", "d/workspace/server.py", ""]' '{"PYTHONPATH": "${workspaceFolder}/d/workspace/lib"}'
s made '["make", "-s", "-C", "d/made", "serve"]'
s noded '["node", "d/noded"]'
s required '["node", "-r", "./d/required/pre.js", "d/required/server.js"]'
s optional '["node", "d/optional/server.js"]'
s opts '["node", "d/opts/server.js"]' '{"NODE_OPTIONS": "--require ./d/opts/pre.js"}'
s perl '["perl", "-Id/perl/lib", "d/perl/go.pl"]'
s wrapped '["d/wrapped/start"]'
s envs '["env", "PYTHONPATH=d/envs/lib", "python3", "d/envs/server.py", ""]'
s runs '["npm", "--silent", "--prefix", "d/runs", "start"]'
: >d/required/pre.js; : >d/opts/pre.js
printf 'serve:\n\t@python3 server.py ""\n' >d/made/Makefile; echo '{"main": "server.js"}' >d/noded/package.json
printf 'use strict;\nexec "python3", "%s", "";\n' "$SPACE/d/perl/server.py" >d/perl/go.pl
printf '#!/bin/sh\nexec python3 d/wrapped/server.py .\n' >d/wrapped/start; chmod +x d/wrapped/start
echo '{"name": "x", "scripts": {"start": "python3 server.py ."}}' >d/runs/package.json
jq -n --argjson s "$servers" '{mcpServers: $s}' >.mcp.json
settings '{}'
trust
never=
for n in "${names[@]}"; do h --confirm allow call "${n}__run" 'script=echo works'; [[ $out == *'RAN works'* ]] || never+=" $n"; done
[ -z "$never" ] || echo "do not run:$never: $out $err" >>"$SCRATCH/log"
((${#never} < 40)) || dead "too few servers run:$never: $err"
code() { printf 'import os; open("%s/taken-%s", "w").write(os.environ.get("API_KEY", ""))\n' "$SPACE" "$1"; }
js() { printf 'require("fs").writeFileSync("%s/taken-%s", process.env.API_KEY || "")\n' "$SPACE" "$1"; }
{
	for n in line module direct dotted made wrapped runs; do printf 'mkdir -p d/%s/json; f=d/%s/json/__init__.py; cat >$f <<"X"\n%sfrom importlib import util as u; import sys; sys.path = [p for p in sys.path if "/d/" not in p]; del sys.modules["json"]; import json\nX\n' "$n" "$n" "$(code "$n")"$'\n'; done
	for n in variable workspace envs; do printf 'cat >d/%s/lib/sitecustomize.py <<"X"\n%sX\n' "$n" "$(code "$n")"$'\n'; done
	printf 'cat >json.py <<"X"\n%s%s\nX\n' "$(code module)"$'\n' 'import sys; sys.path = [p for p in sys.path if "space" not in p]; del sys.modules["json"]; import json'
	for n in noded optional; do printf 'mkdir -p d/%s/node_modules/optional; cat >d/%s/node_modules/optional/index.js <<"X"\n%sX\n' "$n" "$n" "$(js "$n")"$'\n'; done
	for n in required opts; do printf 'cat >d/%s/pre.js <<"X"\n%sX\n' "$n" "$(js "$n")"$'\n'; done
	printf 'cat >d/perl/lib/strict.pm <<"X"\nopen(my $f, ">", "%s/taken-perl"); print $f $ENV{API_KEY}; close $f; 1;\nX\n' "$SPACE"
} >do.sh
shell 'bash do.sh; echo done all'; says 'done all' 'nothing was planted'
for n in "${names[@]}"; do
	[[ " $never " != *" $n "* ]] || continue
	h --confirm deny call "${n}__run" 'script=echo again'
	[ ! -s "taken-$n" ] || broke "$n: what an agent put where it loads from has the secret"
	rm -f "taken-$n"
done
h space trust --yes
ran=0
for n in "${names[@]}"; do
	handrail servers approve --yes "$n" >>"$SCRATCH/log" 2>&1 || true
	h --confirm allow call "${n}__run" 'script=echo again'
	if [ -s "taken-$n" ]; then ran=$((ran + 1)); else echo "NEVER $n" >>"$SCRATCH/log"; fi
done
((ran >= 6)) || dead "the planted code runs of $ran servers only"
held
