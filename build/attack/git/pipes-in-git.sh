# A program puts pipes, and files of 7 GB without content, where Handrail itself reads of a repository after a call, and of folders around it.
# Calls end, with little memory, and file tools work.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE"; git branch other; git pack-refs --all
cp -a .git "$SCRATCH/git"
cat >"$SCRATCH/measure.py" <<'EOF'
import resource, subprocess, sys, time
t = time.time()
try: p = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=40); o = p.stdout + p.stderr
except subprocess.TimeoutExpired: o = b"TIMEOUT"
print(round(time.time() - t, 1), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, o.decode(errors="replace")[:400].replace("\n", " "))
EOF
measured() { # WORDS ARGUMENT...
	local words=$1 s mb rest
	shift
	read -r s mb rest < <(python3 "$SCRATCH/measure.py" "$@")
	echo "$words: $s s, $mb MB: $rest" >>"$SCRATCH/log"
	python3 -c "import sys; sys.exit(not ($s < 25))" || broke "$words took $s s"
	((mb < 1200)) || broke "$words took $mb MB"
}
measured control call bash 'command=true'
names='.git/index .git/MERGE_RR .git/packed-refs .git/HEAD .git/refs/heads/x .git/refs/stash .git/refs/replace .git/info/attributes .git/info/exclude .git/info/grafts .git/shallow .git/objects/info/alternates .git/objects/info/packs .git/config.worktree .git/commondir .git/hooks/pre-commit .git/logs/HEAD .git/ORIG_HEAD .git/FETCH_HEAD .git/MERGE_HEAD .git/rebase-merge/git-rebase-todo .git/rebase-apply/next .git/sequencer/todo .git/modules/x/config .git/worktrees/x/gitdir .git/remotes/origin .git/config.lock .git/index.lock .git/objects/pack/pack-1111111111111111111111111111111111111111.idx .git/objects/11/11111111111111111111111111111111111111 .gitmodules .gitignore .gitattributes .lfsconfig sub/.gitignore sub/.git sub/.gitattributes x.git/config package.json Makefile composer.json pyproject.toml node_modules/.package-lock.json'
for kind in pipe huge; do
	rm -rf .git && cp -a "$SCRATCH/git" .git
	make='mkfifo "$f"'; [ $kind = pipe ] || make='truncate -s 7G "$f"'
	room "for f in $names; do mkdir -p \"\$(dirname \"\$f\")\"; rm -rf \"\$f\" 2>/dev/null; $make 2>/dev/null || true; done; ls -laR .git | grep -cE '^p|75161' "
	made=$(tail -n 1 <<<"$said"); ((made >= 10)) || dead "only $made were made"
	measured "$kind: a call" call bash 'command=true'
	measured "$kind: the next" call bash 'command=echo x >y'
	measured "$kind: git's commands" call bash 'command=timeout 5 git status; timeout 5 git log -1; true'
	measured "$kind: grep" call grep 'pattern=nothing-like-it'
	measured "$kind: glob" call glob 'pattern=**/*'
	measured "$kind: origins" origins
	measured "$kind: check" check
	measured "$kind: jobs" jobs
	measured "$kind: scaffold" space scaffold .
	run=$(handrail --json runs list 2>/dev/null | jq -r '.. | .id? // empty' 2>/dev/null | head -n 1) || true
	[ -z "$run" ] || measured "$kind: the plan of an undo" runs undo "$run" --dry-run
	find . -mindepth 1 -maxdepth 1 ! -name script.sh -exec rm -rf {} + 2>/dev/null || true
done
held
