# A program makes a repository with a setting that starts a program inside of .git, and names it in the index as a submodule: git status enters it.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"
cat >index.py <<'END'
import hashlib, struct, subprocess
def rev(*a): return bytes.fromhex(subprocess.run(["git", *a], capture_output=True).stdout.decode().strip())
entries = [(b".git/info/lib", 0o160000, rev("-C", ".git/info/lib", "rev-parse", "HEAD")), (b"one", 0o100644, rev("rev-parse", "HEAD:one"))]
out = b"DIRC" + struct.pack(">II", 2, 2)
for n, mode, sha in entries:
    e = struct.pack(">10I", 0, 0, 0, 0, 0, 0, mode, 0, 0, 0) + sha + struct.pack(">H", len(n)) + n
    out += e + b"\0" * (8 - len(e) % 8)
open(".git/index", "wb").write(out + hashlib.sha1(out).digest())
END
room "d=.git/info/lib; mkdir -p \$d && git -C \$d init -q 2>&1
[ -d \$d/.git ] || { git init -q x && mv x/.git \$d/.git; }
cd \$d && echo a >a && git --git-dir=.git --work-tree=. add a && git --git-dir=.git --work-tree=. -c user.name=a -c user.email=a@b commit -qm a
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = touch $PROOF;false\n' >.git/config; cd $SPACE && python3 index.py && git ls-files -s; echo made"
says made
(git status --short; git diff) >>"$SCRATCH/person" 2>&1 || true
none "$PROOF" "git status outside started a program of an agent's, from a submodule inside of .git"
person .
none "$PROOF" "git outside started a program of an agent's, from a submodule inside of .git"
outside_it_works .
held
