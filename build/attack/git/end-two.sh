# Two processes of Handrail in one space; each has left something running. One is killed, then the other. What the first has left cannot lead git
# astray while the second lives, nor later; the second's calls commit and work as ever, and its own leftover program lives.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
file left.py <<'EOF'
import os, sys, time
n, P = sys.argv[1:]
d = os.open(".git", os.O_RDONLY) if n.endswith("held") else None
open(f"ready-{n}", "w").close()
while not os.path.exists(f"go-{n}"): open(f"beat-{n}", "w").write("x"); time.sleep(0.03)
r = ""
for f in "config.worktree", "hooks/pre-commit":
    try:
        h = os.open(f if d else ".git/" + f, os.O_CREAT | os.O_WRONLY, 0o755, dir_fd=d); os.write(h, (f"[core]\n\tfsmonitor = touch {P}\n" if "config" in f else f"#!/bin/sh\ntouch {P}\n").encode()); r += " WROTE " + f
    except OSError as e: r += f" not {f} {e.errno}"
open(f"result-{n}", "w").write(r + "\n")
while True: open(f"beat-{n}", "w").write("x"); time.sleep(0.03)
EOF
for x in 1 2; do mkfifo "$SCRATCH/in$x"; done
handrail call - <"$SCRATCH/in1" >"$SCRATCH/run1" 2>"$SCRATCH/err1" & p1=$!
exec 7>"$SCRATCH/in1"
handrail call - <"$SCRATCH/in2" >"$SCRATCH/run2" 2>"$SCRATCH/err2" & p2=$!
exec 8>"$SCRATCH/in2"
c() { jq -cn --arg c "for n in $1 $1held; do setsid python3 left.py \$n $PROOF >/dev/null 2>&1 & done; until [ -e ready-$1 -a -e ready-$1held ]; do sleep 0.02; done" '{command: $c}'; }
request bash "$(c a)" >&7; request bash "$(c b)" >&8
for x in 1 2; do until_true 30 grep -q tool_result "$SCRATCH/run$x" || dead "the call did not end"; done
kill -KILL "$p1"; wait "$p1" 2>/dev/null || true; exec 7>&-
sleep 2
n=1
ask() { n=$((n + 1)); request bash "$(jq -cn --arg c "$1" '{command: $c}')" >&8; until_true 20 bash -c '[ "$(grep -c tool_result "$0")" -ge "$1" ]' "$SCRATCH/run2" "$n" || broke "no answer to: $1"; said=$(tail -n 1 "$SCRATCH/run2"); }
ask 'git commit -q --allow-empty -m second && echo committed'; [[ $said == *committed* ]] || broke "the second Handrail's calls do not commit any more: $(head -c 300 <<<"$said")"
ask 'git switch -q -c other && git switch -q main && echo switched'; [[ $said == *switched* ]] || broke "nor switch: $(head -c 300 <<<"$said")"
rm -f beat-*; sleep 0.5
for w in a b bheld; do [ -e beat-$w ] || broke "after the first was killed, $w does not live"; done
touch go-a go-aheld; sleep 0.6; cat result-* >>"$SCRATCH/log" 2>/dev/null || true
person "$SPACE"; none "$PROOF" "while the second lives, what the first had left led git astray: $(cat result-a* 2>/dev/null)"; rm -f "$PROOF"
kill -KILL "$p2"; wait "$p2" 2>/dev/null || true; exec 8>&-
sleep 2
rm -f beat-*; sleep 0.5; [ -e beat-b ] || broke "after the second was killed, b does not live"
touch go-b go-bheld; sleep 0.6; cat result-* >>"$SCRATCH/log" 2>/dev/null || true
person "$SPACE"; none "$PROOF" "after both were killed, git was led astray: $(cat result-* 2>/dev/null)"; rm -f "$PROOF"
h call bash 'command=git commit -q --allow-empty -m third && echo committed'; [[ $out == *committed* ]] || broke "Handrail, started again, does not commit: $out$err"
sleep 1.2; person "$SPACE"; none "$PROOF" "after the next start, git was led astray"
if ((${#broken[@]} == 0)); then touch go-c; start python3 left.py c "$PROOF"; until_true 5 test -s result-c; person "$SPACE"; [ -e "$PROOF" ] || dead "git is not led astray by this: $(cat result-c)"; fi
held
