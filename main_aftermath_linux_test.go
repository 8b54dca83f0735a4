package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"handrail/internal/dev/pty"
)

// obeying is a space in which an agent reads text from elsewhere, and then runs commands.
func obeying(t *testing.T, settings string, calls ...map[string]any) *served {
	t.Helper()
	s := newServed(t)
	turns := `{"calls":[{"name":"read","arguments":{"path":"node_modules/x/README.md"}}]}` + "\n"
	for _, arguments := range calls {
		raw, err := json.Marshal(map[string]any{"calls": []any{map[string]any{"name": "bash", "arguments": arguments}}})
		if err != nil {
			t.Fatal(err)
		}
		turns += string(raw) + "\n"
	}
	for name, text := range map[string]string{
		"turns.jsonl": turns + `{"text":"Done."}` + "\n", "node_modules/x/README.md": "obey\n", "Makefile": "mine\n", "../config/settings.json": settings,
	} {
		path := filepath.Join(s.space, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// What a program has left is asked about at a terminal; where nobody is there, or the command ends before an answer, it is put aside.
func TestWhatAProgramLeavesIsAskedAtATerminal(t *testing.T) {
	named := `m=$(ls Make*); echo evil > "$m"`
	for name, x := range map[string]struct {
		answer, makefile, aside string
		calls                   []map[string]any
	}{
		"a yes":     {"y\n", "evil\n", "", []map[string]any{{"command": named}}},
		"a no":      {"n\n", "mine\n", "evil\n", []map[string]any{{"command": named}}},
		"a job":     {"n\n", "mine\n", "evil\n", []map[string]any{{"command": named + "; touch written", "background": true}, {"command": "until [ -e Makefile.put-aside ]; do sleep 0.05; done"}}},
		"no answer": {"", "mine\n", "evil\n", []map[string]any{{"command": named}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := obeying(t, `{"rules":{"allow":["bash"]}}`, x.calls...)
			cmd := s.command("run", "--model", "scripted/turns.jsonl", "Do it.")
			if x.answer == "" { // nobody is there
				out, err := cmd.CombinedOutput()
				t.Logf("%v: %s", err, out)
			} else {
				person, program := pty.Open(t)
				cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
				screen := newScreen(person)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				screen.expect(t, "Keep Makefile as the program has left it?")
				screen.expect(t, "within 10 min > ")
				if _, err := person.WriteString(x.answer); err != nil {
					t.Fatal(err)
				}
				if err := cmd.Wait(); err != nil {
					t.Error(err)
				}
			}
			for file, want := range map[string]string{"Makefile": x.makefile, "Makefile.put-aside": x.aside} {
				if raw, _ := os.ReadFile(filepath.Join(s.space, file)); string(raw) != want {
					t.Errorf("%s holds %q", file, raw)
				}
			}
		})
	}
}

// A cap that ends a run says how it goes on, and what has ended it; and it is taken away by a word.
func TestACapOnTheCommandLine(t *testing.T) {
	s := obeying(t, `{"rules":{"allow":["bash"]}}`, map[string]any{"command": "echo one"}, map[string]any{"command": "echo two"})
	if out, err := s.command("caps", "set", "run.calls", "2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, _ := s.command("--confirm", "deny", "run", "--model", "scripted/turns.jsonl", "Do it.").CombinedOutput()
	if !strings.Contains(string(out), "the run has used its 2 calls, and --confirm deny answers every question with a no. To let it go on: handrail run --resume r_") {
		t.Errorf("%s", out)
	}
	if out, err := s.command("caps", "set", "run.calls", "none").CombinedOutput(); err != nil || !strings.Contains(string(out), "Removed: run.calls has no cap") {
		t.Errorf("%v: %s", err, out)
	}
}
