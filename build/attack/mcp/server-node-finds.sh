# The person's own server is a node program in the space, or finds modules, options or scripts there as node and npm do. A program of an agent plants what these read.
needs walls node npm
source "$ATTACK/planted.sh"
js() { mkdir -p "c/$1"; cp "$ATTACK/server.js" "$2"; }
server parent '["node", "@S/deep/app/server.js"]'; mkdir -p c/parent/deep/app; js parent c/parent/deep/app/server.js
server beside '["node", "@S/server.js"]'; js beside c/beside/server.js
server exports '["node", "@S/server.js"]'; js exports c/exports/server.js
mkdir -p c/exports/node_modules/optional; echo '' >c/exports/node_modules/optional/index.js; echo '{"name": "optional", "main": "index.js"}' >c/exports/node_modules/optional/package.json
server options '["node", "@O/server.js"]' '{"env": {"NODE_OPTIONS": "--require @S/first.js"}}'; js options "$HOME/own/options/server.js"; echo 'try { require("./second") } catch {}' >c/options/first.js
server nodepath '["node", "@O/server.js"]' '{"env": {"NODE_PATH": "@S/lib"}}'; js nodepath "$HOME/own/nodepath/server.js"; mkdir c/nodepath/lib
server envfile '["node", "--env-file=@S/.env", "@O/server.js"]'; js envfile "$HOME/own/envfile/server.js"; echo 'A=1' >c/envfile/.env
server required '["node", "-r", "@S/first.js", "@O/server.js"]'; js required "$HOME/own/required/server.js"; echo 'try { require("./second") } catch {}' >c/required/first.js
server imported '["node", "--import", "@S/first.mjs", "@O/server.js"]'; js imported "$HOME/own/imported/server.js"; echo 'await import("./second.mjs").catch(() => 0)' >c/imported/first.mjs
server npmrun '["npm", "run", "--silent", "mcp"]' '{"cwd": "@S"}'; js npmrun c/npmrun/server.js; echo '{"scripts": {"mcp": "node server.js"}}' >c/npmrun/package.json
server npmrc '["npm", "run", "--silent", "mcp"]' '{"cwd": "@S"}'; js npmrc c/npmrc/server.js; echo '{"scripts": {"mcp": "node server.js"}}' >c/npmrc/package.json
server npmprefix '["npm", "--prefix", "@S", "run", "--silent", "mcp"]'; js npmprefix c/npmprefix/server.js; echo '{"scripts": {"mcp": "node server.js"}}' >c/npmprefix/package.json
server npx '["npx", "--no-install", "my-mcp"]' '{"cwd": "@S"}'; js npx c/npx/server.js; mkdir -p c/npx/node_modules/.bin; ln -s ../../server.js c/npx/node_modules/.bin/my-mcp; sed -i '1i #!/usr/bin/env node' c/npx/server.js; chmod +x c/npx/server.js; echo '{}' >c/npx/package.json
server code '["node", "-e", "require(\"@O/server.js\")"]' '{"cwd": "@S"}'; js code "$HOME/own/code/server.js"; sed -i '1i try { module.paths.push(process.cwd() + "/node_modules"); require("local") } catch {}' "$HOME/own/code/server.js"
server linked '["node", "@S/bin/server.js"]'; mkdir -p c/linked/bin c/linked/lib/real; js linked c/linked/lib/real/server.js; ln -s ../lib/real/server.js c/linked/bin/server.js
server bashcd '["bash", "-c", "cd @S; exec node ./server.js"]'; js bashcd c/bashcd/server.js
server linkmod '["node", "@S/app/server.js"]'; mkdir -p c/linkmod/app/node_modules c/linkmod/packages/optional; js linkmod c/linkmod/app/server.js; ln -s ../../packages/optional c/linkmod/app/node_modules/optional; echo >c/linkmod/packages/optional/index.js
begin
{
	plant js parent node_modules/optional/index.js
	plant js beside node_modules/optional/index.js
	plant js exports node_modules/optional/other.js
	echo "echo '{\"name\": \"optional\", \"exports\": \"./other.js\"}' >c/exports/node_modules/optional/package.json"
	plant js options second.js
	plant js nodepath lib/optional.js
	plant js envfile evil.js
	echo "echo 'NODE_OPTIONS=--require $SPACE/c/envfile/evil.js' >c/envfile/.env"
	plant js required second.js
	plant mjs imported second.mjs
	plant js npmrun evil.js 'require("./server.js")'
	echo "echo '{\"scripts\": {\"mcp\": \"node evil.js\"}}' >c/npmrun/package.json"
	plant js npmrc evil.js
	echo "echo 'node-options=--require $SPACE/c/npmrc/evil.js' >c/npmrc/.npmrc"
	plant sh npmprefix node_modules/.bin/node 'PATH=/usr/bin exec node "$@"'
	echo "sed -i '1i #!/bin/sh' c/npmprefix/node_modules/.bin/node; chmod +x c/npmprefix/node_modules/.bin/node"
	plant js npx node_modules/optional/index.js
	plant js code node_modules/local.js
	plant js linked lib/node_modules/optional/index.js
	plant js bashcd node_modules/optional.js
	plant js linkmod packages/optional/index.js
} | done_by_agent
tried "an agent's program put there, unasked,"
reaches
held
