package pinning_test

import (
	"testing"

	"handrail/spaces/pinning"
)

// What a pinned script reads as code from a stream, from a folder that it writes itself, or by a variable that it fills.
func TestStreamsAndFilledVariables(t *testing.T) {
	r := pinning.New("/space", "/home/kim")
	for _, text := range []string{
		"bash /dev/stdin <lib/a.sh", "bash <lib/a.sh", "exec 3<lib/a.sh; . /dev/fd/3", "exec 3<lib/a.sh; bash /proc/self/fd/3", "source /dev/fd/3 3<lib/a.sh", "exec <lib/a.sh; bash", "{ bash; } <lib/a.sh", "if true; then sh; fi <lib/a.sh", "(bash -s) <lib/a.sh", "f() { bash; }; f <lib/a.sh", "exec 0< lib/a.sh; python3 -", "bash <(cat lib/a.sh)", ". /dev/stdin", "cat lib/a.sh | . /dev/stdin", "python3 /dev/stdin <lib/a.py", "perl /dev/fd/3 3<lib/a.pl",
		`declare -n r=f; f=lib/a.sh; bash "$r"`, `local -n r=f; . "$r"`, `typeset -rn r=f; "$r"`, `read -r f <lib/list; bash "$f"`, `read f <lib/list; "$f"`, `mapfile -t f <lib/list; bash "$f"`, `printf -v f %s "$1"; bash "$f"`, `f=$(mktemp); cp lib/a.sh "$f"; bash "$f"`, `f="$(cat lib/list)"; $f`,
		"jq -n -e -f lib/a.jq", "jq -nef lib/a.jq", "jq -f lib/a.jq x.json", "jq x.json -f lib/a.jq", "jq --from-file lib/a.jq", "jq --arg a b -f lib/a.jq", "sed -n -f lib/a.sed", "sed -nf lib/a.sed", "sed -flib/a.sed", "sed --file=lib/a.sed", "sed -e p -f lib/a.sed", "sed p -f lib/a.sed x", "awk -f lib/a.awk", "awk -v a=1 -f lib/a.awk", "awk -flib/a.awk", "awk -f /opt/a.awk -f lib/b.awk", "awk -f /dev/stdin <lib/a.awk", "awk -f - <lib/a.awk", "sed -f - <lib/a.sed",
		`ln -sf "$SPACE_DIR/lib/a.sh" /tmp/z.sh; bash /tmp/z.sh`, "cp lib/a.sh /tmp/z; /tmp/z", "cat lib/a.sh >/var/log/z; . /var/log/z", "cp lib/a.awk /dev/shm/a; awk -f /dev/shm/a",
	} {
		if found := r.Script(text); len(found) == 0 {
			t.Errorf("%s: nothing is found", text)
		}
	}
	for _, text := range []string{
		"bash /dev/stdin <<'E'\necho x\nE", "bash <<'E'\necho x\nE", "jq -f /dev/null", "awk -f /opt/a.awk x", "awk '{ print }' -f", "awk -F: -v n=1 '{ print $1 }' notes.txt", "jq -e . ", "jq -r --arg f x '.f'", `jq -e --arg c "$cmd" '$c'`, "sed -e s/a/b/ -e s/c/d/ x", "sed -i.bak -E s/a/b/ x", "sed -n 's/x/y/p' <<<x",
		`read -r line; echo "$line"`, `cmd=$(jq -r .input.command <<<"$TOOL_INPUT"); grep -q rm <<<"$cmd"`, `PY=$(command -v python3); "$PY" --version`, `f=$(mktemp); echo x >"$f"; grep x "$f"; rm -f "$f"`, `echo x >/tmp/out; cat /tmp/out`, `exec 2>/dev/null; echo x`, `mapfile -t lines <x; echo "${lines[@]}"`, `while IFS= read -r f; do gofmt -l "$f"; done <x`, `bash "$1"`, `"$@"`,
	} {
		if found := r.Script(text); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}
