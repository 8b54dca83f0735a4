# A program closes folders to their owner, who can then list nothing there and still start what they know by name: a new repository with a hook below such a folder, hooks that cannot be put aside, a pointer beside the settings of the person's repository.
needs walls git
repository() { git init -q "$1" && git -C "$1" config user.email a@b && git -C "$1" config user.name a; }
repository . && echo 1 >f && git add -A && git commit -qm one
arm='printf "#!/bin/sh\ntouch %s\n" "$P" >.git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit; git config core.fsmonitor "touch $P;false"'
alive 'a repository cannot be made' shell "P=$PROOF; mkdir -p v/lib w; cd v/lib; git init -q .; echo 1 >f; git add f; $arm; chmod 0311 ..; cd ../../w; git init -q .; echo 1 >f; git add f; $arm; chmod 0555 .git .git/hooks .; chmod 444 .git/config"
alive 'a pointer cannot be made' shell "P=$PROOF; mkdir evil; cp -r .git/objects .git/refs .git/HEAD evil/; git config -f evil/config core.repositoryformatversion 0; git config -f evil/config core.bare false; git config -f evil/config core.fsmonitor \"touch \$P;false\"; echo ../evil >.git/commondir; chmod 0311 .git evil"
shell true
sleep 2
for dir in . v/lib w; do (cd "$dir" && git status && git -c user.email=a@b -c user.name=a commit -qm x --allow-empty) >>"$SCRATCH/controls" 2>&1 || true; done
none "$PROOF" 'what lies below a closed folder ran'
chmod -R u+rwx .
held
