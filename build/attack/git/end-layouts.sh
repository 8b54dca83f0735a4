# After Handrail was killed, what a finished call has left running leads git astray not in the space's own .git, but where the person's
# repository has another form: a linked worktree, a submodule, a folder of core.hooksPath, husky's, a repository in a folder below, one whose
# parent folders can be renamed, one with its settings elsewhere, by handles that it opened before and by names.
needs walls git python3
source "$ATTACK/gitlib.sh"
repository "$HOME/lib"
repository "$SPACE"
git config extensions.worktreeConfig true
git worktree add -q -b side side
git -c protocol.file.allow=always submodule --quiet add "$HOME/lib" mods/sub && git commit -qm sub
repository "$SPACE/libs/deep/inner"
mkdir -p tools/hooks && printf '#!/bin/sh\nexit 0\n' >tools/hooks/pre-commit && chmod +x tools/hooks/pre-commit
git -C libs/deep/inner config core.hooksPath "$SPACE/tools/hooks"
repository "$SPACE/h"; mkdir -p h/.husky/_ && printf '#!/bin/sh\nexit 0\n' >h/.husky/_/pre-commit && chmod +x h/.husky/_/pre-commit && git -C h config core.hooksPath .husky/_
mkdir store; git init -q --separate-git-dir "$SPACE/store/sep.git" sep && git -C sep commit -q --allow-empty -m x
file evil.py <<'EOF'
import os, sys, time, shutil, subprocess
S = os.getcwd(); P = sys.argv[1]
dirs = [".git", ".git/worktrees/side", ".git/modules/mods/sub", "libs/deep/inner/.git", "libs/deep/inner/.git/hooks", "tools/hooks", "tools", "h/.husky/_", "h/.husky", "h/.git", "store/sep.git", "store", "libs/deep/inner", "libs/deep", "libs", "mods", "side", "mods/sub", "sep", "h", "."]
held = len(sys.argv) > 2 and sys.argv[2] == "held"
fds = {}
if held:
    for d in dirs:
        try: fds[d] = os.open(f"{S}/{d}", os.O_RDONLY | os.O_DIRECTORY)
        except OSError as e: print(d, e)
open(f"{S}/ready", "w").close()
while not os.path.exists(f"{S}/go"): time.sleep(0.05)
def put(d, n, text, mode=0o755):
    try:
        dfd = fds[d] if held else os.open(f"{S}/{d}", os.O_RDONLY | os.O_DIRECTORY)
        try: os.unlink(n, dir_fd=dfd)
        except OSError: pass
        fd = os.open(n, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, mode, dir_fd=dfd); os.write(fd, text.encode()); os.close(fd)
        open(f"{S}/did", "a").write(f"{d}/{n}\n")
    except Exception as e: open(f"{S}/did", "a").write(f"NOT {d}/{n}: {e}\n")
cfg = lambda n: f"[core]\n\tfsmonitor = touch {P}-{n}\n\tbare = false\n"
hook = lambda n: f"#!/bin/sh\ntouch {P}-{n}\n"
put(".git", "config.worktree", cfg("main")); put(".git/worktrees/side", "config.worktree", cfg("side"))
put(".git/modules/mods/sub", "config", cfg("mod")); put(".git/modules/mods/sub", "config.worktree", cfg("modw"))
put("libs/deep/inner/.git", "config", cfg("inner")); put("tools/hooks", "pre-commit", hook("hookspath")); put("tools/hooks", "post-index-change", hook("hookspath2"))
put("h/.husky/_", "pre-commit", hook("husky")); put("h/.husky/_", "post-index-change", hook("husky2")); put("store/sep.git", "config", cfg("sep"))
def mv(d, n, fill):
    try:
        dfd = fds[d] if held else os.open(f"{S}/{d}", os.O_RDONLY | os.O_DIRECTORY)
        os.rename(n, n + ".away", src_dir_fd=dfd, dst_dir_fd=dfd)
        open(f"{S}/did", "a").write(f"MOVED {d}/{n}\n")
        if fill: shutil.copytree(f"{S}/{d}/{n}.away", f"{S}/{d}/{n}", symlinks=True); fill()
    except Exception as e: open(f"{S}/did", "a").write(f"NOT MOVED {d}/{n}: {e}\n")
def w(p, t):
    try:
        if os.path.lexists(p): os.unlink(p)
        open(p, "w").write(t); os.chmod(p, 0o755); open(f"{S}/did", "a").write(f"wrote {p}\n")
    except Exception as e: open(f"{S}/did", "a").write(f"NOT wrote {p}: {e}\n")
mv("tools", "hooks", lambda: w(f"{S}/tools/hooks/pre-commit", hook("hooksmoved")))
mv(".", "tools", lambda: w(f"{S}/tools/hooks/pre-commit", hook("toolsmoved")))
mv("libs", "deep", lambda: w(f"{S}/libs/deep/inner/.git/config", cfg("deepmoved")))
mv(".", "libs", lambda: w(f"{S}/libs/deep/inner/.git/config", cfg("libsmoved")))
mv("h/.husky", "_", lambda: w(f"{S}/h/.husky/_/pre-commit", hook("huskymoved")))
mv(".", "h", lambda: w(f"{S}/h/.git/config", cfg("hmoved")))
mv("store", "sep.git", lambda: w(f"{S}/store/sep.git/config", cfg("sepmoved")))
mv(".", "store", lambda: w(f"{S}/store/sep.git/config", cfg("storemoved")))
mv(".", ".git", lambda: w(f"{S}/.git/config", cfg("gitmoved")))
mv(".", "mods", lambda: w(f"{S}/mods/sub/.git", f"gitdir: {S}/libs/deep/inner/.git\n"))
for n in "side", "mods/sub", "sep":
    e = f"{S}/evil-{n.replace('/', '-')}"
    try:
        subprocess.run(["git", "init", "-q", "--bare", e]); subprocess.run(["git", "-C", e, "config", "core.fsmonitor", f"touch {P}-dotgit-{n.replace('/', '-')}"]); subprocess.run(["git", "-C", e, "config", "core.bare", "false"])
    except Exception: pass
    put(n, ".git", f"gitdir: {e}\n")
    mv(os.path.dirname(n) or ".", os.path.basename(n), lambda: w(f"{S}/{n}/.git", f"gitdir: {e}\n"))
open(f"{S}/done", "w").close(); time.sleep(1000)
EOF
work() { for d in . side mods/sub libs/deep/inner h sep; do [ -d "$SPACE/$d" ] && person "$SPACE/$d"; done; true; }
tar -C "$SPACE" -cf "$SCRATCH/space.tar" .
for way in held names; do
	find "$SPACE" -mindepth 1 -delete; tar -C "$SPACE" -xf "$SCRATCH/space.tar"
	rm -f "$SCRATCH/in"; mkfifo "$SCRATCH/in"
	handrail call - <"$SCRATCH/in" >"$SCRATCH/run" 2>"$SCRATCH/err" &
	pid=$!
	exec 7>"$SCRATCH/in"
	request bash "$(jq -cn --arg c "setsid python3 evil.py $PROOF $way >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.05; done" '{command: $c}')" >&7
	until_true 30 grep -q tool_result "$SCRATCH/run" || dead "the call did not end: $(tail -n 1 "$SCRATCH/err")"
	kill -KILL "$pid"; wait "$pid" 2>/dev/null || true; exec 7>&-
	sleep 2; touch go
	until_true 8 test -e done || echo "$way: ended" >>"$SCRATCH/log"
	cat did >>"$SCRATCH/log" 2>/dev/null || true
	work
	for f in "$PROOF"*; do [ ! -e "$f" ] || broke "$way: after Handrail's end, git ran ${f##*/proof-}"; done
	rm -f "$PROOF"*
	h jobs; for id in $(grep -oE 'left-[a-z0-9]+' <<<"$out" | sort -u); do h jobs stop "$id"; done
done
if ((${#broken[@]} == 0)); then
	find "$SPACE" -mindepth 1 -delete; tar -C "$SPACE" -xf "$SCRATCH/space.tar"; touch go
	start python3 evil.py "$PROOF" names
	until_true 10 test -e done || dead "outside it does not end"
	cat did >>"$SCRATCH/controls"; work; n=$(ls "$PROOF"* 2>/dev/null | wc -l)
	((n >= 3)) || dead "git is led astray by only $n of these"
fi
held
