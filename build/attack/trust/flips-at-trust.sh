# What a finished call has left running made the folder of the definitions itself, and changes a tool, a hook and a script in them a thousand times a
# second between two texts, while the person looks and says yes. What they were shown is what runs, or nothing.
needs walls python3
cat >flip.py <<EOF
import os, time
A = "---\nid: greet\nname: g\ndescription: d\ncommand: echo good-text\n---\n"; B = A.replace("good-text", "evil-text")
os.makedirs("agent/tools", exist_ok=True); os.makedirs("scripts", exist_ok=True)
S = ("echo good-script\n", "echo evil-script\n")
W = "---\nid: runs\nname: g\ndescription: d\ncommand: bash scripts/run.sh\n---\n"
open("agent/tools/greet.md", "w").write(A); open("agent/tools/runs.md", "w").write(W); open("scripts/run.sh", "w").write(S[0])
f = os.open("agent/tools/greet.md", os.O_RDWR); g = os.open("scripts/run.sh", os.O_RDWR)
open("ready", "w").close(); end = time.time() + 100; n = 0
while time.time() < end and not os.path.exists("stop"):
    n += 1
    for t, s in ((B, S[1]), (A, S[0])):
        os.pwrite(f, t.encode(), 0); os.pwrite(g, s.encode(), 0); time.sleep(0.0004)
    if n % 3 == 0:
        for p, t in (("agent/tools/greet.md", A), ("agent/tools/greet.md", B)):
            try:
                with open("x.new", "w") as h: h.write(t)
                os.rename("x.new", p)
            except OSError: pass
        try: os.close(f); f = os.open("agent/tools/greet.md", os.O_RDWR)
        except OSError: f = os.open("x.new", os.O_RDWR | os.O_CREAT)
EOF
room 'setsid python3 flip.py >/dev/null 2>errors & until [ -e ready ]; do sleep 0.02; done'
[ -e agent/tools/greet.md ] || dead "no definition was made: $(cat errors)"
ran=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	h space trust --yes
	shown=$out
	h --confirm allow call greet '{}'
	case $out in
	*evil-text*) ran=1; [[ $shown == *evil-text* ]] || broke "another text ran than the person was shown when they said yes" ;;
	*good-text*) ran=1; [[ $shown == *good-text* ]] || broke "another text ran than the person was shown when they said yes" ;;
	esac
	h space distrust
	((code == 0)) || dead "trust is not taken back: $err"
done
touch stop; sleep 0.3
h space trust --yes
h --confirm allow call greet '{}'
[[ $out == *text* ]] || dead "the tool does not run even when nothing flips: $out$err"
echo "ran: $ran" >>"$SCRATCH/log"
held
