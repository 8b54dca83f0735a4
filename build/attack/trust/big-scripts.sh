# Scripts over 16 MB: of 17, 40 and 300 MB, with times that are put back, second names, holes, and text behind the 16th MB, which a finished
# call's program changes after the person's look, or exchanges while it runs. (Above 256 MB only times are promised; those change here.)
needs walls python3
mkdir -p scripts
file big.py <<'EOF'
import os, time
def make(n, mb, hole=False):
    with open(f"scripts/{n}.sh", "wb") as f:
        f.write(b"echo begins-%s\n" % n.encode())
        if hole: pass
        for i in range(mb): f.write((b"#" + b"." * 1022 + b"\n") * 1024)
        f.write(b"echo good-ran #....\n")
make("a17", 17); make("b40", 40); make("link", 17)
os.link("scripts/link.sh", "second")
keep = {n: open(f"scripts/{n}.sh", "r+b") for n in ("a17", "b40", "link")}
times = {n: os.stat(f"scripts/{n}.sh") for n in keep}
open("ready", "w").close()
while not os.path.exists("go"): time.sleep(0.02)
for n, f in keep.items():
    f.seek(-20, 2); f.write(b"echo evil-ran #....\n"); f.flush(); os.utime(f.fileno(), ns=(times[n].st_atime_ns, times[n].st_mtime_ns))
open("done", "w").close()
while not os.path.exists("go2"): time.sleep(0.02)
k = 0
while True:
    k += 1
    for n, f in keep.items(): f.seek(-20, 2); f.write(b"echo evil-ran #....\n" if k % 2 else b"echo good-ran #....\n"); f.flush(); os.utime(f.fileno(), ns=(times[n].st_atime_ns, times[n].st_mtime_ns))
    time.sleep(0.02)
EOF
mkfifo "$SCRATCH/in"
handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
pid=$!
exec 7>"$SCRATCH/in"
request bash '{"command": "setsid python3 big.py >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.05; done"}' >&7
until_true 30 grep -q tool_result "$SCRATCH/run" || dead "the call did not end"
for n in a17 b40 link; do tool $n "bash scripts/$n.sh"; done
trust
for n in a17 b40 link; do h --confirm allow call $n; says good-ran "$n does not run: $(head -c 300 <<<"$out$err")"; done
touch go; until_true 5 test -e done || dead "nothing changes"
for n in a17 b40 link; do
	[[ $(bash scripts/$n.sh) == *evil-ran* ]] || dead "$n did not change"
	h --confirm allow call $n; hides evil-ran "$n: a changed script ran"; echo "$n: $(head -c 200 <<<"$out$err")" >>"$SCRATCH/log"
done
touch go2; sleep 0.3
for i in 1 2; do for n in a17 b40 link; do h --confirm allow call $n; hides evil-ran "$n: a script that changes all the time ran as somebody else wrote it"; done; done
exec 7>&-; wait "$pid" 2>/dev/null || true
held
