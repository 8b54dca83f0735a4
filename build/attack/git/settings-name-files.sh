# Files of the space that the person's own settings of git name, or are, and by which git starts something: settings of ssh, a template of
# repositories with hooks and settings, the file to which ~/.gitconfig leads, a script that a setting of another program than git's core names.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p conf/template/hooks conf/later tools "$HOME/bin" && echo '# mine' >conf/ssh && echo '# mine' >conf/template/description
# ssh itself needs a user with a name: this one does what ssh does with -F.
printf '#!/bin/bash\n[ "$1" = -F ] && sed -n "s/^[[:space:]]*ProxyCommand //p" "$2" | sh\nexit 255\n' >"$HOME/bin/ssh" && chmod +x "$HOME/bin/ssh"
git config core.sshCommand "$HOME/bin/ssh -F conf/ssh"
git remote add up ssh://nowhere.invalid/x
git config --global init.templateDir "$SPACE/conf/template"
printf '#!/bin/sh\ntrue\n' >tools/recent && chmod +x tools/recent && git config gc.recentObjectsHook ./tools/recent
printf '#!/bin/sh\ntrue\n' >tools/tunnel && chmod +x tools/tunnel && git config imap.tunnel ./tools/tunnel && git config imap.folder x
mv "$HOME/.gitconfig" conf/gitconfig && ln -s "$SPACE/conf/gitconfig" "$HOME/.gitconfig"
# The other file of the person's own settings is not there yet.
mkdir -p "$HOME/.config/git" && ln -s "$SPACE/conf/later/config" "$HOME/.config/git/config"
fsmonitor() { printf '[core]\\n\\tfsmonitor = %s\\n' "$SPACE/tools/$1"; }
script="printf 'Host *\n\tProxyCommand touch $PROOF-ssh\n' >conf/ssh; mkdir -p conf/template/hooks; printf '#!/bin/sh\ntouch $PROOF-template\n' >conf/template/hooks/pre-commit; chmod +x conf/template/hooks/pre-commit
for n in global later settings; do printf '#!/bin/sh\ntouch $PROOF-%s\nfalse\n' \$n >tools/\$n; chmod +x tools/\$n; done
printf '$(fsmonitor settings)' >conf/template/config; printf '$(fsmonitor later)' >conf/later/config; printf '$(fsmonitor global)' >>conf/gitconfig
for n in recent tunnel; do printf '#!/bin/sh\ntouch $PROOF-%s\n' \$n >tools/\$n; done; echo made"
work() {
	(
		git status; git config --file conf/gitconfig --unset-all core.fsmonitor; git status # the second by ~/.config/git/config
		git fetch up; git gc --prune=now; printf 'From 1 Mon Sep 17 00:00:00 2001\nFrom: k <k@k>\nDate: Mon, 17 Sep 2001 00:00:00 +0000\nSubject: x\n\nx\n' | timeout 5 git imap-send
		git init -q "$HOME/fresh$1"; cd "$HOME/fresh$1"; git status; git -c core.fsmonitor=false commit -qm x --allow-empty
	) >>"$SCRATCH/person" 2>&1 </dev/null || true
}
before=$(cat conf/gitconfig)
room "$script"
says made
[ "$(cat conf/gitconfig)" = "$before" ] || broke "a program wrote the file to which ~/.gitconfig is a link"
work 1
none "$PROOF-ssh" "git fetch started a program by the settings of ssh that core.sshCommand names"
none "$PROOF-template" "a new repository of the person's has a hook that a program put into the folder of init.templateDir"
none "$PROOF-settings" "a new repository of the person's has settings that a program put into the folder of init.templateDir"
none "$PROOF-global" "git started a program by the file to which ~/.gitconfig is a link"
none "$PROOF-later" "git started a program by the file to which ~/.config/git/config is a link, and which a program made"
none "$PROOF-recent" "git gc started a script that gc.recentObjectsHook names"
none "$PROOF-tunnel" "git imap-send started a script that imap.tunnel names"
if ((${#broken[@]} == 0)); then
	cd "$SPACE" && mkdir -p conf/later && bash -c "$script" >>"$SCRATCH/person" 2>&1
	work 2
	for n in ssh template settings global later; do [ -e "$PROOF-$n" ] || dead "git starts nothing by this: $n"; done
	[ -e "$PROOF-tunnel" ] || [ ! -e "$(git --exec-path)/git-imap-send" ] || dead "git starts nothing by this: tunnel"
	# gc.recentObjectsHook came with git 2.42.
	[ -e "$PROOF-recent" ] || [[ $(git version | grep -o '[0-9]*\.[0-9]*' | head -n 1) < 2.42 ]] || dead "git starts nothing by this: recent"
fi
held
