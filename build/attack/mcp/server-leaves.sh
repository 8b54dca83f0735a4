# A server leaves things behind on purpose: a child in a session of its own with closed streams, one that ignores every signal, one below a
# process that has ended, one that holds its own stdin open. With Handrail, or when the server is turned off, all of it ends.
needs walls python3
settings "$(jq -n --arg p "$ATTACK/server.py" '{allow_unattended: true, tools: {mcp_servers: {s: {command: "python3", args: [$p, ""], internal_only: false}}}}')"
h servers test s
cat >leave.sh <<'END'
beat() { trap '' HUP INT TERM USR1 USR2 PIPE QUIT; while :; do echo x >>"$SPACE_DIR/beat-$1"; sleep 0.1; done; }
export SPACE_DIR=$1; export -f beat
setsid bash -c 'beat session' <&- >&- 2>&- &
(setsid bash -c '(setsid bash -c "beat orphan" </dev/null >/dev/null 2>&1 &)' </dev/null >/dev/null 2>&1 &)
python3 - "$1" <<'X'
import os, sys, time, signal
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for s in (1, 2, 3, 13, 15): signal.signal(s, signal.SIG_IGN)
        n = os.open("/dev/null", 2)
        for f in (0, 1, 2): os.dup2(n, f)
        while True:
            open(sys.argv[1] + "/beat-fork", "a").write("x"); time.sleep(0.1)
    os._exit(0)
X
sleep 0.5; echo left
END
for way in ends killed off; do
	rm -f beat-*
	cat >"$SCRATCH/served.py" <<'END'
import json, os, signal, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
from client import Client
way, space = sys.argv[2], sys.argv[3]
c = Client("--confirm", "allow")
print(json.dumps(c.call("s__run", script="bash %s/leave.sh %s" % (space, space)))[:300], flush=True)
time.sleep(0.7)
if way == "ends": c.close()
if way == "off":
    subprocess.run(["setsid", "-w", "handrail", "servers", "off", "s"], stdin=subprocess.DEVNULL, capture_output=True); print(json.dumps(c.call("s__run", script="echo"))[:200]); c.request("tools/list", {})
if way == "killed":
    for p in os.listdir("/proc"):
        if p.isdigit():
            try:
                w = open("/proc/%s/cmdline" % p).read().split("\0"); e = open("/proc/%s/environ" % p).read()
            except OSError: continue
            if "handrail" in w[0] and "mcp" in w and "setsid" not in w[0] and "HOME=" + os.environ["HOME"] in e.split("\0"): os.kill(int(p), 9)
print("gone", flush=True); time.sleep(9)
n = {f: os.path.getsize(space + "/" + f) for f in os.listdir(space) if f.startswith("beat-")}; time.sleep(1.2)
print("ALIVE", " ".join(f for f in n if os.path.getsize(space + "/" + f) != n[f]), "of", len(n))
END
	timeout 60 python3 "$SCRATCH/served.py" "$ATTACK" "$way" "$SPACE" >"$SCRATCH/served" 2>&1 || true
	cat "$SCRATCH/served" >>"$SCRATCH/log"
	grep -q 'of 3' "$SCRATCH/served" || dead "$way: nothing was left: $(cat "$SCRATCH/served")"
	alive=$(sed -n 's/^ALIVE \(.*\) of .*/\1/p' "$SCRATCH/served")
	[ -z "$alive" ] || broke "$way: still alive after 9 s: $alive"
	h jobs list; h servers on s
done
held
