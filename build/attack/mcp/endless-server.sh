# Servers that never stop: lists without an end, 60,000 tools, 200,000 notifications, 200,000 lines of log and progress in one call.
# Another server goes on working, and Handrail stays small.
needs walls python3
s=$ATTACK/odd-server.py
set_servers() { settings "$(jq -n --arg s "$s" '{tools: {mcp_servers: ($ARGS.positional | map({key: ., value: {command: "python3", args: [$s, .], internal_only: false}}) | from_entries)}}' --args "$@" fine)"; }
memory() { /usr/bin/env python3 - "$@" <<'EOF'
import os, resource, subprocess, sys, time
t = time.time()
try: p = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=60); o = (p.stdout + p.stderr)[-3000:].decode(errors="replace")
except subprocess.TimeoutExpired: o = "TIMEOUT"
print(o); print("KB", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, "SECONDS", int(time.time() - t))
EOF
}
set_servers
list_servers
h --confirm allow call fine__run 'script=echo good'
says 'RAN good' "no server works"
for trick in endless many flood noisy; do
	set_servers "$trick"
	memory servers test "$trick" >"$SCRATCH/m"; cat "$SCRATCH/m" >>"$SCRATCH/log"
	! grep -q TIMEOUT "$SCRATCH/m" || broke "$trick: looking at it never ends"
	kb=$(grep -oP 'KB \K[0-9]+' "$SCRATCH/m"); ((kb < 800000)) || broke "$trick: $kb KB when it is looked at"
	memory --confirm allow call "${trick}__run" 'script=echo x' >"$SCRATCH/m"; cat "$SCRATCH/m" >>"$SCRATCH/log"
	! grep -q TIMEOUT "$SCRATCH/m" || broke "$trick: a call never ends"
	kb=$(grep -oP 'KB \K[0-9]+' "$SCRATCH/m"); ((kb < 800000)) || broke "$trick: $kb KB in a call"
	memory --confirm allow call fine__run 'script=echo good' >"$SCRATCH/m"; cat "$SCRATCH/m" >>"$SCRATCH/log"
	grep -q 'RAN good' "$SCRATCH/m" || broke "$trick: it keeps another server from working: $(tail -n 2 "$SCRATCH/m" | tr '\n' ' ')"
done
size=$(du -sk "$DATA" | cut -f1)
((size < 300000)) || broke "it has filled the data folder with $size KB"
held
