//go:build unix

package spaces_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// copyExample makes a copy of an example that a test may change.
func copyExample(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(examples, name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a script of an example as its tool would.
func run(t *testing.T, dir string, argv ...string) (string, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", append([]string{"--noprofile", "--norc"}, argv...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestExampleScripts runs the scripts in order, with plain values and with such
// as only a hostile caller would send.
func TestExampleScripts(t *testing.T) {
	for example, steps := range map[string][]struct {
		argv string // parted by |
		exit int
		want string // part of what is printed
	}{
		"welcome": {
			{"scripts/overview.sh", 0, "12 books: 6 read, 2 being read, 4 waiting"},
			{"scripts/find-books.sh|--|any", 0, "12 found"},
			{"scripts/find-books.sh|--|read|LE GUIN", 0, "A Wizard of Earthsea by Ursula K. Le Guin (1968), read, 5 stars\n1 found"},
			{"scripts/find-books.sh|--|any|le guin|dispossessed", 0, "1 found"},
			{"scripts/find-books.sh|--|any|*", 0, "0 found"},
			{"scripts/find-books.sh|--|any|$(touch hacked)|-x|\"; touch hacked", 0, "0 found"},
			{"scripts/labels.sh|large|1", 0, "Momo, Michael Ende, 1973\n"},
			{"scripts/labels.sh|--framed|small|2", 0, "| Momo |\n+------+\n+------+\n| Momo |"},
			{"scripts/labels.sh|small|0", 2, "from 1 to 9"},
			{"scripts/labels.sh|small|x[$(touch hacked)]", 2, "from 1 to 9"},
			{"scripts/lend-book.sh|--|The Hobbit|Ada", 0, `Ada has "The Hobbit" from today.`},
			{"scripts/lend-book.sh|--|The Hobbit|Ada", 1, "is lent already"},
			{"scripts/lend-book.sh|--|The H.bbit|Ada", 1, "is not on the shelf"},
			{"scripts/lend-book.sh|--|title|Ada", 1, "is not on the shelf"},
			{"scripts/lend-book.sh|--|-n|Ada", 1, "is not on the shelf"},
			{"scripts/lend-book.sh|--|Kindred|A,B", 1, "comma"},
			{"scripts/overview.sh", 0, "The Hobbit to Ada, since 20"},
		},
		"go-service": {
			{"scripts/release-notes.sh|0.4.0", 0, "- Fixed: HEAD requests are redirected like GET requests."},
			{"scripts/add-change.sh|--|added|limit|Names: `touch hacked` are $(touch hacked) limited.", 0, "-limit.md"},
			{"scripts/add-change.sh|--|added|limit|Again.", 1, "already"},
			{"scripts/cut-release.sh|0.3.0", 1, "already"},
			{"scripts/cut-release.sh|0.4.0", 0, "0.4.0 is in CHANGELOG.md"},
			{"scripts/release-notes.sh|0.5.0", 1, "no changes to release"},
			{"-c|cat CHANGELOG.md", 0, "- Added: Names: `touch hacked` are $(touch hacked) limited.\n- Fixed: HEAD"},
		},
		"garden": { // a server: what it is sent is piped to it, a request a line
			{garden(`{"method":"initialize","id":"a","params":{"protocolVersion":"2025-06-18"}}`), 0, `{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-06-18"`},
			{garden(`{"method":"initialize","id":1,"params":{"protocolVersion":"1999-01-01"}}`), 0, `"protocolVersion":"2025-11-25"`},
			{garden(`{"method":"notifications/initialized"}`, `{"method":"ping","id":1}`), 0, `{"jsonrpc":"2.0","id":1,"result":{}}`},
			{garden(`no JSON`), 0, `"id":null,"error":{"code":-32700`},
			{garden(`[]`), 0, `"code":-32600`},
			{garden(`{"method":"toString","id":1}`), 0, `"code":-32601`},
			{garden(call("rm", `{}`)), 0, `"code":-32602`},
			{garden(call("due", `{"date":"2026-10-02"}`)), 0, `"text":"tomatoes (south wall)\nbeans (long bed)\nbasil (kitchen window)\nlavender (gravel)\nradishes (long bed)"}]`},
			{garden(call("due", `{"date":"2026-02-30"}`)), 0, `no day; write it like 2026-10-02"}],"isError":true`},
			{garden(call("note_watering", `{"plant":"$(touch hacked)"}`)), 0, `there is no plant`},
			{garden(call("note_watering", `{"plant":"beans","date":"2026-10-02"}`), call("due", `{"date":"2026-10-03"}`)), 0, `"text":"tomatoes (south wall)\nbasil`},
			{garden(call("set_rhythm", `{"plant":"beans","days":0.5}`)), 0, `"isError":true`},
			{garden(call("set_rhythm", `{"plant":"beans","days":1}`), call("due", `{"date":"2026-10-03"}`)), 0, `"text":"tomatoes (south wall)\nbeans (long bed)`},
			{garden(call("remove_plant", `{"plant":"beans"}`), call("list_plants", `{}`)), 0, `(south wall): every 1 days\nbasil`},
		},
		"photo-desk": {
			{"scripts/what-is-here.sh|inbox", 0, "2 2026-07"},
			{"scripts/what-is-here.sh|sorted", 0, "by month:"},
			{"scripts/find-twins.sh|inbox|sorted", 0, "The same:\n  inbox/IMG_20260714_183012 (1).png\n  inbox/IMG_20260714_183012.png\nGroups of twins: 1"},
			{"scripts/file-away.sh|--try|month", 0, "5 would be moved"},
			{"scripts/set-aside.sh|--|inbox/IMG_20260714_183012 (1).png", 0, "-> set-aside/"},
			{"scripts/set-aside.sh|--|inbox/IMG_20260714_183012 (1).png", 1, "there is no file"},
			{"scripts/set-aside.sh|--|inbox/../README.md", 1, "leads out of its folder"},
			{"scripts/set-aside.sh|--|README.md", 1, "does not lie in"},
			{"scripts/file-away.sh|month|2026-07", 0, "1 moved"},
			{"scripts/file-away.sh|year", 0, "3 moved"},
			{"scripts/find-twins.sh|inbox|sorted", 0, "Groups of twins: 0"},
			{"-c|printf '%s\n' sorted/2026/07/* sorted/2026/*.png sorted/undated/*", 0, "sorted/2026/07/IMG_20260714_183012.png\nsorted/2026/2026-01-06 09.12.40.png\nsorted/2026/IMG_20260802_101544.png\nsorted/undated/screenshot.png\n"},
		},
	} {
		t.Run(example, func(t *testing.T) {
			dir := copyExample(t, example)
			for _, s := range steps {
				out, code := run(t, dir, strings.Split(s.argv, "|")...)
				if code != s.exit || !strings.Contains(out, s.want) {
					t.Errorf("%s: exit %d, want %d with %q; it printed\n%s", s.argv, code, s.exit, s.want, out)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "hacked")); err == nil {
				t.Error("a value was run as a command")
			}
		})
	}
}

// garden is what sends lines to the example's server, as a step.
func garden(lines ...string) string {
	return "-c|printf '%s\n' '" + strings.Join(lines, "' '") + "' >in && node scripts/garden.mjs <in"
}

// call is the line that calls a tool of the example's server.
func call(tool, input string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + input + `}}`
}

// The Go service is real: its own tests pass.
func TestExampleServicePassesItsTests(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "test", "./...")
	cmd.Dir = copyExample(t, "go-service")
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
