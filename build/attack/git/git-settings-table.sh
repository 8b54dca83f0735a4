# Scripts of the space that settings of git name, one for each setting by which git, or a program that it comes with, starts something: a
# program in a room cannot change one. So are files that settings name through conditions which do not hold yet, and chains of includes.
needs walls git
source "$ATTACK/gitlib.sh"
repository "$SPACE"
mkdir -p t conf
keys='core.pager core.editor core.sshCommand core.askPass core.gitProxy core.fsmonitor core.alternateRefsCommand sequence.editor diff.external diff.x.textconv diff.x.command merge.x.driver filter.x.clean filter.x.smudge filter.x.process gpg.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand credential.helper credential.https://h.example.helper interactive.diffFilter pager.log pager.diff difftool.x.cmd mergetool.x.cmd mergetool.x.path difftool.x.path man.x.cmd man.x.path browser.x.cmd browser.x.path trailer.x.command trailer.x.cmd tar.x.command remote.o.uploadpack remote.o.receivepack sendemail.smtpServer sendemail.sendmailCmd sendemail.toCmd sendemail.ccCmd sendemail.headerCmd guitool.x.cmd instaweb.httpd imap.tunnel gc.recentObjectsHook uploadpack.packObjectsHook alias.x lfs.customtransfer.x.path lfs.extension.x.clean hook.x.command submodule.x.update core.hooksPath receive.procReceiveRefs lfs.standalonetransferagent svn.authorsProg sendemail.id.smtpServer p4.editor stgit.editor gitcvs.dbDriver web.browser'
n=0
: >"$SCRATCH/keys"
for k in $keys; do
	n=$((n + 1)); printf '#!/bin/sh\nexit 0 # good\n' >t/s$n; chmod +x t/s$n
	v=./t/s$n
	case $k in alias.x | submodule.x.update | credential.helper) v="!./t/s$n" ;; core.hooksPath) mkdir -p t/hooks$n && mv t/s$n t/hooks$n/pre-commit && v=t/hooks$n; hp=$n ;; *.x.process | *.smudge | *.textconv) v="sh -c './t/s$n \"\$@\"' x" ;; *uploadpack) v="env A=b ./t/s$n -x" ;; esac
	git config --file conf/all "$k" "$v" || echo "no $k" >>"$SCRATCH/log"
	echo "$n $k" >>"$SCRATCH/keys"
done
# one setting has to be read from the repository itself: the others come by a chain of includes
git config include.path ../conf/one; git config --file conf/one include.path two
git config --file conf/two include.path all
git config includeIf.onbranch:evil.path ../conf/branch
git config 'includeIf.hasconfig:remote.*.url:https://evil.example/**.path' ../conf/hasconfig
git config 'includeIf.gitdir:**/elsewhere/.git.path' ../conf/gitdir
git config --global 'includeIf.gitdir/i:**/SPACE/.path' "$SPACE/conf/global-gitdir"
git config --global includeIf.onbranch:evil.path "$SPACE/conf/global-branch"
for f in branch hasconfig gitdir global-gitdir; do printf '[user]\n\tname = Kim # good\n' >conf/$f; done
GIT_PAGER=cat git config -l >/dev/null || dead "git cannot read this"
room 'for f in t/s* conf/*; do [ -L "$f" ] || (printf "#!/bin/sh\n# evil\n" >"$f") 2>/dev/null && echo "WROTE $f"; done
printf "#evil\n" >t/hooks*/pre-commit && echo "WROTE hooks"; printf "#evil\n" >t/hooks*/post-commit && chmod +x t/hooks*/post-commit && echo "MADE post-commit"
for f in t/s*; do rm -f "$f" && echo "REMOVED $f"; done; mv t t2 && echo "MOVED t"; mv conf conf2 && echo "MOVED conf"
printf "[core]\n\tfsmonitor = touch '"$PROOF"'\n" >conf/global-branch && echo "MADE global-branch"; git checkout -q -b evil; echo ordinary >t/ordinary'
echo "$said" >>"$SCRATCH/log"
[ -e t/ordinary ] || [ -e t2/ordinary ] || dead "nothing can be written there"
bad=
while read -r n k; do grep -q good t/s$n 2>/dev/null || bad+=" $k"; done < <(grep -v hooksPath "$SCRATCH/keys")
grep -q good t/hooks$hp/pre-commit && [ ! -e t/hooks$hp/post-commit ] || bad+=" core.hooksPath"
[ -z "$bad" ] || broke "scripts changed that these settings name:$bad"
for f in all one two branch hasconfig gitdir global-gitdir; do if ! grep -qE 'good|path|t/s' conf/$f 2>/dev/null; then broke "settings changed that are included: $f"; fi; done
git -c core.pager=cat -c core.fsmonitor=false branch --show-current >>"$SCRATCH/log"
mkdir -p "$HOME/q"; git symbolic-ref HEAD refs/heads/evil 2>/dev/null
git status >>"$SCRATCH/person" 2>&1 </dev/null || true
none "$PROOF" "git read settings that a program made, by a condition that holds since it switched the branch"
printf '[core]\n\tfsmonitor = touch %s\n' "$PROOF" >conf/global-branch; : >conf/all; git status >>"$SCRATCH/person" 2>&1 || true
[ -e "$PROOF" ] || dead "git reads no settings by the branch"
held
