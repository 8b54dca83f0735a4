# Forced pushes that do not look like one: abbreviated options, options with values, config, aliases.
source "$ATTACK/gitlib.sh"
repository "$SPACE"
judge <<'END'
git status
git push --force
git push -f
git push --forc
git push --for origin main
git push --m
git push --mirr origin
git push --de origin main
git push --del origin main
git push origin +main
git push origin :main
git push origin +refs/heads/*:refs/heads/*
git -c remote.origin.push=+main push origin
git -c alias.p='push --force' p
git -c push.default=x push -qf
git --shallow-file x push --force
git --git-dir .git --work-tree . push -f
git -C . push -uf origin main
git --exec-path=/usr/lib/git-core push --force
git --config-env=alias.p=X p
git --attr-source HEAD push --force
git --namespace n push --force
git --super-prefix=x push --force
git remote add --mirror=push o url && git push o
git config remote.origin.mirror true && git push
git config remote.origin.push +main && git push origin
git config alias.p 'push -f' && git p
g=git; $g push --force
"git" 'push' "--for""ce"
git pu\sh --fo\rce
env GIT_TRACE=1 git push --force
command git push --force
bash -c 'git push --force'
sh -c "git push --force"
eval 'git push --force'
echo 'git push --force' | bash
bash <<< 'git push --force'
xargs -a x git push --force
find . -exec git push --force \;
nohup git push --force &
timeout 5 git push --force
(cd sub && git push --force)
f() { git push --force; }; f
git send-pack --force origin main
git push --no-force --force
git push --force-with-lease --force
if true; then git push --force; fi
time git push --force
/usr/bin/git push --force
git   push	--force
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='push --force' git p
GIT_CONFIG_PARAMETERS="'alias.p=push --force'" git p
END
stops
held
