# The person's own server is a Python program that lies in the space, or finds modules there in one of the ways in which Python does: a folder of modules by -m,
# by variables, a virtual environment, an archive, a folder changed to by a shell or env. A program of an agent plants a module where Python looks first.
needs walls python3
source "$ATTACK/planted.sh"
v=$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
server module '["python3", "-m", "srvpkg"]' '{"cwd": "@S"}'
mkdir -p c/module/srvpkg && cp "$ATTACK/server.py" c/module/srvpkg/__main__.py && touch c/module/srvpkg/__init__.py
server pythonpath '["python3", "@O/server.py"]' '{"env": {"PYTHONPATH": "@S/lib"}}'
mkdir c/pythonpath/lib && cp "$ATTACK/server.py" "$HOME/own/pythonpath"
server pythonpathnew '["python3", "@O/server.py"]' '{"env": {"PYTHONPATH": "/usr/lib/none:@S/later"}}'
cp "$ATTACK/server.py" "$HOME/own/pythonpathnew"
server userbase '["python3", "@O/server.py"]' '{"env": {"PYTHONUSERBASE": "@S/base"}}'
cp "$ATTACK/server.py" "$HOME/own/userbase"; mkdir -p "c/userbase/base/lib/$v/site-packages"
server venv '["@S/venv/bin/python", "@O/server.py"]'
cp "$ATTACK/server.py" "$HOME/own/venv"; python3 -m venv --without-pip c/venv/venv || verdict "missing no virtual environments here"
server venvcfg '["@S/venv/bin/python", "@S/app/server.py"]'
mkdir c/venvcfg/app && cp "$ATTACK/server.py" c/venvcfg/app; python3 -m venv --without-pip c/venvcfg/venv
server onpath '["bash", "-c", "exec python3 @O/server.py"]' '{"env": {"PATH": "@S/bin:/usr/bin:/bin"}}'
mkdir c/onpath/bin; cp "$ATTACK/server.py" "$HOME/own/onpath"
server cwdcode '["python3", "-c", "import runpy; runpy.run_path(\"@O/server.py\", run_name=\"__main__\")"]' '{"cwd": "@S"}'
cp "$ATTACK/server.py" "$HOME/own/cwdcode"
server bashcd '["bash", "-c", "cd @S && exec python3 server.py"]'
server envcd '["env", "-C", "@S", "python3", "server.py"]'
server sourced '["sh", "-c", ". @S/settings.env; exec python3 @O/server.py"]'
cp "$ATTACK/server.py" c/bashcd; cp "$ATTACK/server.py" c/envcd; cp "$ATTACK/server.py" "$HOME/own/sourced"; echo 'X=1' >c/sourced/settings.env
server linked '["python3", "@S/link.py"]'
mkdir c/linked/real; cp "$ATTACK/server.py" c/linked/real/server.py; ln -s real/server.py c/linked/link.py
server folderlink '["python3", "@O/app/server.py"]'
mkdir c/folderlink/app; cp "$ATTACK/server.py" c/folderlink/app/server.py; ln -s "$SPACE/c/folderlink/app" "$HOME/own/folderlink/app"
begin
{
	plant py module json.py "$json"
	plant py pythonpath lib/sitecustomize.py
	plant py pythonpathnew later/json/__init__.py "$json"
	echo "printf '%s\n' '$(planted py userbase)' >c/userbase/base/lib/$v/site-packages/a.pth"
	echo "printf '%s\n' '$(planted py venv)' >c/venv/venv/lib/$v/site-packages/a.pth"
	echo "sed -i 's/false/true/' c/venvcfg/venv/pyvenv.cfg; mkdir -p c/venvcfg/fake/lib; cp -r /usr/lib/$v c/venvcfg/fake/lib/; sed -i 's#^home = .*#home = $SPACE/c/venvcfg/fake/bin#' c/venvcfg/venv/pyvenv.cfg; mkdir c/venvcfg/fake/bin; cp /usr/bin/python3 c/venvcfg/fake/bin/; printf '%s\n' '$(planted py venvcfg)' >x; cat c/venvcfg/fake/lib/$v/json/__init__.py >>x; cp x c/venvcfg/fake/lib/$v/json/__init__.py"
	plant sh onpath bin/python3 'exec /usr/bin/python3 "$@"'
	echo "sed -i '1i #!/bin/sh' c/onpath/bin/python3; chmod +x c/onpath/bin/python3"
	plant py cwdcode json.py "$json"
	plant py bashcd json.py "$json"
	plant py envcd json.py "$json"
	plant sh sourced settings.env
	plant py linked real/json.py "$json"
	plant py folderlink app/json.py "$json"
} | done_by_agent
tried "an agent's program put there, unasked,"
reaches
held
