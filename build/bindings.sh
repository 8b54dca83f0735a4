#!/usr/bin/env bash
# Generates frontend/wailsjs, the TypeScript that calls Go. Needs neither the wails
# program nor cgo: built with the tag bindings, the app itself writes it.
#
#   build/bindings.sh           write frontend/wailsjs
#   build/bindings.sh --check   change nothing; end with 1 if what is committed is not current
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The app embeds the page, and an empty folder cannot be embedded. Any file will do here.
mkdir -p frontend/dist
[ -n "$(ls -A frontend/dist)" ] || touch frontend/dist/placeholder

# It writes below the folder it runs in, where it looks for wails.json.
CGO_ENABLED=0 go build -buildvcs=false -tags bindings -o "$work/app" .
cp wails.json "$work/"
mkdir "$work/frontend"
(cd "$work" && ./app >log 2>&1) || { cat "$work/log" >&2; exit 1; }

# Wails writes the enums of a package without structs in the order of a map: here by name.
models="$work/frontend/wailsjs/go/models.ts"
awk '
	function flush(  i, j, name) {
		for (i = 2; i <= n; i++) {
			name = names[i]
			for (j = i - 1; j >= 1 && names[j] > name; j--) names[j + 1] = names[j]
			names[j + 1] = name
		}
		for (i = 1; i <= n; i++) printf "%s", text[names[i]]
		n = 0
	}
	/^\texport enum / { enum = $3; names[++n] = enum; text[enum] = "" }
	enum != "" { text[enum] = text[enum] $0 "\n"; if ($0 == "\t}") enum = ""; next }
	{ flush(); print }
' "$models" >"$models.sorted"
cat "$models.sorted" >"$models"; rm "$models.sorted"

if [ "${1:-}" != --check ]; then
	rm -rf frontend/wailsjs
	cp -R "$work/frontend/wailsjs" frontend/wailsjs
	exit 0
fi
if ! diff -ru frontend/wailsjs "$work/frontend/wailsjs"; then
	echo "bindings: frontend/wailsjs is not what this Go code gives. Run make bindings and commit it." >&2
	exit 1
fi
echo "bindings: frontend/wailsjs is current"
