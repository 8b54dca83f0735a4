# A program poisons a cache from which the person's own builds take code.
needs walls
for c in .cache/pip/wheel .npm/_cacache/index .cache/go-build/aa/x go/pkg/mod/m@v1/m.go .cargo/registry/src/l.rs .cache/yarn/x .m2/repository/x.jar .gradle/init.d/x.gradle .local/lib/python3/site-packages/x.py; do
	file "$HOME/$c" <<<good
done
room 'echo ok; for c in .cache/pip/wheel .npm/_cacache/index .cache/go-build/aa/x go/pkg/mod/m@v1/m.go .cargo/registry/src/l.rs .cache/yarn/x .m2/repository/x.jar .gradle/init.d/x.gradle .local/lib/python3/site-packages/x.py; do d=$(dirname "$c"); echo evil >"$HOME/$c"; rm -f "$HOME/$c"; mkdir -p "$HOME/$d"; echo evil >"$HOME/$c"; echo evil >"$HOME/$d/new"; done; cat "$HOME/.npm/_cacache/index"'
says ok
[[ -z $(grep -rl evil "$HOME" --include='*' --exclude-dir=space --exclude-dir=handrail) ]] || broke "the person's cache was poisoned: $(grep -rl evil "$HOME" --exclude-dir=space --exclude-dir=handrail | head -3)"
for c in .cache/pip/wheel .npm/_cacache/index .cache/go-build/aa/x go/pkg/mod/m@v1/m.go; do [ "$(cat "$HOME/$c" 2>/dev/null)" = good ] || broke "$c was changed or deleted"; done
held
