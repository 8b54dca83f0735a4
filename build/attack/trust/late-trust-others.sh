# Not what a finished call has left running, but a job, a server of the person's settings and what it has started exchange the folders of scripts
# that the person has trusted since, while their tool waits; in a space below the person's home, below /tmp, and one that is named by a link.
needs walls python3
where=$(mktemp -d /tmp/handrail-attack-space.XXXXXX); trap 'rm -rf "$where"' EXIT
flip() { cat <<'EOF'
import ctypes, os, random, sys, time
C = ctypes.CDLL(None)
for p, w in ("a/b/c", "good"), ("e/b/c", "evil"), ("a/eb/c", "evil"), ("a/b/ec", "evil"):
    os.makedirs(p, exist_ok=True); open(p + "/tool.sh", "w").write(f"echo {w}-ran\n")
open("a/b/c/etool.sh", "w").write("echo evil-ran\n")
pairs = {".": ("a", "e"), "a": ("b", "eb"), "a/b": ("c", "ec"), "a/b/c": ("tool.sh", "etool.sh")}
fds = {p: os.open(p, os.O_RDONLY) for p in pairs}; up = os.open("..", os.O_PATH); here = os.path.basename(os.getcwd())
open("ready", "w").close(); t = 0
while not os.path.exists("go"): time.sleep(0.02)
while True:
    for p, (a, b) in pairs.items():
        d, pre = random.choice([(fds[p], ""), (-100, p + "/")])
        if C.renameat2(d, (pre + a).encode(), d, (pre + b).encode(), 2) == 0: t += 1
    C.renameat2(up, here.encode(), up, b"gone", 0)
    open("tally", "w").write(str(t)); time.sleep(random.random() * 0.05)
EOF
}
one() { # NAME FOLDER WAY
	local dir=$2 way=$3
	mkdir -p "$dir"; cd "$dir"; SPACE=$PWD; flip >flip.py
	settings "$(jq -n --arg s "$ATTACK/server.py" --arg d "$(pwd -P)" '{tools: {mcp_servers: {srv: {command: "python3", args: [$s, $d], internal_only: false}}}}')"
	[ "$way" = server ] && list_servers
	rm -f "$SCRATCH/in"; mkfifo "$SCRATCH/in"
	handrail --confirm allow call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	case $way in
	job) request bash '{"command": "python3 flip.py", "background": true}' >&7 ;;
	server) request srv__run "$(jq -cn --arg d "$(pwd -P)" '{script: "cd \($d) && (setsid python3 flip.py >/dev/null 2>&1 &) ; echo did"}')" >&7 ;;
	left) request bash '{"command": "setsid python3 flip.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done"}' >&7 ;;
	esac
	until_true 20 grep -q tool_result "$SCRATCH/run" || dead "$1: no answer: $(tail -n 1 "$SCRATCH/err")"
	until_true 5 test -e ready || dead "$1: it does not run: $(cut -c1-400 "$SCRATCH/run")"
	tool tool 'sleep 1.2; bash a/b/c/tool.sh'; tool fast 'bash a/b/c/tool.sh'
	trust
	h --confirm allow call fast; says good-ran "$1: the tool does not run: $err"
	(sleep 0.5; touch "$SPACE/go") &
	local p=$!
	h --confirm allow call tool; wait "$p" || true; hides evil-ran "$1: an exchanged script ran"
	[[ $out == *good-ran* ]] && good=$((good + 1)) || echo "$1: $err" >>"$SCRATCH/log"
	for i in 1 2 3 4; do h --confirm allow call fast; hides evil-ran "$1: an exchanged script ran at a later call"; done
	request tool '{}' >&7; request fast '{}' >&7; request fast '{}' >&7
	until_true 15 bash -c '[ "$(grep -c tool_result "$0")" -ge 4 ]' "$SCRATCH/run" || broke "$1: no answers"
	! grep -q evil-ran "$SCRATCH/run" || broke "$1: an exchanged script ran in the same session"
	echo "$1: $(cat tally 2>/dev/null)" >>"$SCRATCH/log"
	exec 7>&-; wait "$pid" 2>/dev/null || true
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
	cd "$HOME"
}
good=0
one 'a job' "$HOME/s1" job
one 'a server' "$HOME/s2" server
one 'below /tmp' "$where/sub/s3" left
one 'a job below /tmp' "$where/sub/s5" job
mkdir -p "$HOME/real"; ln -s "$HOME/real" "$HOME/s4"; one 'by a link' "$HOME/s4" left
cd "$HOME"; mkdir c; cd c; flip >flip.py; start python3 flip.py; until_true 5 test -e ready; touch go; until_true 5 grep -q '[1-9]' tally || dead "outside nothing is exchanged"
((good >= 3)) || dead "the tools ran only $good times"
held
