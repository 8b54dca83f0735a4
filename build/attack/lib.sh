# What attacks are written with; README.md beside this file shows how. It is sourced before
# each of them, by bash -eu -o pipefail.
#
# HOME is fresh. SPACE is an empty space in it, and the working folder. OUTSIDE is a folder of
# the person's in which no program of a space has any business. SECRET stands in files there.
# No call has a terminal or a display.

SPACE=$HOME/space
OUTSIDE=$HOME/outside
SECRET=plain-word-$RANDOM$RANDOM$RANDOM
DATA=$HOME/.local/share/handrail
CONFIG=$HOME/.config/handrail
PROOF=$OUTSIDE/proof # what an attack leaves where it got out
mkdir -p "$SPACE" "$OUTSIDE" "$HOME/.ssh" "$CONFIG"
printf '%s\n' "$SECRET" | tee "$OUTSIDE/secret" "$HOME/.ssh/id_ed25519" >/dev/null
cd "$SPACE"
out='' err='' code=0 said=
broken=() began=()
shopt -s lastpipe # so that "… | many" sets variables here

# ---- verdicts -------------------------------------------------------------------------

verdict() { printf '%s\n' "$*" | tr '\n\r\t\033' '    ' | cut -c -3000 >"$SCRATCH/verdict"; exit 0; }

# broke WORDS: something got out. The attack goes on, so that all of it is told.
broke() { broken+=("$*"); }

# held ends an attack: nothing of it got out, unless broke was said.
held() {
	stop_all
	((${#broken[@]} > 0)) || verdict held
	local IFS=';'
	verdict "broke ${broken[*]}"
}

# dead WORDS: a control failed, so this attack would prove nothing.
dead() {
	stop_all
	((${#broken[@]} == 0)) || held
	verdict "dead $*"
}

# needs walls|PROGRAM...: ends the attack as "not run" where one is missing.
needs() {
	local need
	for need in "$@"; do
		case $need in
		walls) [ "$WALLS" = enforced ] || verdict "missing the walls do not stand here ($WALLS)" ;;
		*) command -v "$need" >/dev/null || verdict "missing it needs $need" ;;
		esac
	done
}

# alive WORDS COMMAND...: a control: the command must work.
alive() {
	local words=$1
	shift
	"$@" >>"$SCRATCH/controls" 2>&1 || dead "$words"
}

# says TEXT [WORDS]: a control: what handrail last printed holds this text.
says() { [[ $out$err$said == *"$1"* ]] || dead "${2:-no \"$1\" in}: $(tail -c 300 <<<"$out$err")"; }

# hides TEXT WORDS: broken if what handrail last printed holds this text.
hides() { [[ $out$err$said != *"$1"* ]] || broke "$2"; }

# none FILE WORDS: broken if the file is there.
none() { [ ! -e "$1" ] && [ ! -L "$1" ] || broke "$2"; }

# ---- handrail -------------------------------------------------------------------------

# h ARGUMENT...: runs handrail as a person without a terminal would. Sets out, err, code.
h() {
	code=0
	PATH=${FIRST_ON_PATH:-}$PATH setsid -w handrail "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null || code=$?
	out=$(tr -d '\0' <"$SCRATCH/out") err=$(tr -d '\0' <"$SCRATCH/err") said=
	{ echo "\$ handrail $*"; cat "$SCRATCH/out" "$SCRATCH/err"; } >>"$SCRATCH/log"
}

# call TOOL INPUT: one call by JSON. Also sets said (what a model would read) and refused (the
# error's code, or nothing). OPTIONS is an array of handrail's options.
OPTIONS=()
CONTENT='.content // "" | . as $c | (fromjson? | if type=="object" and has("stdout") then .stdout + .stderr else $c end) // $c'
call() {
	h "${OPTIONS[@]}" --json call "$@"
	read_out
}
read_out() {
	said=$(jq -r "$CONTENT" <<<"$out" 2>/dev/null) || said=
	refused=$(jq -r '.error.code // ""' <<<"$out" 2>/dev/null) || refused=
}

# request TOOL INPUT: a line for many.
request() { jq -cn --arg tool "$1" --argjson input "$2" '{type: "tool", name: $tool, input: $input}'; }

# many: the requests of standard input, one after the other, by one process in one session. Sets
# answers: a line each. answer N: the Nth, counted from 1, as call leaves it.
many() {
	cat >"$SCRATCH/requests"
	setsid -w handrail "${OPTIONS[@]}" call - <"$SCRATCH/requests" >"$SCRATCH/answers" 2>"$SCRATCH/err" || true
	cat "$SCRATCH/answers" >>"$SCRATCH/log"
	mapfile -t answers < <(grep tool_result "$SCRATCH/answers")
	((${#answers[@]} == $(wc -l <"$SCRATCH/requests"))) || dead "${#answers[@]} answers to $(wc -l <"$SCRATCH/requests") requests: $(tail -n 1 "$SCRATCH/err")"
	mapfile -d '' -t texts < <(grep tool_result "$SCRATCH/answers" | jq -j "($CONTENT) + \"\\u0000\"")
	mapfile -t codes < <(grep tool_result "$SCRATCH/answers" | jq -r '.error.code // ""')
}
answer() { out=${answers[$1 - 1]} err='' said=${texts[$1 - 1]} refused=${codes[$1 - 1]}; }

# judge: the commands of standard input, a line each, go to bash in the mode "ask", where a no is
# the answer: nothing runs. Sets commands, and by: what decided over each, as "deny built-in rule x",
# "ask mode ask" or "ask built-in rule x".
judge() {
	mapfile -t commands
	settings '{"mode": "ask"}'
	OPTIONS=(--confirm deny)
	printf '%s\n' "${commands[@]}" | jq -cR '{type: "tool", name: "bash", input: {command: .}}' | many
	mapfile -t by < <(jq -r 'select(.type == "tool_result") | ([.meta.stages[] | select(.name == "guard")][0] // {result: "none", by: .error.code}) | "\(.result) \(.by)"' "$SCRATCH/answers")
	((${#by[@]} == ${#commands[@]})) || dead "${#by[@]} verdicts over ${#commands[@]} commands"
}

# stops: of the judged commands only the first, the control, would run in a mode that asks about
# nothing; the second shows that the rule is awake.
stops() {
	[[ ${by[0]} == 'ask mode ask' ]] || dead "«${commands[0]}» is: ${by[0]}"
	[[ ${by[1]} != *'mode ask' ]] || dead "«${commands[1]}» is: ${by[1]}"
	local i
	for i in "${!commands[@]}"; do
		((i == 0)) || [[ ${by[i]} != 'ask mode ask' ]] || broke "«${commands[i]}» would run"
	done
}

# shell COMMAND: the tool bash with this command, as the guard reads it.
shell() { call bash "$(jq -cn --arg command "$1" '{command: $command, timeout: 20}')" "${@:2}"; }

# room SCRIPT: runs a script in a room. It stands in a file, so that the guard, which reads only
# the command, does not stand in the way of what the walls must hold. It must have begun.
room() {
	printf 'echo the room began\n%s\n' "$1" >script.sh
	shell 'bash script.sh'
	[[ $said == *'the room began'* ]] || dead "the script did not run in the room: $err"
}

# trust: the person looks at the space and trusts it.
trust() {
	h space trust --yes "$@"
	((code == 0)) || dead "the space could not be trusted: $err"
}

# settings JSON: the person's settings.
settings() { printf '%s\n' "$1" >"$CONFIG/settings.json"; }

# list_servers: the person looks at the servers of their settings, so that their tools are known.
list_servers() {
	local name
	for name in $(jq -r '.tools.mcp_servers | keys[]' "$CONFIG/settings.json"); do h servers test "$name"; done
}

# file NAME: writes standard input into a file, with its folders.
file() { mkdir -p "$(dirname "$1")" && cat >"$1"; }

# hook COMMAND [FIELDS]: a blocking hook of bash in the space. FIELDS is more JSON: '"network":"on"'.
hook() {
	mkdir -p agent/hooks
	jq -n --arg c "$1" --argjson more "{${2:-}}" '{hooks: [{id: "guard", type: "pre_tool", tools: ["bash"], command: $c, blocking: true} + $more]}' >agent/hooks/guard.json
}

# tool ID COMMAND [FIELDS]: a declared tool in the space, with the string x if it names it.
tool() {
	mkdir -p agent/tools
	{
		printf -- '---\nid: %s\nname: %s\ndescription: d\n' "$1" "$1"
		jq -rn --arg c "$2" '"command: \($c | @json)"'
		[ -z "${3:-}" ] || printf '%s\n' "$3"
		[[ $2 != *'{{x}}'* ]] || printf 'parameters:\n  - {name: x, type: string, description: x, required: true}\n'
		printf -- '---\n'
	} >"agent/tools/$1.md"
}

# ---- processes outside ----------------------------------------------------------------

# start COMMAND...: a process of the person's, outside all walls. Sets pid; held ends it.
start() {
	"$@" >>"$SCRATCH/started" 2>&1 </dev/null &
	pid=$!
	began+=("$pid")
}

stop_all() {
	local p
	for p in "${began[@]}"; do kill -KILL "$p" 2>/dev/null || true; done
	began=()
}

# until_true SECONDS COMMAND...: waits for a condition; says whether it came.
until_true() {
	local end=$((SECONDS + $1))
	shift
	until "$@" 2>/dev/null; do
		((SECONDS < end)) || return 1
		sleep 0.05
	done
}

# service: a program of this machine, on loopback, that writes down what it is sent. Sets port.
service() {
	needs python3
	start python3 "$ATTACK/service.py" "$SCRATCH/port" "$SCRATCH/got" "$@"
	until_true 10 test -s "$SCRATCH/port" || dead "the service of this machine did not start"
	port=$(<"$SCRATCH/port")
}
got() { grep -qF -- "$1" "$SCRATCH/got" 2>/dev/null; }
