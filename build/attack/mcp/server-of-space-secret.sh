# A space's own server (.mcp.json, trusted) has a secret of the person's by its name. A program of an agent plants what its script loads: beside it, deep, in node_modules, by package.json, by a link.
needs walls python3 node
source "$ATTACK/planted.sh"
printf '%s' "$key" | setsid -w handrail secrets set kept >>"$SCRATCH/controls" 2>&1 || dead "no secret is kept"
for c in pyb pydir jsb jsfolder npmrun cd; do mkdir -p c/$c/app; cp "$ATTACK/server.py" c/$c/app/server.py; cp "$ATTACK/server.py" c/$c/app/__main__.py; cp "$ATTACK/server.js" c/$c/app/index.js; cases+=($c); done
echo '{"scripts": {"mcp": "node app/index.js"}}' >c/npmrun/package.json
jq -n --arg s "$SPACE/c" '{mcpServers: ({pyb: ["python3", "c/pyb/app/server.py"], pydir: ["python3", "c/pydir/app"], jsb: ["node", "c/jsb/app/index.js"], jsfolder: ["node", "c/jsfolder/app"], npmrun: ["npm", "--prefix", "c/npmrun", "run", "--silent", "mcp"], cd: ["bash", "-c", "cd c/cd/app && exec python3 server.py"]} | map_values({command: .[0], args: .[1:], env: {API_KEY: "${secret:kept}"}, internal_only: false}))}' >.mcp.json
trust
for s in "${cases[@]}"; do h servers test "$s"; handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true; h --confirm allow call ${s}__run 'script=echo works'; says 'RAN works' "$s does not run"; done
{
	plant py pyb app/json.py "$json"
	plant py pydir app/json.py "$json"
	plant js jsb app/node_modules/optional/index.js
	plant js jsfolder app/node_modules/optional/index.js
	plant js npmrun app/node_modules/optional/index.js
	plant py cd app/json.py "$json"
} | done_by_agent
OPTIONS=()
tried "an agent's program put there, unasked,"
reaches
held
