# The command of a server is a word that leads to its program: env, timeout, nice, a line for a shell, a make file. An agent
# changes the program, or a module beside it, and nobody looks: its code must get nothing of the server's key.
needs walls python3 node perl make
source "$ATTACK/planted.sh"
server env-c '["env", "-C", "@S", "python3", "server.py", ""]'
server env-s '["env", "-S", "python3 @S/server.py ."]'
server timed '["timeout", "100", "python3", "@S/server.py", ""]'
server niced '["nice", "-n", "1", "stdbuf", "-oL", "python3", "@S/server.py", ""]'
server line '["bash", "-c", "cd @S && exec python3 server.py ."]'
server line-two '["sh", "-c", "D=@S; exec python3 \"$D/server.py\" ."]'
server piped '["bash", "-c", "cat | python3 -u @S/server.py ."]'
server made '["make", "-s", "-C", "@S", "serve"]'
server made-f '["make", "-s", "-f", "@S/rules.txt", "serve"]'
server in-python '["python3", "-c", "import sys, runpy; sys.argv = [\"\", \"\"]; sys.path.insert(0, \"@S\"); runpy.run_path(\"@S/server.py\", run_name=\"__main__\")"]'
server in-node '["node", "-e", "require(\"@S/server.js\")"]'
server zipped '["python3", "@S"]'
server perl-runs '["perl", "-e", "exec \"python3\", \"@S/server.py\", \"\""]'
server set-sid '["setsid", "-w", "python3", "@S/server.py", ""]'
for s in "${cases[@]}"; do cp "$ATTACK/server.py" "c/$s/server.py"; cp "$ATTACK/server.js" "c/$s/server.js"; done
printf 'serve:\n\t@python3 server.py .\n' >c/made/Makefile
printf 'serve:\n\t@python3 %s/c/made-f/server.py .\n' "$SPACE" >c/made-f/rules.txt
cp "$ATTACK/server.py" c/zipped/__main__.py
begin
{
	for s in env-c env-s timed niced line line-two piped made made-f in-python zipped perl-runs set-sid; do
		f=server.py; [ "$s" != zipped ] || f=__main__.py
		printf 'f=c/%s/%s; { cat <<"X"; cat $f; } >$f.new && mv $f.new $f\n%sX\n' "$s" "$f" "$(planted py "$s")"$'\n'
	done
	printf 'f=c/in-node/server.js; { cat <<"X"; cat $f; } >$f.new && mv $f.new $f\n%sX\n' "$(planted js in-node)"$'\n'
} | done_by_agent
tried 'an agent put into its program'
reaches
held
