# As end-hammer, but the program plants its files only every 50 ms, and without commondir, which would have git read other settings:
# config.worktree alone.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git config extensions.worktreeConfig true
git worktree add -q -b side side
cp -a .git "$SCRATCH/git"
file hammer.py <<'EOF'
import os, sys, time
P = sys.argv[1]; cfg = f"[core]\n\tfsmonitor = touch {P}\n"
os.makedirs("evil", exist_ok=True); os.system(f"git init -q --bare evil; git -C evil config core.fsmonitor 'touch {P}'; git -C evil config core.bare false; cp -r .git/objects .git/refs evil/")
open("ready", "w").close(); n = 0
while not os.path.exists("stop"):
    for f, t in (".git/config.worktree", cfg), (".git/worktrees/side/config.worktree", cfg), (".git/hooks/post-index-change", f"#!/bin/sh\ntouch {P}\n"), (".git/hooks/pre-commit", f"#!/bin/sh\ntouch {P}\n"):
        try:
            with open(f, "w") as h: h.write(t)
            os.chmod(f, 0o755); n += 1
        except OSError: pass
    time.sleep(0.05)
    if n > 3: open("count", "w").write(str(n))
EOF
for end in itself term itself; do
	rm -rf .git ready stop count evil "$SCRATCH/in"; cp -a "$SCRATCH/git" .git; mkfifo "$SCRATCH/in"
	handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash "$(jq -cn --arg c "setsid python3 hammer.py $PROOF >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done" '{command: $c}')" >&7
	until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
	until_true 5 test -s count || dead "nothing hammers"
	case $end in itself) exec 7>&- ;; term) kill -TERM "$pid" ;; kill) kill -KILL "$pid" ;; esac
	wait "$pid" 2>/dev/null || true; exec 7>&-
	if [ $end = kill ]; then sleep 1; h call bash 'command=true'; fi
	sleep 2
	{ echo "== $end"; for f in .git/commondir .git/config.worktree .git/worktrees/side/config.worktree; do echo "-- $f"; stat -c "%y %Z" "$f"; cat "$f"; done; date; ps -eo pid,stat,args | grep "[h]ammer.py"; } >>"$SCRATCH/log" 2>&1 || true
	person "$SPACE"; person "$SPACE/side"
	none "$PROOF" "$end: what hammered at Handrail's end led the person's git astray ($(cd .git && ls config.worktree commondir hooks/post-index-change hooks/pre-commit worktrees/side/config.worktree 2>/dev/null | tr '\n' ' '))"
	rm -f "$PROOF"; sleep 2; person "$SPACE"; person "$SPACE/side"
	none "$PROOF" "$end: and seconds later"
	rm -f "$PROOF"; touch stop; h call bash 'command=true'; sleep 1.5; head .git/config.worktree .git/commondir >>"$SCRATCH/log" 2>&1 || true; tail -n +1 .git/*put-aside* | head -c 1500 >>"$SCRATCH/log"; person "$SPACE"; person "$SPACE/side"
	none "$PROOF" "$end: and after the next call of a new Handrail ($(cd .git && ls config.worktree commondir worktrees/side/config.worktree 2>/dev/null | tr '\n' ' '))"
	rm -f "$PROOF"
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
done
rm -rf .git stop ready count; cp -a "$SCRATCH/git" .git; rm -f "$PROOF"
start python3 hammer.py "$PROOF"; until_true 8 test -s count; touch stop; sleep 0.3; person "$SPACE"
[ -e "$PROOF" ] || ((${#broken[@]} > 0)) || dead "git is not led astray by this"
held
