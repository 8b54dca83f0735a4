# A program changes files so that its record would say less: the same size with the old times, by a mapping, by another name of the file, by an
# exchange of two names, a name that cannot be shown, and a folder that it has git ignore. All of it is told, and goes back.
needs walls python3 git
for n in same mapped linked x y; do printf 'before %s\n' "$n" >"$n"; done
mkdir -p keep/node_modules build d; echo before >keep/node_modules/f; echo before >build/f; echo before >d/f
ln linked linked2
git init -q . && git add same && git -c user.name=k -c user.email=k@e commit -qm one
sleep 0.1
sum() { find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum | grep -vE 'script.sh|evil.py'; }
sum >"$SCRATCH/before"
file evil.py <<'EOF'
import ctypes, mmap, os
st = os.stat("same"); f = os.open("same", os.O_RDWR); os.pwrite(f, b"AFTER! ", 0); os.close(f); os.utime("same", ns=(st.st_atime_ns, st.st_mtime_ns))
st = os.stat("mapped"); f = open("mapped", "r+b"); m = mmap.mmap(f.fileno(), 0); m[0:6] = b"AFTER!"; m.flush(); m.close(); f.close(); os.utime("mapped", ns=(st.st_atime_ns, st.st_mtime_ns))
open("linked2", "r+b").write(b"AFTER!")
ctypes.CDLL(None).renameat2(-100, b"x", -100, b"y", 2)
open(b"new\n\xff\x1b[31m", "w").write("x")
open("keep/node_modules/f", "w").write("AFTER\n")
open(".gitignore", "w").write("build\nd\n*\n")
open("build/f", "w").write("AFTER\n"); open("d/f", "w").write("AFTER\n")
os.makedirs("deep/" * 40); open("deep/" * 40 + "f", "w").write("x")
EOF
room 'python3 evil.py'
id=$(jq -r .id <<<"$out")
sum >"$SCRATCH/after"
! cmp -s "$SCRATCH/before" "$SCRATCH/after" || dead "the program has changed nothing"
h runs undo "$id" --dry-run
for n in /same /mapped /linked /x /y /build/f /d/f .gitignore; do [[ $out$err == *"$n"* ]] || broke "the plan does not tell of $n"; done
[[ $out$err == *node_modules* ]] || broke "the plan tells nothing of node_modules"
h runs undo "$id" --yes
sum >"$SCRATCH/undone"
diff "$SCRATCH/before" "$SCRATCH/undone" >"$SCRATCH/diff" || { grep -v node_modules "$SCRATCH/diff" | grep -E '^[<>]' >"$SCRATCH/diff2" && broke "not put back: $(head -n 6 "$SCRATCH/diff2" | tr '\n' ' ')" || true; }
grep -q before same || dead "an undo puts nothing back: $out$err"
held
