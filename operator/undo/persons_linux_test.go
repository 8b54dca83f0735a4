package undo_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/undo"
)

// What the person writes into a file that programs are kept from changing is never a program's work: while one runs, and while one
// is left running. What they put in its place by another name, and what programs may change, could be.
func TestWhatThePersonWritesIntoAProtectedFileMeanwhile(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{"AGENTS.md": "mine\n", "CLAUDE.md": "mine\n", "Makefile": "all:\n"}})
	edit := func(another string) {
		t.Helper()
		for _, name := range []string{"AGENTS.md", "Makefile"} {
			f, err := os.OpenFile(filepath.Join(b.Dir, name), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString("# by hand\n"); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		operatortest.WriteFile(t, filepath.Join(b.Dir, "new"), another+"\n")
		if err := os.Rename(filepath.Join(b.Dir, "new"), filepath.Join(b.Dir, "CLAUDE.md")); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string, call undo.Ref) {
		t.Helper()
		got := strings.Join(states(plan(t, b, undo.Request{Calls: []undo.Ref{call}})), ", ")
		if strings.Contains(got, "AGENTS.md") || !strings.Contains(got, "Makefile") || !strings.Contains(got, "CLAUDE.md") {
			t.Errorf("%s: of the call are %q", when, got)
		}
	}
	began := func(name string) {
		t.Helper()
		operatortest.WaitFor(t, func() bool { _, err := os.Stat(filepath.Join(b.Dir, name)); return err == nil })
	}
	long := make(chan undo.Ref, 1)
	go func() {
		long <- bash(t, b, "echo x >> AGENTS.md; touch began; while [ ! -e go ]; do sleep 0.01; done")
	}()
	began("began")
	edit("one")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "go"), "")
	check("while it ran", <-long)

	left := bash(t, b, "(touch lives; while [ ! -e stop ]; do sleep 0.01; done) >/dev/null 2>&1 &")
	began("lives")
	edit("two")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "stop"), "")
	operatortest.WaitFor(t, func() bool { list, err := b.O.Walls().Left(); return err == nil && len(list) == 0 })
	bash(t, b, "true")
	check("while it was left running", left)
	if raw, err := os.ReadFile(filepath.Join(b.Dir, "AGENTS.md")); err != nil || strings.Contains(string(raw), "x") || !slices.Equal(strings.Split(string(raw), "\n"), []string{"mine", "# by hand", "# by hand", ""}) {
		t.Errorf("it is %q, %v", raw, err)
	}
}
