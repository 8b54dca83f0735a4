# A folder that nobody trusts has definitions that hang or swell whoever looks at them: pipes, endless devices, anchors of anchors, deep JSON,
# links in circles, names without end. Handrail looks at it in seconds, with little memory, and other definitions load.
needs python3
mkdir -p agent/tools agent/hooks agent/skills pages scripts
tool fine 'echo fine'
python3 - <<'EOF'
import json, os
b = "---\nid: bomb\nname: b\ndescription: d\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
for i in range(1, 12): b += f"a{i}: &a{i} [" + ", ".join([f"*a{i-1}"] * 10) + "]\n"
b += "command: echo x\nenvironment: {A: *a11}\n---\n"
open("agent/tools/bomb.md", "w").write(b)
m = "---\nid: merge\nname: b\ndescription: d\nb0: &b0 {k: v}\n" + "".join(f"b{i}: &b{i} {{<<: [*b{i-1}, *b{i-1}], k{i}: *b{i-1}, l{i}: *b{i-1}}}\n" for i in range(1, 30)) + "command: echo x\nparameters: *b29\n---\n"
open("agent/tools/merge.md", "w").write(m)
open("agent/tools/rec.md", "w").write("---\nid: rec\nname: b\ndescription: d\nx: &x {y: *x}\ncommand: echo\nparameters: *x\n---\n")
open("agent/hooks/deep.json", "w").write('{"hooks":' + "[" * 500000 + "]" * 500000 + "}")
open("ctxnest.json", "w").write('{"version":"1","tools":' + '{"a":' * 150000 + "1" + "}" * 150000 + "}")
open("agent/tools/deepyaml.md", "w").write("---\nid: d\nname: d\ndescription: d\ncommand: echo\nx: " + "[" * 200000 + "]" * 200000 + "\n---\n")
open("agent/tools/tmpl.md", "w").write("---\nid: tm\nname: d\ndescription: d\ncommand: \"echo " + "{{#if x}}" * 20000 + "\"\n---\n")
open("agent/tools/pat.md", "w").write("---\nid: pat\nname: d\ndescription: d\ncommand: echo {{x}}\nparameters:\n  - {name: x, type: string, description: d, required: true, pattern: \"(a+)+(a+)+(a{1,1000}){1,1000}$\"}\n---\n")
open("agent/rules.json", "w").write(json.dumps({"deny": ["bash(" + "*a" * 3000 + ")"] * 200}))
for i in range(3000): open(f"agent/tools/n{i}.md", "w").write(f"---\nid: n{i}\nname: n\ndescription: d\ncommand: bash scripts/s{i}.sh\n---\n")
EOF
mkfifo agent/tools/pipe.md agent/hooks/pipe.json MEMORY.md .mcp.json scripts/p.sh pages/p.html agent/config.md
ln -s /dev/zero agent/tools/zero.md; ln -s /dev/zero space.manifest.json; ln -s /proc/kmsg agent/skills/k.md; ln -s . agent/loop; ln -s ../agent agent/tools/up; ln -s /dev/stdin agent/tools/in.md
tool pipescript 'bash scripts/p.sh'
cat >"$SCRATCH/a.py" <<'EOF'
import resource, subprocess, sys, time
t = time.time()
try: p = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=50); o = p.stdout + p.stderr
except subprocess.TimeoutExpired: o = b"TIMEOUT"
sys.stdout.buffer.write(o[-400000:]); print("\nKB", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, "SECONDS", int(time.time() - t))
EOF
for v in 'check' 'tools list' 'space trust --show' 'space trust --yes' 'call fine' 'call bash command=echo' 'space distrust' 'call read path=agent/tools/fine.md'; do
	# shellcheck disable=SC2086
	timeout 60 python3 "$SCRATCH/a.py" $v >"$SCRATCH/m" 2>&1 || true
	{ echo "\$ $v"; tail -n 3 "$SCRATCH/m" | cut -c1-300; } >>"$SCRATCH/log"
	! grep -q '^TIMEOUT' "$SCRATCH/m" || broke "handrail $v hangs"
	kb=$(grep -oP '^KB \K[0-9]+' "$SCRATCH/m" | tail -n 1); ((${kb:-0} < 1500000)) || broke "handrail $v takes $kb KB"
	! grep -qE '^(panic|fatal error|runtime):?' "$SCRATCH/m" || broke "handrail $v panics"
	[[ $v != 'tools list' ]] || grep -q fine "$SCRATCH/m" || broke "another tool is not listed any more"
done
rm -rf agent ctxnest.json MEMORY.md .mcp.json space.manifest.json scripts pages
tool fine 'echo fine'
trust; call fine '{}'; says fine
held
