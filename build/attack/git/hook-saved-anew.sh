# The person saves a hook of git's, which a setting names, by putting a new file in its place (as editors do), while something that a finished call
# has left running lives. Two seconds later it writes into the hook, and the person commits.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p .vscode .husky/_ .claude tools .idea sub backup
for f in .vscode/tasks.json .husky/pre-commit .husky/_/h .claude/settings.json .envrc AGENTS.md .idea/w.xml lefthook.yml sub/.envrc notes.txt; do echo mine >$f; done
git config core.hooksPath tools/hooks; mkdir tools/hooks; printf '#!/bin/sh\ntrue\n' >tools/hooks/pre-commit; chmod +x tools/hooks/pre-commit
file evil.py <<'EOF'
import os, sys, time, threading
S = os.getcwd()
def noise():
    n = 0
    while True:
        n += 1
        for f in ".exrc", ".nvimrc", ".cursorrules", "WARP.md", "sub/AGENTS.md":
            try:
                if n % 3 == 0: os.symlink("loop", f)
                elif n % 3 == 1: os.mkfifo(f)
                else: os.mkdir(f, 0)
                time.sleep(0.001); (os.rmdir if n % 3 == 2 else os.unlink)(f)
            except OSError: pass
        time.sleep(0.01)
if len(sys.argv) < 2: threading.Thread(target=noise, daemon=True).start()
open("ready", "w").close()
while True:
    while not os.path.exists("go"): time.sleep(0.03)
    out = []
    for l in open("list").read().split():
        try: open(l, "a").write("evil\n"); out.append("WROTE " + l)
        except OSError as e: out.append(f"not {l} {e.errno}")
    open("done.new", "w").write("\n".join(out) + "\n"); os.rename("done.new", "done")
    while os.path.exists("go"): time.sleep(0.03)
EOF
sed -i "s|\"evil|\"touch $PROOF|" evil.py; grep -q "touch $PROOF" evil.py || dead sed
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
request bash '{"command": "setsid python3 evil.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done"}' >&7
until_true 20 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
strike() { # WORDS NAMES...: what is written that must not be
	local w=$1 f; shift
	printf '%s\n' notes.txt "$@" >list; rm -f done; touch go; until_true 8 test -s done || dead "nothing was left running ($w)"; rm -f go; sleep 0.2
	cat done >>"$SCRATCH/log"; grep -q 'WROTE notes.txt' done || dead "it writes nothing ($w)"
	f=$(grep WROTE done | grep -v notes.txt | cut -d' ' -f2 | tr '\n' ' ' || true); [ -z "$f" ] || broke "$w: it wrote $f"
}

hook=tools/hooks/pre-commit
save() { printf '#!/bin/sh\ntrue\n' >"$1.tmp~"; chmod +x "$1.tmp~"; mv -f "$1.tmp~" "$1"; }
rm -f .git/hooks/*; printf '%s\n' notes.txt $hook >list; rm -f done; touch go; until_true 8 test -s done; { cat done; cat $hook; ls -li $hook; } >>"$SCRATCH/log"; git commit -q --allow-empty -m nought >>"$SCRATCH/person" 2>&1 || true
rm -f go
none "$PROOF" 'a hook that was there was written'; rm -f "$PROOF"; sleep 2; ls -li $hook >>"$SCRATCH/log" 2>&1 || broke 'the hook that was there is gone'
save $hook; sleep 2
printf '%s\n' notes.txt $hook >list; rm -f done; touch go; until_true 8 test -s done; { cat done; cat $hook; } >>"$SCRATCH/log" 2>&1
git commit -q --allow-empty -m one >>"$SCRATCH/person" 2>&1 || true
rm -f go
none "$PROOF" "a hook of git's that the person saved two seconds before was written by what a finished call has left running, and git ran it"
rm -f "$PROOF"; sleep 2
[ -e $hook ] || broke "the hook that the person saved is gone (put aside)"
save $hook; call bash 'command=true'; sleep 1.5
printf '%s\n' notes.txt $hook >list; rm -f done; touch go; until_true 8 test -s done; { cat done; cat $hook; } >>"$SCRATCH/log" 2>&1
git commit -q --allow-empty -m two >>"$SCRATCH/person" 2>&1 || true
rm -f go
none "$PROOF" "so it was after the next call, by another Handrail"
rm -f "$PROOF"; sleep 2; save $hook
request bash '{"command": "true"}' >&7; until_true 20 bash -c '[ "$(grep -c tool_result "$0")" -ge 2 ]' "$SCRATCH/run" || dead "no answer"
sleep 1.5
printf '%s\n' notes.txt $hook >list; rm -f done; touch go; until_true 8 test -s done; { cat done; cat $hook; } >>"$SCRATCH/log" 2>&1
git commit -q --allow-empty -m three >>"$SCRATCH/person" 2>&1 || true
rm -f go
none "$PROOF" "so it was after the next call of the same Handrail"
rm -f "$PROOF"
exec 7>&-; wait "$pid" 2>/dev/null || true
save $hook; echo "touch $PROOF" >>$hook; git commit -q --allow-empty -m four || true
[ -e "$PROOF" ] || ((${#broken[@]} > 0)) || dead "git does not run the hook"
held
