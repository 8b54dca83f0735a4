# The person's own server has its program in the space (a project's server), and gets a key. An agent changes that program, and a module beside it, by a
# program and by file tools, unasked: when the server starts again, it is the agent's that has the key.
needs walls python3
key="planted-key-$RANDOM-$RANDOM-of-a-server"
mkdir -p srv
cp "$ATTACK/server.py" srv/server.py
cp "$ATTACK/server.py" srv/direct.py; sed -i '1i #!/usr/bin/python3' srv/direct.py; chmod +x srv/direct.py
settings "$(jq -n --arg s "$SPACE/srv/server.py" --arg x "$SPACE/srv/direct.py" --arg d "$SPACE" --arg k "$key" '{tools: {mcp_servers: {
	args: {command: "python3", args: [$s, $d], env: {API_KEY: $k}, internal_only: false},
	direct: {command: $x, args: [$d], env: {API_KEY: $k}, internal_only: false},
	shell: {command: "bash", args: ["-c", "exec python3 \($s) \($d)"], env: {API_KEY: $k}, internal_only: false},
	rel: {command: "python3", args: ["srv/server.py", $d], cwd: $d, env: {API_KEY: $k}, internal_only: false}}}}')"
list_servers
# The person looks at what lies there, and has it run.
settled() {
	rm -rf taken gone other srv/json.py srv/__pycache__
	for s in args direct shell rel; do
		handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || dead "the person can't approve $s: $(tail -n 1 "$SCRATCH/log")"
		h --confirm allow call ${s}__run 'script=echo works'; says 'RAN works' "the server $s does not run, though the person has approved it"
	done
}
settled
change='import os; open(os.environ.get("HANDRAIL_SERVER_DATA", "/tmp") + "/evil", "w").write("ran"); open("'$SPACE'/taken", "w").write(os.environ.get("API_KEY", ""))'
tried() {
	local s
	for s in args direct shell rel; do OPTIONS=(--confirm deny); h --confirm allow call ${s}__run 'script=echo again'; done
	[ ! -s taken ] || broke "$1 changed the program of the person's server, and has its key"
	rm -f taken; cp "$ATTACK/server.py" srv/server.py; { echo '#!/usr/bin/python3'; cat "$ATTACK/server.py"; } >srv/direct.py
	OPTIONS=(); settled
}
OPTIONS=(--confirm deny)
room "for f in srv/*.py; do { head -n 1 \$f; echo '$change'; tail -n +2 \$f; } >x.new; cat x.new >\$f || mv -f x.new \$f; done; mv srv srv2; cp -r srv2 srv"
tried "a program, unasked,"
[ -d srv ] || mv srv2 srv
for f in server.py direct.py; do printf '%s\n' "$(request read "{\"path\": \"srv/$f\"}")" "$(request write "$(jq -n --arg p "srv/$f" --arg c "$(head -n 1 srv/$f)
$change
$(tail -n +2 srv/$f)" '{path: $p, content: $c}')")"; done | many
tried "a file tool, unasked,"
# What it loads beside its program.
room "printf '%s\n' '$change' 'import sys; sys.modules.pop(\"json\", None); del sys.path[0]; import json' >srv/json.py"
tried "a module beside it, unasked,"
# Another folder in the place of the one that it lies in, made before.
room "mkdir -p other/srv && cp srv/*.py other/srv && for f in other/srv/*.py; do { head -n 1 \$f; echo '$change'; tail -n +2 \$f; } >x.new; cat x.new >\$f; done; rm x.new"
room "mv srv gone; mv other/srv srv || ln -s other/srv srv"
tried "another folder in its place, unasked,"
# What Python has compiled of its modules, by the time and size of their text.
printf 'pass\n' >srv/helper.py
for f in server.py direct.py; do sed -i '2i import helper' "srv/$f"; done
settled
room "python3 -c '
import os, py_compile, importlib.util, sys
s = os.stat(\"srv/helper.py\"); open(\"t.py\", \"w\").write(sys.argv[1]); c = importlib.util.cache_from_source(\"srv/helper.py\")
os.makedirs(\"srv/__pycache__\", exist_ok=True); py_compile.compile(\"t.py\", cfile=c, doraise=True); d = bytearray(open(c, \"rb\").read())
d[8:12] = (int(s.st_mtime) & 0xFFFFFFFF).to_bytes(4, \"little\"); d[12:16] = s.st_size.to_bytes(4, \"little\"); open(c, \"wb\").write(d); os.remove(\"t.py\")' '$change'"
ls srv/__pycache__/helper.*.pyc >/dev/null || dead "nothing was compiled"
tried "compiled code beside it, unasked,"
# The control: the person changes it.
sed -i "2i $change" srv/server.py
h --confirm allow call args__run 'script=echo again'
h --confirm allow call rel__run 'script=echo again'
[ -s taken ] || dead "the key is not there even for the person's own change, or what they said yes to doesn't start: $out"
held
