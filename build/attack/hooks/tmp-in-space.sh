# The person's TMPDIR, and what else programs take for their own folders, lies in the space (as direnv and others set it). Handrail keeps nothing there on
# which something hangs: an agent looks there while a hook, a tool and a rehearsal run, and changes all that comes up. And no door lies there.
needs walls python3
mkdir -p .tmp .run .cache scripts
file scripts/check.sh <<<'sleep 0.7; grep -q forbidden <<<"$TOOL_INPUT" && exit 1; exit 0'
hook 'bash scripts/check.sh'
file scripts/run.sh <<<'sleep 0.7; echo good-text'
tool runs 'bash scripts/run.sh'
trust
h space trust --own --yes
cat >spy.py <<'EOF'
import os, time
seen = set(); open("ready", "w").close()
while not os.path.exists("stop"):
    for d in (".tmp", ".run", ".cache", os.environ.get("TMPDIR", "/tmp")):
        for r, ds, fs in os.walk(d):
            for f in fs:
                p = os.path.join(r, f)
                if p not in seen: seen.add(p); open("seen", "a").write(p + "\n")
                try:
                    t = open(p, errors="replace").read(4000)
                    if "forbidden" in t or "good-text" in t:
                        open("seen", "a").write("CHANGED " + p + "\n"); new = t.replace("exit 1", "exit 0").replace("good-text", "evil-text")
                        os.chmod(p, 0o755); open(p, "w").write(new)
                except OSError: pass
EOF
export TMPDIR=$SPACE/.tmp TMP=$SPACE/.tmp TEMP=$SPACE/.tmp XDG_RUNTIME_DIR=$SPACE/.run XDG_CACHE_HOME=$SPACE/.cache
chmod 700 .run
room 'setsid python3 spy.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.02; done'
for i in 1 2 3; do
	shell 'echo let through # forbidden'
	[[ $said != *'let through'* ]] || broke "the hook was changed on its way, where TMPDIR is in the space"
	h --confirm allow call runs '{}'
	[[ $out == *good-text* ]] || [[ $out != *evil-text* ]] || broke "the tool's script was changed on its way, where TMPDIR is in the space"
	h --confirm allow call bash 'command=bash scripts/run.sh' --rehearse --discard
	[[ $out != *evil-text* ]] || broke "a rehearsal's script was changed"
done
touch stop
cat seen >>"$SCRATCH/log" 2>/dev/null || true
! grep -q CHANGED seen 2>/dev/null || broke "copies of trusted scripts lie where an agent writes: $(grep CHANGED seen | head -n 3 | tr '\n' ' ')"
! find .tmp .run .cache -type s 2>/dev/null | grep -q . || broke "a door lies in the space: $(find .tmp .run .cache -type s | head -n 2)"
h --confirm allow call runs '{}'
says good-text "the tool does not run"
rm -f stop ready; mkdir -p .tmp/x; printf 'exit 1 forbidden\n' >.tmp/x/control; start python3 spy.py; until_true 10 grep -q 'exit 0' .tmp/x/control || dead "the spy changes nothing"
held
