# Bytes from elsewhere that steer a terminal: in results, file names, definitions, problems, folders.
needs python3
E=$'\033]0;OWNED\a\033[31mRED\033[8m' C=$'\xc2\x9b31m' B=$'\xe2\x80\xae'
name="n$E"
echo "content $E $C" >"$name"
printf 'line %s\rhidden %s\n' "$E" "$C" >text
tool good "echo '$E'"
mkdir -p agent/hooks agent/skills
jq -n --arg e "$E" '{hooks: [{id: ("h" + $e), type: "pre_tool", tools: ["x" + $e], command: ("true # " + $e)}]}' >agent/hooks/a.json
jq -n --arg e "$E" '{version: "1", tools: {good2: {description: $e, command: ["echo", $e]}, bad: {description: "d", command: ["{{x}}" + $e]}, ("x" + $e): {description: "d", command: []}}}' >ctxnest.json
jq -n --arg e "$E" '{deny: ["bash(" + $e + "*)"]}' >agent/rules.json
jq -n --arg e "$E" '{mcpServers: {("s" + $e): {command: ("c" + $e), args: [$e]}}}' >.mcp.json
jq -n --arg e "$E" '{id: ("i" + $e), name: $e, version: "1", description: $e}' >space.manifest.json
printf -- '---\nid: "a%s"\n---\n%s\n' "$E" "$E" >"agent/$name.md"
printf 'broken %s: [' "$E" >"agent/tools/$name.md"
raw() { [[ $1 == *$'\033]0;'* || $1 == *$'\033[31m'* || $1 == *$'\033[8m'* || $1 == *$'\xc2\x9b'* || $1 == *"OWNED"$'\a'* ]]; }
in_tty() { python3 "$ATTACK/terminal.py" "${WHEN[@]}" -- "$@" 2>&1 | tr -d '\0' || true; }
WHEN=()
raw "$(in_tty cat text)" || dead "not even cat shows it raw in a terminal"
alive "handrail prints nothing in a terminal" grep -q 'good' <(in_tty handrail tools)
try() { raw "$(in_tty handrail "$@")" && broke "handrail $(printf '%q ' "$@")" || true; }
try space trust
h space trust --yes
for v in 'check' 'tools' 'hooks list' 'rules list' 'servers list' 'doctor' 'space trust --show' 'runs list' 'grants list' 'call listdir path=.' 'call glob pattern=*' 'call grep pattern=.' 'call read path=text' 'call list_hands' 'space network' 'space scaffold --show'; do
	# shellcheck disable=SC2086
	try $v
done
try call bash 'command=cat text; cat text >&2; cat n*'
try call bash "command=no-such-$E"
try call read "path=$name"
try call read "path=missing$E"
try call "tool$E"
try rules test bash "command=echo $E"
try --space "$SPACE/$E" check
try runs show "c_$E"
try hooks test "h$E" '{"tool":"bash","input":{"command":"x"}}'
try space trust
mkdir -p "$HOME/$E/agent" && try --space "$HOME/$E" doctor
printf '{"mode": "%s"}' "$E" >"$CONFIG/settings.json"
try check
((${#broken[@]} == 0)) || broken=("raw bytes reach the terminal: ${broken[*]}")
held
