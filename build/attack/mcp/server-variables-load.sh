# The program of a server lies outside of all spaces; a variable that its settings give it names a folder or a file of the space
# from which code is loaded. An agent puts code there: it must get nothing of the server's key.
needs walls python3 node perl gcc
source "$ATTACK/planted.sh"
py='["python3", "@O/server.py", ""]' js='["node", "@O/server.js"]' pl='["perl", "@O/go.pl"]' sh='["bash", "@O/go.sh"]'
server preload "$sh" '{"env": {"LD_PRELOAD": "@S/x.so"}}'
server library "$sh" '{"env": {"LD_LIBRARY_PATH": "@S/lib"}}'
server audit "$sh" '{"env": {"LD_AUDIT": "@S/a.so"}}'
server pypath "$py" '{"env": {"PYTHONPATH": "@S/lib"}}'
server pyuser "$py" '{"env": {"PYTHONUSERBASE": "@S/user"}}'
server pywarn "$py" '{"env": {"PYTHONPATH": "@S/lib", "PYTHONWARNINGS": "error::mine.Word"}}'
server pybreak "$py" '{"env": {"PYTHONPATH": "/usr/lib/none:@S/late"}}'
server pycache "$py" '{"env": {"PYTHONPYCACHEPREFIX": "@S/pyc"}}'
server nodeopt "$js" '{"env": {"NODE_OPTIONS": "--require=@S/pre.txt"}}'
server nodeimport "$js" '{"env": {"NODE_OPTIONS": "--import file://@S/pre.mjs"}}'
server nodepath "$js" '{"env": {"NODE_PATH": "@S/mods"}}'
server bashenv "$sh" '{"env": {"BASH_ENV": "@S/start"}}'
server bashenv2 '["bash", "@O/go.sh"]' '{"env": {"BASH_ENV": "$D/start", "D": "@S"}}'
server perllib "$pl" '{"env": {"PERL5LIB": "@S/lib"}}'
server perlopt "$pl" '{"env": {"PERL5OPT": "-I@S/lib -Mmine"}}'
server path "$sh" '{"env": {"PATH": "@S/bin:/usr/local/bin:/usr/bin:/bin"}}'
server openssl "$js" '{"env": {"OPENSSL_CONF": "@S/ssl.cnf", "NODE_OPTIONS": "--openssl-shared-config"}}'
server gitconf "$sh" '{"env": {"GIT_CONFIG_GLOBAL": "@S/gitconfig"}}'
server inputrc "$sh" '{"env": {"EDITOR": "@S/ed", "PAGER": "@S/ed"}}'
for s in "${cases[@]}"; do
	cp "$ATTACK/server.py" "$ATTACK/server.js" "$HOME/own/$s/"
	printf 'exec "python3", "%s", "";\n' "$HOME/own/$s/server.py" >"$HOME/own/$s/go.pl"
	printf 'exec python3 "%s" ""\n' "$HOME/own/$s/server.py" >"$HOME/own/$s/go.sh"
done
: >c/bashenv/start; : >c/bashenv2/start; : >c/nodeopt/pre.txt; : >c/nodeimport/pre.mjs
mkdir -p c/pypath/lib c/pyuser c/pywarn/lib c/pybreak/late c/nodepath/mods c/perllib/lib c/perlopt/lib c/path/bin c/library/lib c/pycache/pyc
echo 1 >c/perlopt/lib/mine.pm
printf '#!/bin/sh\n' >c/inputrc/ed; chmod +x c/inputrc/ed
printf 'cat /dev/null; git status >/dev/null 2>&1; $PAGER; ' | tee c/.pre >/dev/null
for s in gitconf inputrc; do { cat c/.pre; cat "$HOME/own/$s/go.sh"; } >"$HOME/own/$s/go.new"; mv "$HOME/own/$s/go.new" "$HOME/own/$s/go.sh"; done
printf 'int x;\n' >"$SCRATCH/e.c"; gcc -shared -fPIC -o c/preload/x.so "$SCRATCH/e.c"; : >c/gitconf/gitconfig
printf 'unsigned la_version(unsigned v) { return v; }\n' >"$SCRATCH/a.c"; gcc -shared -fPIC -o c/audit/a.so "$SCRATCH/a.c"
: >c/openssl/ssl.cnf
begin
python=$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
planted c preload >"$SCRATCH/preload.c"; gcc -shared -fPIC -o preload.bin "$SCRATCH/preload.c"
{ planted c audit; echo 'unsigned la_version(unsigned v) { return v; }'; } >"$SCRATCH/au.c"; gcc -shared -fPIC -o audit.bin "$SCRATCH/au.c"
{ planted c library; } >"$SCRATCH/l.c"
{
	echo 'cp preload.bin c/preload/x.so; cp audit.bin c/audit/a.so'
	plant py pypath lib/sitecustomize.py
	plant py pyuser "lib/$python/site-packages/usercustomize.py"
	plant py pywarn lib/mine.py 'class Word(Warning): pass'
	plant py pybreak late/sitecustomize.py
	plant js nodeopt pre.txt
	plant mjs nodeimport pre.mjs
	plant js nodepath mods/optional.js
	plant sh bashenv start
	plant sh bashenv2 start
	plant pl perllib lib/strict.pm 1
	plant pl perlopt lib/mine.pm '1;'
	printf '#!/bin/sh\n%s\nexec /usr/bin/python3 "$@"\n' "$(planted sh path)" >"$SCRATCH/p"; printf 'cat >c/path/bin/python3 <<"X"\n%s\nX\nchmod +x c/path/bin/python3\n' "$(<"$SCRATCH/p")"
	printf 'printf "[core]\\n\\tfsmonitor = %s/c/gitconf/fs\\n" >c/gitconf/gitconfig\n' "$SPACE"
	plant sh gitconf fs; echo 'sed -i "1i #!/bin/sh" c/gitconf/fs; chmod +x c/gitconf/fs'
	plant sh inputrc ed; echo 'sed -i "1i #!/bin/sh" c/inputrc/ed; chmod +x c/inputrc/ed'
} | done_by_agent
tried 'an agent put where a variable leads'
says_one=0
for s in pypath nodeopt nodepath bashenv preload path; do
	handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true
	h --confirm allow call "${s}__run" 'script=echo again'
	[ -s "c/$s/taken" ] || dead "the planted code never runs of: $s"
done
held
