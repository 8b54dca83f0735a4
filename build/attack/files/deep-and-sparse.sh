# A program makes folders below each other beyond any path's length, sparse files of 7 GB by the dozen, 30,000 names, and names of 255 bytes that are no
# UTF-8. File tools, later calls and the undo stay quick and small, and the undo takes them back.
needs walls python3
echo fine-text >plain.txt
cat >"$SCRATCH/measure.py" <<'EOF'
import resource, subprocess, sys, time
t = time.time()
try: p = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=45); o = p.stdout + p.stderr
except subprocess.TimeoutExpired: o = b"TIMEOUT"
print(round(time.time() - t, 1), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, o.decode(errors="replace")[:300].replace("\n", " "))
EOF
measured() {
	local words=$1 s mb rest
	shift
	read -r s mb rest < <(python3 "$SCRATCH/measure.py" "$@")
	echo "$words: $s s, $mb MB: $rest" >>"$SCRATCH/log"
	python3 -c "import sys; sys.exit(not ($s < 25))" || broke "$words took $s s"
	((mb < 1000)) || broke "$words took $mb MB"
}
cat >make.py <<'EOF'
import os
for i in range(12):
    with open("sparse%d.bin" % i, "wb") as f: f.truncate(7 << 30)
for i in range(6):
    with open("text%d.txt" % i, "wb") as f: f.write(b"begin\n"); f.truncate(7 << 30)
os.makedirs("many")
for i in range(8000): open("many/%d" % i, "w").close()
os.makedirs(b"odd")
for i in range(200): open(b"odd/" + bytes([0xff, 0xfe, 0x80 + i % 64]) * 84 + b"%d" % (i % 1000), "w").close()
here = os.open(".", os.O_RDONLY)
for i in range(600):
    os.mkdir("d" * 200); os.chdir("d" * 200)
open("deepest", "w").write("x"); os.fchdir(here)
print("made")
EOF
h --json call bash 'command=python3 make.py'
read_out; says made "nothing was made"
[ -e sparse5.bin ] || dead "no sparse files"
measured "the next call" call bash 'command=true'
measured "grep" call grep 'pattern=begin'
measured "glob" call glob 'pattern=**/deepest'
measured "listdir" call listdir path=. recursive=true
measured "read" call read path=text0.txt
measured "edit" call edit '{"path": "text0.txt", "old_string": "begin", "new_string": "end"}'
measured "patch" call patch '{"patch": "--- a/text0.txt\n+++ b/text0.txt\n@@ -1,1 +1,1 @@\n-begin\n+end\n"}'
measured "origins" origins
measured "check" check
measured "a rehearsal" call bash 'command=echo x >y' --rehearse --discard
run=$(handrail --json runs list 2>/dev/null | jq -r 'first(.. | .id? // empty)' 2>/dev/null | head -n 1) || true
measured "the plan of an undo" runs undo "${run:-x}" --dry-run
h call read path=plain.txt
says fine-text "nothing is read any more"
held
