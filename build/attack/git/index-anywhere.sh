# As index-paths, for other ways of the person's git to a crafted index: an absolute path, .git/config, restore, stash, checkout of a branch.
needs walls python3
source "$ATTACK/gitlib.sh"
cat >"$SCRATCH/index.py" <<'END'
import hashlib, struct, subprocess, sys
def blob(text): return bytes.fromhex(subprocess.run(["git", "hash-object", "-w", "--stdin"], input=text, capture_output=True).stdout.decode().strip())
entries = [(sys.argv[1], blob(sys.argv[2].encode())), ("one", blob(b"one\n"))]
out = b"DIRC" + struct.pack(">II", 2, len(entries))
for name, sha in sorted(entries, key=lambda e: e[0].encode()):
    n = name.encode()
    e = struct.pack(">10I", 0, 0, 0, 0, 0, 0, 0o100755, 0, 0, 0) + sha + struct.pack(">H", len(n)) + n
    out += e + b"\0" * (8 - len(e) % 8)
open(".git/index", "wb").write(out + hashlib.sha1(out).digest())
END
acts=('git checkout -- .' 'git restore .' 'git stash' 'git checkout-index -a -f' 'git checkout -f' 'git restore -s HEAD .' 'git switch -f -c b')
paths=("$OUTSIDE/planted" ../outside/planted .git/info/attributes .git/config.worktree .git/modules/x/config)
one() { (cd "$1" && python3 ./index.py "$2" "planted"; echo made); }
for p in "${paths[@]}"; do
	for act in "${acts[@]}"; do
		rm -rf "$SPACE/repo" "$OUTSIDE/planted"; repository "$SPACE/repo"; cp "$SCRATCH/index.py" "$SPACE/repo/"
		[[ $p != ../* ]] || p=../../outside/planted
		room "cd repo && python3 index.py '$p' planted && echo made"
		says made
		(cd repo && $act) >>"$SCRATCH/person" 2>&1 </dev/null || true
		to=$p; [[ $p == /* ]] || to=$SPACE/repo/$p
		none "$to" "«$act» wrote $p"
	done
done
if ((${#broken[@]} == 0)); then
	repository "$HOME/other" && cd "$HOME/other" && python3 "$SCRATCH/index.py" ../outside/planted planted && git checkout -- . >>"$SCRATCH/controls" 2>&1
	[ -e "$OUTSIDE/planted" ] || dead "git takes no such path from an index"
fi
held
