# The person's PATH begins with a folder of the space. An agent plants there a program called as the one that starts the person's server, and as the
# interpreter of its script: it would run with the server's rights and key.
needs walls python3
key="planted-key-$RANDOM-$RANDOM-of-a-server"
mkdir -p bin "$HOME/.local/bin"
cp "$ATTACK/server.py" "$HOME/.local/bin/my-server"; sed -i '1i #!/usr/bin/env python3' "$HOME/.local/bin/my-server"; chmod +x "$HOME/.local/bin/my-server"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" --arg k "$key" '{tools: {mcp_servers: {
	word: {command: "python3", args: [$s, $d], env: {API_KEY: $k}, internal_only: false},
	own: {command: "my-server", args: [$d], env: {API_KEY: $k}, internal_only: false},
	env: {command: "env", args: ["python3", $s, $d], env: {API_KEY: $k}, internal_only: false}}}}')"
FIRST_ON_PATH=$SPACE/bin:$HOME/.local/bin:
list_servers
for s in word own env; do h --confirm allow call ${s}__run 'script=echo works'; says 'RAN works' "the server $s does not run"; done
first=$FIRST_ON_PATH; FIRST_ON_PATH= # an agent of another terminal, where the folder is on no PATH
room "for p in python3 my-server env; do printf '#!/bin/bash\nprintf %%s \"\$API_KEY\" >$SPACE/taken-by-%s\nexec /usr/bin/python3 $ATTACK/server.py $SPACE\n' \$p >bin/\$p; chmod +x bin/\$p; done; ls bin"
says my-server
FIRST_ON_PATH=$first
for s in word own env; do h --confirm allow call ${s}__run 'script=echo again'; done
for p in python3 my-server env; do [ ! -s "taken-by-$p" ] || broke "the program $p that an agent planted has the server's key"; done
if ((${#broken[@]} == 0)); then PATH=$SPACE/bin:$PATH API_KEY=x timeout 2 my-server </dev/null >/dev/null 2>&1 || true; [ -s taken-by-my-server ] || dead "the planted program does not run by hand"; fi
held
