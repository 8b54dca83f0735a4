# What a finished call has left running plants files that lead git astray just once, and Handrail ends some milliseconds later: by itself, by SIGTERM,
# or by SIGKILL and a new start. What is planted is not sealed as if it were the person's: their git is led nowhere, at once or after a new start.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
cp -a .git "$SCRATCH/git"
file plant.py <<'EOF'
import os, sys, time
P = sys.argv[1]; cfg = f"[core]\n\tfsmonitor = touch {P}\n"
os.system(f"git init -q --bare evil; git -C evil config core.fsmonitor 'touch {P}'; git -C evil config core.bare false; cp -r .git/objects .git/refs evil/")
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.001)
for f, t in (".git/config.worktree", cfg), (".git/commondir", "../evil\n"):
    try: open(f, "w").write(t)
    except OSError as e: print(e)
open("planted", "w").close()
time.sleep(1000)
EOF
for end in itself term kill; do
	for wait in 0 0.05 0.3; do
		rm -rf .git ready go planted evil "$SCRATCH/in"; cp -a "$SCRATCH/git" .git; mkfifo "$SCRATCH/in"
		handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
		pid=$!
		exec 7>"$SCRATCH/in"
		request bash "$(jq -cn --arg c "setsid python3 plant.py $PROOF >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done" '{command: $c}')" >&7
		until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
		sleep 0.7; touch go; until_true 5 test -e planted || dead "nothing was planted"; sleep $wait
		case $end in itself) exec 7>&- ;; term) kill -TERM "$pid" ;; kill) kill -KILL "$pid" ;; esac
		wait "$pid" 2>/dev/null || true; exec 7>&-
		if [ $end = kill ]; then sleep 1; h call bash 'command=true'; fi
		sleep 1.5
		left=$(cd .git && ls config.worktree commondir 2>/dev/null | tr '\n' ' ' || true); echo "$end $wait: $left" >>"$SCRATCH/log"
		person "$SPACE"
		none "$PROOF" "$end, $wait s after it was planted: git was led astray ($left)"
		if [ -e "$PROOF" ]; then rm -f "$PROOF"; h call bash 'command=true'; sleep 1.5; person "$SPACE"; none "$PROOF" "$end, $wait s: and after the next call of a new Handrail"; rm -f "$PROOF"; fi
		h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
	done
done
rm -rf .git planted evil; cp -a "$SCRATCH/git" .git; touch go; start python3 plant.py "$PROOF"; until_true 8 test -e planted; person "$SPACE"
[ -e "$PROOF" ] || ((${#broken[@]} > 0)) || dead "git is not led astray by this"
held
