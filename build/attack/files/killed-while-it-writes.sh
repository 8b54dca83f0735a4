# The person has said yes to a file tool that changes a big protected file; Handrail is killed while it writes. Afterwards the file is the old one or the new one, whole.
needs walls python3
size=${SIZE:-3000000}
lost=0 rounds=0 cut=0
old() { python3 -c 'import sys; n = int(sys.argv[1]); sys.stdout.write("".join("old line %08d %s\n" % (i, "o" * 81) for i in range(n // 100)))' "$size"; }
old >old
python3 -c 'import json, sys; n = int(sys.argv[1]); t = "".join("new line %08d %s\n" % (i, "n" * 81) for i in range(n // 100)); print(json.dumps({"path": sys.argv[2], "content": t}))' "$size" AGENTS.md >"$SCRATCH/write.json"
python3 -c 'import json; print(json.load(open("'"$SCRATCH"'/write.json"))["content"], end="")' >new
cp old AGENTS.md; cp old plain.md
whole() { cmp -s "$1" old || cmp -s "$1" new; }
strike() { # FILE DELAY
	cp old "$1"
	{ request read "{\"path\": \"$1\", \"limit\": 1000000}"; jq -c --arg p "$1" '{type: "tool", name: "patch", input: {patch: $p}}' <<<'{}' >/dev/null; } >"$SCRATCH/req"
	for ((i = 0; i < size / 100; i += 500)); do request read "{\"path\": \"$1\", \"offset\": $i, \"limit\": 500}"; done >"$SCRATCH/req"
	jq -c --arg p "$1" '{type: "tool", name: "write", input: (.path = $p)}' "$SCRATCH/write.json" >>"$SCRATCH/req"
	setsid handrail --confirm allow call - <"$SCRATCH/req" >"$SCRATCH/ans" 2>"$SCRATCH/err" &
	local p=$!
	if [ "$2" = never ]; then wait "$p" || true; return; fi
	python3 - "$1" "$p" "$2" <<'PY'
import os, sys, time, signal, glob
f, p, d = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
st = os.stat(f); n = len(os.listdir(".")); end = time.time() + 30
while time.time() < end:
    s = os.stat(f)
    if (s.st_mtime_ns, s.st_ino, s.st_size) != (st.st_mtime_ns, st.st_ino, st.st_size): break
    if not os.path.exists("/proc/%d" % p): break
if d: time.sleep(d)
try: os.kill(p, signal.SIGKILL)
except OSError: pass
PY
	{ wait "$p" || true; } 2>/dev/null
}
for f in AGENTS.md plain.md; do
	strike "$f" never
	cmp -s "$f" new || dead "the file tool does not write $f: $(tail -n 1 "$SCRATCH/ans" | cut -c1-300) $(tail -n 1 "$SCRATCH/err")"
	for d in 0 0 0.0005 0.002; do
		strike "$f" "$d"
		rounds=$((rounds + 1))
		whole "$f" && continue
		cut=$((cut + 1))
		# Does the next start bring it back, or say where it lies?
		h call bash 'command=true'; h doctor; h runs list
		whole "$f" || { lost=$((lost + 1)); what="$f has $(stat -c %s "$f") bytes, of $(stat -c %s old) before and $(stat -c %s new) after"; }
	done
done
echo "rounds $rounds cut $cut lost $lost" >>"$SCRATCH/log"
((lost == 0)) || broke "killed in the middle of a write, $lost of $rounds times the person's file is neither the old nor the new one: $what"
held
