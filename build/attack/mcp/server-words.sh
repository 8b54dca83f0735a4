# A server writes the key that it was given into its own words: its instructions and a tool's description.
needs walls python3
key="planted-key-$RANDOM-$RANDOM-of-a-server"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" --arg k "$key" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d, "tells"], env: {API_KEY: $k}, internal_only: false}}}}')"
list_servers
h --confirm allow call srv__run 'script=echo works'
says 'RAN works'
file "$SCRATCH/listing.py" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1])
from client import Client
c = Client()
print(json.dumps(c.hello), json.dumps(c.request("tools/list", {})))
c.close()
END
python3 "$SCRATCH/listing.py" "$ATTACK" >"$SCRATCH/listing"
grep -q 'its key is' "$SCRATCH/listing" || dead "the tool is not offered: $(head -c 300 "$SCRATCH/listing")"
! grep -qF "$key" "$SCRATCH/listing" || broke "a program that is served reads the key"
for verb in "tools --json" "servers show srv" "servers show srv --json" "servers log srv"; do
	h $verb
	hides "$key" "handrail $verb shows it"
done
! grep -rqaF "$key" "$DATA" || broke "it is kept in $(grep -rlaF "$key" "$DATA" | head -n 3 | tr '\n' ' ')"
held
