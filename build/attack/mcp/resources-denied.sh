# A client reads as resources, subscribes to, and completes names of, what the person has denied reading, what usually holds secrets, and Handrail's own;
# and it is told of none of their changes.
needs python3
mkdir -p keys sub
echo "$SECRET" | tee keys/a .env sub/.env keys/id_rsa credentials.json plain.pem >/dev/null; echo fine-text >plain.txt
ln keys/a hard; ln -s keys/a soft
settings '{"rules": {"deny": ["read(keys/**)"]}}'
cat >"$SCRATCH/a.py" <<'EOF'
import json, os, sys, time
sys.path.insert(0, os.environ["ATTACK"])
from client import *
space, config, data, secret = sys.argv[1:]
c = Client(forms=lambda m: {"action": "decline"})
print("HELLO", json.dumps(c.hello)[:600])
def r(m, **p):
    x = json.dumps(c.request(m, p)); print(m, json.dumps(p)[:200], "TOLD" if secret in x else x[:200]); return x
x = r("resources/read", uri="file://" + space + "/plain.txt"); print("CONTROL" if "fine-text" in x else "NO CONTROL")
uris = ["file://%s/%s" % (space, p) for p in ("keys/a", "keys%2Fa", "keys/../keys/a", "./keys/a", "KEYS/a", "soft", "sub/../.env", ".env", "%2eenv", "sub/.env", ".env?x", ".env#y", "keys/a%00", "credentials.json", "plain.pem", "keys//a", "keys/a/")]
uris += ["file://localhost%s/keys/a" % space, "file:%s/.env" % space, "FILE://%s/.env" % space, "file:///proc/self/cwd/.env", "file:///proc/self/environ", ".env", "keys/a", "file://%s/settings.json" % config, "file://%s/journal.db" % data, "handrail://%s/.env" % space]
for u in uris: r("resources/read", uri=u)
for u in uris[:9]: r("resources/subscribe", uri=u)
r("resources/list"); r("resources/templates/list")
for ref in ({"type": "ref/resource", "uri": "file:///{path}"}, {"type": "ref/resource", "uri": "file://" + space + "/{path}"}, {"type": "ref/prompt", "name": "x"}):
    for v in ("", "keys/", "/", "../", os.path.expanduser("~/.ssh/"), ".e"):
        x = r("completion/complete", ref=ref, argument={"name": "path", "value": v}); print("NAMES" if "id_ed25519" in x else "no names")
c.close()
EOF
timeout 60 python3 "$SCRATCH/a.py" "$SPACE" "$CONFIG" "$DATA" "$SECRET" >"$SCRATCH/a" 2>&1 || broke "it hung: $(tail -n 1 "$SCRATCH/a")"
cat "$SCRATCH/a" >>"$SCRATCH/log"
grep -q '^CONTROL' "$SCRATCH/a" || dead "no resource is read: $(head -c 600 "$SCRATCH/a")"
! grep -q TOLD "$SCRATCH/a" || broke "told by: $(grep TOLD "$SCRATCH/a" | tr '\n' ' ')"
! grep -q '^NAMES' "$SCRATCH/a" || broke "names of the person's files are completed"
held
