# What a call has changed is taken back, by Handrail itself and outside the walls, while a program of the space turns the
# folder on the way into a link that leads outside.
needs walls python3
mkdir d; echo before >d/proof; echo before >d/two
room 'echo after >d/proof; echo after >d/two; for i in $(seq 200); do echo n >d/n$i; done'
what=$(jq -r .id <<<"$out")
[ -n "$what" ] || dead "no call is known: $out$err"
for link in "$OUTSIDE" ../../outside; do
	mv d real; ln -s "$link" d
	h runs undo "$what" --yes
	h runs undo "$what" --yes --over d/proof --over d
	none "$PROOF" "an undo followed a link of the space and wrote outside"
	none "$OUTSIDE/two" "an undo followed a link of the space and wrote outside"
	rm -rf d; mv real d
done
# The same, while it flips.
cat >"$SCRATCH/flip.py" <<'EOF'
import ctypes, os, time, sys
os.chdir(sys.argv[1]); c = ctypes.CDLL(None)
os.symlink(sys.argv[2], "l")
end = time.time() + 25
while time.time() < end: c.renameat2(-100, b"d", -100, b"l", 2)
EOF
start python3 "$SCRATCH/flip.py" "$SPACE" "$OUTSIDE"
for i in 1 2 3 4 5 6; do
	h runs undo "$what" --yes --over d/proof --over d/two
	echo after | tee "$HOME/x" >/dev/null
	none "$PROOF" "an undo was led outside by a link that flips"
	none "$OUTSIDE/two" "an undo was led outside by a link that flips"
done
stop_all
[ -L l ] || { rm -f d; mv l d; }
rm -f l
[ -d d ] && [ ! -L d ] || dead "the folder is gone"
echo after >d/proof; echo after >d/two
h runs undo "$what" --yes --over d/proof
grep -q before d/proof || dead "no undo works at all: $out$err"
held
