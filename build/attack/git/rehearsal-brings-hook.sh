# A rehearsed call commits a hook to a branch, has git read another object in the place of one, and forges a pack in which a version of a hook is another text. The person
# keeps it, and is told of each; what is forged is put aside.
needs walls python3
source "$ATTACK/gitlib.sh"
repository "$SPACE" && mkdir hk && printf '#!/bin/sh\nexit 0\n' >hk/pre-commit && chmod +x hk/pre-commit && git config core.hooksPath hk
git add -A && git commit -qm hooks && git branch old && printf '#!/bin/sh\nexit 0 # two\n' >hk/pre-commit && git commit -qam two
cat >forge.py <<'END'
import hashlib, struct, subprocess, zlib
name = bytes.fromhex(subprocess.check_output(["git", "rev-parse", "old:hk/pre-commit"], text=True).strip())
text = b"#!/bin/sh\n:>P\n"
pack = b"PACK" + struct.pack(">II", 2, 1) + bytes([3 << 4 | len(text) & 15]) + zlib.compress(text)
end = hashlib.sha1(pack).digest()
idx = b"\xfftOc" + struct.pack(">I", 2) + b"".join(struct.pack(">I", int(i >= name[0])) for i in range(256)) + name + struct.pack(">II", 0, 12) + end
open(".git/objects/pack/pack-x.pack", "wb").write(pack + end)
open(".git/objects/pack/pack-x.idx", "wb").write(idx + hashlib.sha1(idx).digest())
END
commit() {
	cat <<END
export GIT_INDEX_FILE=\$(mktemp) GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git read-tree HEAD; blob=\$(printf '#!/bin/sh\ntouch "$PROOF-$1"\n' | git hash-object -w --stdin)
git update-index --add --cacheinfo 100755,\$blob,hk/post-checkout; made=\$(git commit-tree \$(git write-tree) -p HEAD -m m)
END
}
keep() {
	printf '%s\n' "$1" >script.sh
	h --confirm deny call bash '{"command": "bash script.sh"}' --rehearse --keep
	[[ $out$err == *"kept "* ]] || dead "nothing was kept: $(tail -c 300 <<<"$out$err")"
}
# told WORD: the last call said that of git, beside what it shows of the changes.
told() { grep -E '^in git: |moved git on' <<<"$out"$'\n'"$err" | grep -qF -- "$1" || broke "nobody was told of $1, which was kept of a rehearsal"; }
keep "$(commit branch)
git update-ref refs/heads/topic \$made"
told refs/heads/topic
told hk/post-checkout
keep "$(commit replace)
git replace HEAD~1 \$made"
told refs/replace/
keep 'python3 forge.py'
told pack-x.idx
alive "no pack was forged" test -e .git/objects/pack/pack-x.pack
none .git/objects/pack/pack-x.idx "a forged pack that was kept of a rehearsal stays in place"
[[ $(git show old:hk/pre-commit) != *:\>P* ]] || broke "git takes what was forged in a rehearsal"
if ((${#broken[@]} == 0)); then
	git replace -d "$(git replace -l)" >>"$SCRATCH/controls" 2>&1 || true
	git switch -q topic >>"$SCRATCH/controls" 2>&1 || true
	[ -e "$PROOF-branch" ] || dead "git runs nothing of a branch"
fi
held
