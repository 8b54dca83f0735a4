package sandbox

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew") // a flag of the test

func TestSeatbelt(t *testing.T) {
	files := Profile{
		Write: []string{"/Users/kim/space", "/Users/kim/Library/Application Support/handrail/temp/1-x"},
		Read:  []string{"/Users/kim/.gitconfig", "/Users/kim/go/pkg"}, Protect: []string{"/Users/kim/space/.git/hooks", "/Users/kim/space/ctxnest.json"},
		Hide: []string{"/Users/kim/Library/Application Support/handrail"}, Home: "/Users/kim",
	}
	with := func(n Network) Profile {
		p := files
		p.Network = n
		return p
	}
	for name, tt := range map[string]struct {
		p    Profile
		gate int
	}{
		"empty":    {Profile{}, 0},
		"off":      {with(Network{Mode: Off}), 0},
		"loopback": {with(Network{Mode: Loopback}), 0},
		"hosts":    {with(Network{Mode: Hosts, Hosts: []string{"example.com"}}), 4711},
		"on":       {with(Network{Mode: On}), 0},
		"hostile": {Profile{Write: []string{
			`/a"b`, `/a\`, `/a\"))(allow default)(x "`, "/a\n(allow default)", "/a)\r\t;", "/a#\"b'`$(x)", "/\u202Ea\xff", `/(literal "/")`,
		}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := Seatbelt(tt.p, tt.gate)
			golden := filepath.Join("testdata", "seatbelt", name+".sb")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkBelt(t, got)
		})
	}
}

// checkBelt reads a profile as its language does: what is open is closed, texts
// end, and nothing is allowed by default.
func checkBelt(t *testing.T, belt string) {
	t.Helper()
	depth, text := 0, false
	var outside strings.Builder
	for i := 0; i < len(belt); i++ {
		switch c := belt[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text && c == '\n':
			t.Error("a text has a line of its own")
		case text:
		case c == '(':
			depth++
			outside.WriteByte(c)
		case c == ')':
			depth--
			outside.WriteByte(c)
		default:
			outside.WriteByte(c)
		}
		if depth < 0 {
			t.Fatal("more is closed than was opened")
		}
	}
	if depth != 0 || text {
		t.Errorf("%d lists are open, a text is open: %t", depth, text)
	}
	if strings.Contains(outside.String(), "(allow default)") {
		t.Error("everything is allowed")
	}
}

func FuzzSeatbeltQuote(f *testing.F) {
	f.Add(`a"b\c`)
	f.Add("a\nb)")
	f.Add("/")
	f.Fuzz(func(t *testing.T, path string) {
		checkBelt(t, Seatbelt(Profile{Write: []string{path}, Protect: []string{path}}, 0))
	})
}

func TestAboveNamesWhatMustNotBeRenamed(t *testing.T) {
	got := above([]string{"/s/.git/hooks", "/s/agent/tools/a.md", "/s/x", "/other/y/z"}, []string{"/s"})
	if diff := cmp.Diff([]string{"/s/.git", "/s/agent", "/s/agent/tools"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
