# A program writes a secret that Handrail keeps into files: in their text, their names, what links lead to, a line that changes by a word,
# over several lines, in binary files, in other encodings. Neither the plan of an undo, nor a rehearsal, nor their JSON, nor what is said of a
# path that does not fit, shows it.
needs walls python3
value='qX7pLz2Wkm9-AbC4rT8sVnE3'
lines=$'first-Hq8sLw2Zp0\nsecond-Vb7nMk3Xc9'
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
printf '%s' "$lines" | setsid -w handrail secrets set pem >/dev/null 2>&1 || true
mkdir -p d; printf 'a\nkey=old\nz\n' >d/change; printf 'x=%s tail\n' "$value" >d/had; printf 'keep\n' >d/plain; printf '%s\n' "$lines" >d/multi; printf 'line %s\n' {1..40} >d/long
file evil.py <<'EOF'
import base64, json, os, urllib.parse
v = os.environ["TOKEN"]; l = os.environ["PEM"]
open("d/change", "w").write(f"a\nkey={v}\nz\n"); open("d/had", "w").write(f"x={v[:-1]}! other\n")
open("d/new", "w").write(f"n={v}\n" + v); open("d/name-" + v, "w").write("x"); os.makedirs("d/dir-" + v, exist_ok=True); open(f"d/dir-{v}/f", "w").write("y")
os.symlink("/nowhere/" + v, "d/link"); open("d/bin", "wb").write(b"\0\1\2" + v.encode() + b"\0")
open("d/multi", "w").write("changed\n" + l.split("\n")[1] + "\n"); open("d/multi2", "w").write(l + "\n")
open("d/enc", "w").write("\n".join([base64.b64encode(v.encode()).decode(), v.encode().hex(), urllib.parse.quote(v), json.dumps(json.dumps(v))]) + "\n")
t = open("d/long").read().split("\n"); t[20] += " " + v; open("d/long", "w").write("\n".join(t))
os.rename("d/plain", "d/moved-" + v); os.chmod("evil.py", 0o755)
print("wrote")
EOF
tool spill 'python3 evil.py' $'environment:\n  TOKEN: "${secret:token}"\n  PEM: "${secret:pem}"'
trust
look() { # WORDS
	local f
	for f in "$value" "first-Hq8sLw2Zp0" "second-Vb7nMk3Xc9" "$(printf %s "$value" | base64)" "$(printf %s "$value" | xxd -p -c 99 2>/dev/null || echo none-such)"; do hides "$f" "$1 shows ${f:0:8}…"; done
}
plan() {
	h --confirm allow call spill --rehearse --discard; look "a rehearsal"; cat "$SCRATCH/out" | head -80 >>"$SCRATCH/shown"; [[ $out$err == *d/change* ]] || dead "nothing was rehearsed: $out$err"
	h --json --confirm allow call spill --rehearse --discard; look "a rehearsal's JSON"
	jq -r '.. | strings' "$SCRATCH/out" >"$SCRATCH/strings" 2>/dev/null || true; out=$(cat "$SCRATCH/strings"); look "a rehearsal's JSON, its strings"
	out=$(jq -rj '.. | strings' "$SCRATCH/out" 2>/dev/null); look "a rehearsal's JSON, its strings after each other"
	h --confirm allow call spill --rehearse --keep-only "d/none-$value"; look "what is said of a path to keep that is not there"
	ls d >>"$SCRATCH/log"; [ ! -e d/new ] || dead "it was kept"
}
plan
h --json --confirm allow call spill; id=$(jq -r 'select(.type == "tool_result") | .id' <<<"$out" | head -1); [ -e d/new ] || dead "it wrote nothing: $out$err"
look "the call"
for o in "" --json; do
	h $o runs undo "$id" --dry-run; ((code == 0)) || [[ $out == *d/* ]] || dead "no plan: $out$err"; look "the plan of an undo $o"
	[[ $out == *d/change* ]] || dead "the plan is empty: $out $err"
	if [ -n "$o" ]; then jq -r '.. | strings' "$SCRATCH/out" >"$SCRATCH/strings"; out=$(cat "$SCRATCH/strings"); look "the plan's JSON, its strings"; out=$(tr -d '\n' <"$SCRATCH/strings"); look "the plan's JSON, its strings after each other"; fi
	h $o runs undo "$id" --dry-run --only "d/name-$value"; look "the plan of one file $o"
	h $o runs undo "$id" --dry-run --only "d/none-$value"; look "what is said of a path that is not there $o"
	h $o runs undo "$id" --dry-run --over "d/change"; look "the plan over a file $o"
done
echo "more" >>d/change; echo "more" >>"d/name-$value"; h runs undo "$id" --dry-run; look "the plan where the person has changed files"
h --json runs undo "$id" --dry-run; look "its JSON"
h runs show "$id"; look "the run"; h runs export "$id"; look "the export"
h --confirm allow runs undo "$id" --yes; look "the undo"
grep -q "$value" d/had || dead "the undo did nothing: $out$err"
h runs list; look "the list"; h --json runs list; look "the list's JSON"
held
