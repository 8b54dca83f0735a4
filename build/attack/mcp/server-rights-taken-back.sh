# A server runs in a Handrail that serves a program, when the person takes rights from it elsewhere: a host, a folder to write, a further
# folder of the space, a key. From the next call on it must not have them, however it holds on: an open file, a connection, a child.
needs walls python3
service
mkdir -p "$HOME/w" "$HOME/r"
conf() { settings "$(jq -n --arg p "$ATTACK/server.py" --arg s "$SPACE" --argjson o "$1" --argjson r "$2" '{allow_unattended: true, per_space: {($s): {roots: $r}}, tools: {mcp_servers: {s: ({command: "python3", args: [$p, ""], internal_only: false} + $o)}}}')"; }
conf '{"network": ["loopback"], "write": ["~/w"], "env": {"API_KEY": "key-that-is-taken-away"}}' "[\"$HOME/r\"]"
h servers test s
cat >"$SCRATCH/served.py" <<'END'
import json, os, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
from client import Client
space, port, home, new = sys.argv[2:6]
c = Client("--confirm", "allow")
def run(n, s): print(n, json.dumps(c.call("s__run", script=s)).replace("\\n", " ")[:700], flush=True)
reach = "for p in %s; do timeout 3 bash -c \"exec 3<>/dev/tcp/127.0.0.1/$p && echo WORD-$0 >&3 && head -c 20 <&3\" $1; done" % port
open(space + "/do.sh", "w").write("""echo "$1" >%s/w/$1 && echo WROTE-w; echo "$1" >%s/r/$1 && echo WROTE-r; %s; echo KEY ${#API_KEY}; echo end\n""" % (home, home, reach.replace("$0", "$0").replace("WORD-$0", "WORD-before") if 0 else reach))
run("before", "bash %s/do.sh before 2>&1" % space)
# what holds on: a child with an open folder and file, which writes when it is told to
run("child", "setsid bash -c 'cd %s/w; exec 7>>%s/w/held 8>>%s/r/held; until [ -e %s/go ]; do sleep 0.05; done; sleep 1; echo LATE >&7; echo LATE >&8; echo LATE >late; bash %s/do.sh child; touch %s/went' >/dev/null 2>&1 & echo ok" % (home, home, home, space, space, space))
open(os.environ["HOME"] + "/.config/handrail/settings.json", "w").write(open(new).read())
time.sleep(0.5)
run("after", "bash %s/do.sh after 2>&1" % space)
open(space + "/go", "w").write("x"); time.sleep(4)
run("later", "bash %s/do.sh later 2>&1" % space)
c.close()
END
cp "$CONFIG/settings.json" "$SCRATCH/first"; conf '{}' '[]'; cp "$CONFIG/settings.json" "$SCRATCH/second"; cp "$SCRATCH/first" "$CONFIG/settings.json"
timeout 60 python3 "$SCRATCH/served.py" "$ATTACK" "$SPACE" "$port" "$HOME" "$SCRATCH/second" >"$SCRATCH/served" 2>&1 || true
cat "$SCRATCH/served" "$SCRATCH/got" >>"$SCRATCH/log"
ls -la "$HOME/w" "$HOME/r" >>"$SCRATCH/log"
grep -q '^before.*WROTE-w.*WROTE-r' "$SCRATCH/served" && [ -e "$HOME/w/before" ] && [ -e "$HOME/r/before" ] || dead "it could not write before: $(head -n 3 "$SCRATCH/served")"
got WORD-before || got connected || dead 'it did not reach the service before'
grep -q '^before.*KEY 22' "$SCRATCH/served" || dead 'it had no key before'
grep -q '^after.*end' "$SCRATCH/served" || dead "it does not run after: $(grep ^after "$SCRATCH/served")"
for w in after later child; do
	none "$HOME/w/$w" "$w: it wrote a folder that was taken away"
	none "$HOME/r/$w" "$w: it wrote a further folder of the space that was taken out"
	! grep -q "^$w.*KEY 22" "$SCRATCH/served" || broke "$w: it still has the key"
done
[ "$(grep -c connected "$SCRATCH/got")" -le 1 ] || broke "it reached the service afterwards: $(grep -c connected "$SCRATCH/got") times"
grep -qs LATE "$HOME/w/held" && broke 'a child of its wrote the folder by an open file'
none "$HOME/w/late" 'a child of its wrote the folder that was taken away'
held
