# Files of the space that the person's own settings of git name, and by which git starts something: settings of ssh, a template of hooks, a linked .gitconfig.
needs walls ssh
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p conf/template/hooks tools && echo '# mine' >conf/ssh && echo '# mine' >conf/template/description
git config core.sshCommand 'ssh -F conf/ssh'
git remote add up ssh://nowhere.invalid/x
git config --global init.templateDir "$SPACE/conf/template"
printf '#!/bin/sh\ntrue\n' >tools/recent && chmod +x tools/recent && git config gc.recentObjectsHook ./tools/recent
mv "$HOME/.gitconfig" conf/gitconfig && ln -s "$SPACE/conf/gitconfig" "$HOME/.gitconfig"
script="printf 'Host *\n\tProxyCommand touch $PROOF-ssh\n' >conf/ssh; mkdir -p conf/template/hooks; printf '#!/bin/sh\ntouch $PROOF-template\n' >conf/template/hooks/pre-commit; chmod +x conf/template/hooks/pre-commit
printf '[core]\n\tfsmonitor = touch $PROOF-global\n' >>conf/gitconfig; printf '#!/bin/sh\ntouch $PROOF-gc\n' >tools/recent; echo made"
work() { (git status; git fetch up; git init -q "$HOME/fresh$1" && cd "$HOME/fresh$1" && git -c user.name=K -c user.email=k@k commit -qm x --allow-empty) >>"$SCRATCH/person" 2>&1 </dev/null || true; }
room "$script"
says made
work 1
none "$PROOF-ssh" "git fetch started a program by the settings of ssh that core.sshCommand names"
none "$PROOF-template" "a new repository of the person's has a hook that a program put into the folder of init.templateDir"
none "$PROOF-global" "git started a program by the file to which ~/.gitconfig is a link"
none "$PROOF-gc" "git gc started a script that gc.recentObjectsHook names"
((${#broken[@]} > 0)) || { cd "$SPACE"; bash -c "$script"; work 2; [ -e "$PROOF-ssh" ] && [ -e "$PROOF-template" ] && [ -e "$PROOF-global" ] || dead "git starts nothing by these"; }
held
