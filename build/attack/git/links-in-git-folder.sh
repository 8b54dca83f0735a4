# A program puts links into .git, so that the person's git writes where they lead: their files, and what decides what runs later.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
git init -q --bare "$HOME/origin"; git remote add origin "$HOME/origin"; git push -q origin main
links="ln -sf '$OUTSIDE/secret' .git/COMMIT_EDITMSG; ln -sf '$OUTSIDE/secret' .git/FETCH_HEAD; ln -sf '$OUTSIDE/secret' .git/logs/HEAD
mv .git/refs old-refs; cp -r old-refs real; ln -s '$OUTSIDE/refs' .git/refs; mv .git/objects old-objects; ln -s '$OUTSIDE/objects' .git/objects"
room "echo made; $links"
says made
for name in COMMIT_EDITMSG FETCH_HEAD logs/HEAD refs objects; do [ ! -L ".git/$name" ] || broke ".git/$name is a link of a program's"; done
for name in refs objects; do [ -d ".git/$name" ] || mv "old-$name" ".git/$name" 2>/dev/null || true; done
person "$SPACE"
[ "$(cat "$OUTSIDE/secret")" = "$SECRET" ] || broke "git wrote into a file of the person's"
none "$OUTSIDE/refs" "git wrote where a link of a program's leads"
if ((${#broken[@]} == 0)); then
	ln -sf "$OUTSIDE/secret" .git/COMMIT_EDITMSG
	person "$SPACE"
	[ "$(cat "$OUTSIDE/secret")" != "$SECRET" ] || dead "git follows no such link"
fi
held
