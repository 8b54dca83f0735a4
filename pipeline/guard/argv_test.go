package guard

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"handrail/internal/render"
)

func TestProgramsWithoutAShell(t *testing.T) {
	raw, err := os.ReadFile("testdata/argvs.txt")
	if err != nil {
		t.Fatal(err)
	}
	g, cases := space(Config{}), 0
	for n, line := range strings.Split(string(raw), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verdict, rest, ok := strings.Cut(line, " | ")
		at := strings.LastIndex(rest, " | ")
		var argv []string
		if !ok || at < 0 || json.Unmarshal([]byte(rest[:at]), &argv) != nil {
			t.Fatalf("line %d is not verdict | argv | why", n+1)
		}
		want := Outcome(verdict)
		if want == "pass" {
			want = Allow
		}
		text, err := render.Argv(argv)
		if err != nil {
			t.Fatal(err)
		}
		got := built(g, text)
		if got.Outcome != want {
			t.Errorf("line %d: %q is %s (%s), want %s: %s", n+1, argv, got.Outcome, got.Reason, want, rest[at+3:])
		}
		cases++
	}
	if cases < 40 {
		t.Errorf("only %d cases were read", cases)
	}
}
