# A program puts paths into the index that git would never take ("../x", ".git/hooks/x"): the person's git restores or removes them.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
echo precious >"$OUTSIDE/precious"
cat >index.py <<'END'
import hashlib, os, struct, subprocess, sys
def blob(text): return bytes.fromhex(subprocess.run(["git", "hash-object", "-w", "--stdin"], input=text, capture_output=True).stdout.decode().strip())
proof, way = sys.argv[1:3]
hook = blob(b"#!/bin/sh\ntouch %s\n" % proof.encode()); gone = blob(b"precious\n"); one = blob(b"one\n"); text = blob(b"written\n")
st = os.stat(way.rstrip("/") and "one")
entries = [(way + "/planted", 0o100644, text), (way + "/precious", 0o100644, gone), (".git/hooks/post-checkout", 0o100755, hook), (".git/hooks/pre-commit", 0o100755, hook), ("one", 0o100644, one)]
out = b"DIRC" + struct.pack(">II", 2, len(entries))
for name, mode, sha in sorted(entries, key=lambda e: e[0].encode()):
    n = name.encode()
    e = struct.pack(">10I", 0, 0, 0, 0, 0, 0, mode, 0, 0, 0) + sha + struct.pack(">H", len(n)) + n
    out += e + b"\0" * (8 - len(e) % 8)
open(".git/index", "wb").write(out + hashlib.sha1(out).digest())
END
cp index.py "$SCRATCH/index.py"
room "python3 index.py $PROOF ../outside && echo made"
says made
git ls-files >>"$SCRATCH/person" 2>&1 || true
git ls-files 2>&1 | grep -q planted || echo "the index was mended" >>"$SCRATCH/person"
copy=$HOME/copy && cp -a "$SPACE" "$copy"
(git checkout -- . ; git checkout -- one; git commit -qm more --allow-empty) >>"$SCRATCH/person" 2>&1 </dev/null || true
none "$OUTSIDE/planted" "git checkout wrote a file outside, which a program had put into the index"
none "$PROOF" "git ran a hook that a program had put into the index"
rm -f "$SPACE/.git/hooks/post-checkout" "$SPACE/.git/hooks/pre-commit" "$PROOF"
(cd "$SPACE" && cp "$copy/.git/index" .git/index && git reset --hard) >>"$SCRATCH/person" 2>&1 </dev/null || true
[ -e "$OUTSIDE/precious" ] || broke "git reset removed a file outside, which a program had put into the index"
if ((${#broken[@]} == 0)); then
	git init -q "$HOME/other" && cd "$HOME/other" && echo one >one && git add one && git commit -qm one && python3 "$SCRATCH/index.py" "$PROOF" ../outside
	git checkout -- . >>"$SCRATCH/controls" 2>&1 || true; git reset -q --hard >>"$SCRATCH/controls" 2>&1 || true; git commit -q --allow-empty -m x >>"$SCRATCH/controls" 2>&1 || true
	[ -e "$OUTSIDE/planted" ] || [ -e "$PROOF" ] || [ ! -e "$OUTSIDE/precious" ] || dead "git takes no such path from an index"
fi
held
