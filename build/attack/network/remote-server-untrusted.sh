# A folder that nobody trusts names remote servers, addresses of icons and a template of its own, and lies open: looking at it, listing, checking, asking
# for its tools and calling them sends nothing. So does looking at it before the yes. After the yes its server is reached.
needs walls python3
service
url=http://127.0.0.1:$port
jq -n --arg u "$url" '{mcpServers: {remote: {url: ($u + "/mcp"), headers: {A: "b"}}, sse: {type: "sse", url: ($u + "/sse")}, oauth: {url: ($u + "/o"), oauth_client_id: "x"}}}' >.mcp.json
jq -n --arg u "$url" '{id: "x", name: "x", version: "1", icon: ($u + "/icon.png"), description: ("![x](" + $u + "/d.png)"), pages: [{id: "p", icon: ($u + "/p.png")}], tools: [{id: "t", name: "t", description: "d", icon: ($u + "/t.png"), command: "echo hi"}]}' >space.manifest.json
mkdir -p agent pages; printf -- '---\nid: a\nname: a\ndescription: d\nprovider: x\nmodel: "%s"\n---\n![x](%s/agent.png)\n' "$url/model" "$url" >agent/config.md
printf '<img src="%s/page.png">' "$url" >pages/p.html
reached() { [ ! -s "$SCRATCH/got" ] || broke "$1 reached an address of a folder that nobody trusts: $(head -c 200 "$SCRATCH/got")"; : >"$SCRATCH/got"; }
: >"$SCRATCH/got"
for words in 'tools' 'tools --json' 'check' 'space trust --show' 'servers list' 'servers show remote' 'servers test remote' 'servers log remote' 'pages list' 'call remote__x' 'call find_tools query=x' 'call read_resource server=remote uri=x' 'doctor' 'memory show' 'servers sign-in oauth' 'servers approve remote' 'hooks list' 'rules list' 'call use_skill name=x'; do
	timeout 20 setsid -w handrail --confirm allow $words >>"$SCRATCH/log" 2>&1 </dev/null || true
	reached "«$words»"
done
file "$SCRATCH/c.py" <<'EOF'
import os, sys
sys.path.insert(0, os.environ["ATTACK"])
from client import *
c = Client(forms=accept)
for m, p in (("tools/list", {}), ("resources/list", {}), ("prompts/list", {})): print(c.request(m, p))
print(c.call("remote__x")); print(c.call("find_tools", query="x")); c.close()
EOF
timeout 30 python3 "$SCRATCH/c.py" >>"$SCRATCH/log" 2>&1 || true
reached "a client"
h space trust </dev/null
reached "looking at it before the yes"
trust
timeout 20 setsid -w handrail --confirm allow servers test remote >>"$SCRATCH/log" 2>&1 </dev/null || true
grep -q /mcp "$SCRATCH/got" || dead "not even after the yes the server is reached: $(tail -n 3 "$SCRATCH/log")"
held
