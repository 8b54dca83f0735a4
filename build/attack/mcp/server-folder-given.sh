# The person's own server is a folder in the space, which Python, node or Java is given as a whole. A program of an agent plants a module in that folder, which was not there.
needs walls python3 node
source "$ATTACK/planted.sh"
server pyfolder '["python3", "@S/app"]'
mkdir c/pyfolder/app; cp "$ATTACK/server.py" c/pyfolder/app/__main__.py
server pyfolderrel '["python3", "app"]' '{"cwd": "@S"}'
mkdir c/pyfolderrel/app; cp "$ATTACK/server.py" c/pyfolderrel/app/__main__.py
server pyfile '["python3", "@S/app/__main__.py"]'
mkdir c/pyfile/app; cp "$ATTACK/server.py" c/pyfile/app/__main__.py
server jsfolder '["node", "@S/app"]'
mkdir c/jsfolder/app; cp "$ATTACK/server.js" c/jsfolder/app/index.js
server jsmain '["node", "@S/app"]'
mkdir c/jsmain/app; cp "$ATTACK/server.js" c/jsmain/app/index.js
begin
{
	plant py pyfolder app/json.py "$json"
	plant py pyfolderrel app/json.py "$json"
	plant py pyfile app/json.py "$json"
	plant js jsfolder app/node_modules/optional/index.js
	plant js jsmain app/evil.js 'require("./index.js")'
	echo "echo '{\"main\": \"evil.js\"}' >c/jsmain/app/package.json"
} | done_by_agent
tried "an agent's program put there, unasked,"
reaches
held
