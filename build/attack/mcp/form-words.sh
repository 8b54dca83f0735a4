# A server asks the person by a form, and writes the key that it was given, and signs that a terminal obeys, into every part of
# it. A program that is served, where nobody else can be asked, shows it.
needs walls python3
key="planted-key-$RANDOM-$RANDOM-of-a-server"
settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$SPACE" --arg k "$key" '{rules: {allow: ["srv__*"]}, tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d, "asks"], env: {API_KEY: $k}, internal_only: false}}}}')"
list_servers
file "$SCRATCH/forms.py" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1])
from client import Client
c = Client(forms=lambda m: {"action": "decline"})
print(json.dumps(c.call("srv__run"), ensure_ascii=False))
print("FORMS", json.dumps(c.asked, ensure_ascii=False))
c.close()
END
python3 "$SCRATCH/forms.py" "$ATTACK" >"$SCRATCH/forms"
grep -q 'ASKED "decline"' "$SCRATCH/forms" || grep -q 'ASKED \\"decline' "$SCRATCH/forms" || dead "the server got no answer: $(head -c 400 "$SCRATCH/forms")"
grep -q '^FORMS .*elicitation/create' "$SCRATCH/forms" || dead "the program was shown no form: $(head -c 400 "$SCRATCH/forms")"
! grep -qF "$key" "$SCRATCH/forms" || broke "the form shows the key"
! grep -qE '\\u001b|\\u009b' "$SCRATCH/forms" || broke "the form holds ESC or C1"
! grep -qP '\x{202E}|\x{200B}|\x{9B}|\x1b' "$SCRATCH/forms" || broke "the form holds signs that turn text around or are not seen"
grep -rqaF "$key" "$DATA" && broke "the key is kept"
held
