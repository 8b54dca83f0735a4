# 10,000 spaces below one: calls of the outer one stay quick, and its programs change none of them.
needs walls
mkdir -p nested && (cd nested && seq 10000 | xargs mkdir && for d in *; do echo '{"version":"1","tools":{}}' >"$d/ctxnest.json"; done)
for d in nested/1 nested/5000 nested/10000; do h --space "$d" space trust --yes; done
TIMEFORMAT=%U
used=$( { time setsid -w handrail call bash 'command=echo still works' >"$SCRATCH/out" 2>&1 </dev/null; } 2>&1 | tail -1)
grep -q 'still works' "$SCRATCH/out" || broke "no call goes through with 10,000 spaces below: $(tail -1 "$SCRATCH/out")"
((${used%.*} < 5)) || broke "a call takes $used s of the processor with 10,000 spaces below"
held
