# A program writes another text into the file of an object of git's that it cannot name otherwise: the blob of a version of a tool that the person
# had trusted. It is put aside, and the person, who does not know why git misses it, puts it back and checks that version out. What then lies there is not what they had trusted.
needs walls python3
source "$ATTACK/gitlib.sh"
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
file scripts/run.sh <<<'echo script-first'
tool greet 'echo first; bash scripts/run.sh'
trust
alive "no repository" git init -q
git add -A && git commit -qm first
git switch -q -c second
file scripts/run.sh <<<'echo script-second'
tool greet 'echo second; bash scripts/run.sh'
h --confirm allow call greet
says script-second "the person's own change is held back"
git commit -qam second
git switch -q main
h --confirm allow call greet
says script-first
file forge.py <<'EOF'
import os, subprocess, zlib
for path in ("agent/tools/greet.md", "scripts/run.sh"):
    o = subprocess.check_output(["git", "rev-parse", "second:" + path], text=True).strip()
    text = subprocess.check_output(["git", "cat-file", "blob", o]).replace(b"second", b"evil99").replace(b"script-evil99", b"evil-ran-9999"[:13])
    f = f".git/objects/{o[:2]}/{o[2:]}"
    os.chmod(f, 0o644)
    os.remove(f)
    open(f, "wb").write(zlib.compress(b"blob %d\0" % len(text) + text))
    os.chmod(f, 0o444)
print("forged")
EOF
room 'python3 forge.py'
says forged
git switch -q second >>"$SCRATCH/controls" 2>&1 || true
! grep -qs evil agent/tools/greet.md scripts/run.sh || broke "git takes a forged object, as it was not put aside"
for f in .git/objects/??/*.put-aside; do mv "$f" "${f%.put-aside}"; done
git reset -q --hard second >>"$SCRATCH/controls" 2>&1 || true
grep -q evil agent/tools/greet.md scripts/run.sh || dead "git does not take the forged object: $(cat scripts/run.sh)"
h --confirm allow call greet
hides evil "what a program has forged in git counts as what the person had trusted"
git checkout -q main -- . ; git checkout -q second -- . >>"$SCRATCH/controls" 2>&1 || true
h --confirm allow call greet
hides evil "and the second time"
held
