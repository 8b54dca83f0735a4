# What an agent has left running holds the program of a server mapped, and has made its pages dirty, when the person looks at it and
# says yes: what it writes through the map then moves no time of the file. The next start runs the agent's code, with the server's key.
needs walls python3
source "$ATTACK/planted.sh"
for s in mapped module opened; do server "$s" '["python3", "@S/server.py", ""]'; done
room=$(printf '#%.0s' {1..400})
for s in "${cases[@]}"; do { echo "$room"; cat "$ATTACK/server.py"; } >"c/$s/server.py"; done
{ echo 'import helper'; cat "$ATTACK/server.py"; } >c/module/server.py; echo "$room" >c/module/helper.py
begin
for s in "${cases[@]}"; do planted py "$s" >"$s.code"; done
cat >hold.py <<'END'
import mmap, os, time
held = []
for s, p in (("mapped", "server.py"), ("module", "helper.py"), ("opened", "server.py")):
    f = open("c/%s/%s" % (s, p), "r+b")
    held.append((s, f, mmap.mmap(f.fileno(), 0) if s != "opened" else None))
open("ready", "w").write("x")
end = time.time() + 60
while time.time() < end and not os.path.exists("go"):
    for s, f, m in held:
        if m: m[0:1] = m[0:1]
    time.sleep(0.01)
for s, f, m in held:
    code = open(s + ".code", "rb").read().strip() + b"#"
    if m: m[0:len(code)] = code
    else:
        st = os.stat(f.fileno()); os.pwrite(f.fileno(), code, 0); os.utime(f.fileno(), ns=(st.st_atime_ns, st.st_mtime_ns))
open("done", "w").write("x")
time.sleep(60)
END
shell 'setsid python3 hold.py >/dev/null 2>&1 & sleep 1; cat ready'
[ -e ready ] || dead "nothing was left running: $said"
for s in "${cases[@]}"; do
	handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true
	h --confirm allow call "${s}__run" 'script=echo works'
	[[ $out != *'RAN works'* ]] || [ ! -s "c/$s/taken" ] || dead "the code is there too early"
	echo "approved $s: $out $err" >>"$SCRATCH/log"
done
: >go
until_true 10 test -e done || dead "what was left running did nothing"
grep -q taken c/mapped/server.py || dead "the map wrote nothing"
tried 'was written through a map after the yes'
rm -f go
h --json jobs list
for j in $(jq -r '.. | .id? // empty' <<<"$out" | sort -u); do h jobs stop "$j"; done
for i in "${!cases[@]}"; do [ "${cases[i]}" != module ] || unset "cases[i]"; done # Python goes by the file's time: it runs what it compiled before
reaches
held
