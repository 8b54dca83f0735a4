# A skill with blocks in each other that yield nothing, a tool with such a command, and a patch of 20,000 equal lines for a file of a million: each ends within seconds.
needs python3
each() { for _ in $(seq "$1"); do printf '{{#each %sa}}' "$2"; done; printf '%s' "$3"; for _ in $(seq "$1"); do printf '{{/each}}'; done; }
tool bomb "echo $(each 6 '' '') x" $'sideEffect: false\nparameters:\n  - {name: a, type: array, description: a}'
tool control "echo $(each 1 '' 'y ') x" $'sideEffect: false\nparameters:\n  - {name: a, type: array, description: a}'
trust
list=$(jq -cn '{a: [range(100) | "x"]}')
soon() {
	local words=$1 began=$SECONDS
	shift
	timeout -k 1 40 setsid -w handrail --json call "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null || true
	out=$(<"$SCRATCH/out") err=$(<"$SCRATCH/err")
	read_out
	((SECONDS - began < 25)) || broke "$words took $((SECONDS - began)) s"
}
soon "a control" control "$list"
says 'y y' "no template runs"
soon "a tool with blocks in each other" bomb "$list"
[[ $out$err == *steps* ]] || broke "a command of endless steps is not refused: $out$err"
python3 - <<'EOF'
open("same.txt", "w").write("same line\n" * 1000000)
import json
def patch(n): return json.dumps({"patch": "--- a/same.txt\n+++ b/same.txt\n@@ -5,%d +5,%d @@\n" % (n + 1, n + 1) + " same line\n" * n + "-nope\n+yep\n"})
open("small.json", "w").write(patch(20)); open("big.json", "w").write(patch(20000))
EOF
soon "a small patch" patch @small.json
soon "a patch of 20,000 lines" patch @big.json
held
