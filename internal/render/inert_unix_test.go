//go:build unix

package render

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Which parameters leave no character with which code can be made.
func TestNatures(t *testing.T) {
	for _, tt := range []struct {
		p    Param
		want nature
	}{
		{Param{}, free}, {Param{Type: "array"}, free}, {Param{Type: "any", Pattern: "1"}, free}, {Param{Type: "number"}, inert}, {Param{Type: "integer"}, inert}, {Param{Type: "boolean"}, listed},
		{Param{Enum: []string{"up", "a-b_c/d.e"}}, listed}, {Param{Enum: []string{"up", "a b"}}, free}, {Param{Enum: []string{"$(id)"}}, free}, {Param{Enum: []string{""}}, free},
		{Param{Pattern: `[0-9]+`}, inert}, {Param{Pattern: `\d{4}-\d\d(,\d+)*`}, inert}, {Param{Pattern: `^(1|22:33)?$`}, inert}, {Param{Pattern: `[0-:]`}, inert}, {Param{Type: "array", Pattern: `[0-9]`}, inert},
		{Param{Pattern: `[0-9a]`}, free}, {Param{Pattern: `.`}, free}, {Param{Pattern: `[0-9]|\s`}, free}, {Param{Pattern: `[^a-z]`}, free}, {Param{Pattern: `\D`}, free}, {Param{Pattern: `(?i)1e`}, free}, {Param{Pattern: `_`}, free},
		{Param{Pattern: `[0-;]`}, free}, {Param{Pattern: `\p{Nd}`}, free}, {Param{Pattern: `(`}, free}, {Param{Pattern: `1\n`}, free}, {Param{Pattern: `(?s)1.*`}, free}, {Param{Pattern: `\x00`}, free},
	} {
		if got := natureOf(&tt.p); got != tt.want {
			t.Errorf("%+v is %d, want %d", tt.p, got, tt.want)
		}
	}
}

// TestInert gives texts of inertBytes to interpreters, as their program. None may start
// anything, leave anything in the folder, or change what is there.
func TestInert(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(dir, "ran")
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "in"), []byte("touch "+mark+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"owned", "sh"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/bash\ntouch "+mark+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	ways := [][]string{
		{"bash", "-c", "V"}, {"bash", "-c", "eval V; x=V; echo ${x:V} $((V)); [[ V -eq V ]]; a[V]=1; printf V; test V"}, {"awk", "V", "in"}, {"awk", "{ V }", "in"}, {"sed", "V", "in"}, {"sed", "s/t/V/V", "in"}, {"perl", "-e", "V"},
		{"perl", "-ne", "V", "in"}, {"python3", "-c", "V"}, {"node", "-e", "V"}, {"jq", "-n", "V"}, {"sqlite3", ":memory:", "V"}, {"make", "-s", "V"}, {"tclsh", "in", "V"}, {"bc", "-q"},
	}
	missing := 0
	for _, way := range ways {
		path, err := exec.LookPath(way[0])
		if err != nil {
			missing++
			continue
		}
		for range 4 {
			text := make([]byte, 1+r.IntN(12))
			for i := range text {
				text[i] = inertBytes[r.IntN(len(inertBytes))]
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			args := make([]string, len(way)-1)
			for i, a := range way[1:] {
				args[i] = strings.ReplaceAll(a, "V", string(text))
			}
			cmd := exec.CommandContext(ctx, path, args...)
			cmd.Dir, cmd.Env = work, []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + dir}
			cmd.Stdin = strings.NewReader(string(text) + "\n") // the program of bc
			_ = cmd.Run()                                      // most of them are no programs at all
			cancel()
			if _, err := os.Stat(mark); err == nil {
				t.Fatalf("%q ran something", append(way[:1:1], args...))
			}
			entries, err := os.ReadDir(work)
			if err != nil || len(entries) != 1 {
				t.Fatalf("%q left %v, %v", append(way[:1:1], args...), entries, err)
			}
		}
	}
	if missing > len(ways)/2 {
		t.Errorf("%d of %d interpreters are not on this machine: this proves little", missing, len(ways))
	}
}
