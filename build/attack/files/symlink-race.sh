# A process of the person's swaps a folder of the space for a link outside while file tools work in it.
needs python3
mkdir -p real && echo visible >real/secret && ln -s "$OUTSIDE" link
file "$SCRATCH/swap.py" <<'END'
import ctypes, sys
c = ctypes.CDLL(None)
while True: c.syscall(316, -100, b"d", -100, b"link", 2)  # renameat2, exchange
END
mv real d
start python3 "$SCRATCH/swap.py"
for i in {1..250}; do
	printf '%s\n' '{"type":"tool","name":"read","input":{"path":"d/secret"}}' '{"type":"tool","name":"write","input":{"path":"d/proof-'"$i"'","content":"x"}}' '{"type":"tool","name":"grep","input":{"pattern":"plain","path":"d"}}' '{"type":"tool","name":"edit","input":{"path":"d/secret","old_string":"plain","new_string":"evil"}}'
done >"$SCRATCH/requests"
setsid -w handrail call - <"$SCRATCH/requests" >"$SCRATCH/answers" 2>&1 || true
kill -0 "$pid" || dead "the swapping stopped"
grep -q visible "$SCRATCH/answers" || dead "nothing was ever read"
grep -q 'invalid_path' "$SCRATCH/answers" || dead "no call met the link"
! grep -q "$SECRET" "$SCRATCH/answers" || broke "a file tool read outside in the race"
[ "$(<"$OUTSIDE/secret")" = "$SECRET" ] || broke "a file tool changed a file outside in the race"
[ -z "$(find "$OUTSIDE" -name 'proof*')" ] || broke "a file tool wrote outside in the race"
held
