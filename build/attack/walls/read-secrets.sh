# A program of the space reads what is the person's: keys, tokens, browsers, Handrail's own files.
needs walls python3
echo visible >note
ln -s "$HOME/.ssh" keys
for f in .aws/credentials .npmrc .netrc .mozilla/firefox/x/logins.json .config/gh/hosts.yml .docker/config.json .kube/config .gnupg/private .bash_history Documents/letter .git-credentials .pypirc .config/google-chrome/Default/Cookies; do
	file "$HOME/$f" <<<"$SECRET"
done
settings '{"models":{"default":"guide/guide"},"note":"'"$SECRET"'"}'
room 'cat note && ls /usr/bin | grep -c .'
says visible
room "
cat keys/id_ed25519
for f in .ssh/id_ed25519 .aws/credentials .npmrc .netrc .mozilla/firefox/x/logins.json .config/gh/hosts.yml .docker/config.json .kube/config .gnupg/private .bash_history Documents/letter .git-credentials .pypirc .config/google-chrome/Default/Cookies outside/secret .config/handrail/settings.json; do
	for way in '$HOME' '$HOME/space/..' /proc/self/root'$HOME' /proc/1/root'$HOME' ../../../../../../..'$HOME'; do cat \$way/\$f; done
	python3 -c 'import sys; print(open(sys.argv[1]).read())' '$HOME'/\$f
done
find '$HOME' -type f -exec cat {} +
strings -a '$DATA'/*.db 2>/dev/null
"
hides "$SECRET" "a program read what the walls should hide"
room "ls -A '$DATA' '$CONFIG' && echo listed"
hides listed "a program lists Handrail's own folders"
held
