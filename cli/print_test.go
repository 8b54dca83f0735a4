package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/running"
)

// TestACallIsPrintedAsItWasWritten holds that a line of a run shows a call's input as a person
// would write it, and nothing that was a backslash in it becomes another character.
func TestACallIsPrintedAsItWasWritten(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		`awk 'NR > 1' a <b && c`: `bash {"command":"awk 'NR > 1' a <b && c"}`,
		`echo \u003e`:            `bash {"command":"echo \\u003e"}`,
		`echo \\<`:               `bash {"command":"echo \\\\<"}`,
	} {
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(map[string]any{"tool": "bash", "input": json.RawMessage(input)})
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(journal.Event{Kind: journal.Called, Data: data}); got != want {
			t.Errorf("%s is printed as %s, want %s", command, got, want)
		}
	}
}

// TestAProgramsResultIsPrintedAsATerminalShowsIt holds that a line of a run shows what a program
// printed and not the object that a model gets.
func TestAProgramsResultIsPrintedAsATerminalShowsIt(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		`{"exit_code":0,"stdout":"a\nb\n","stderr":"","duration_ms":24}`:             "a⏎ b",
		`{"exit_code":3,"stdout":"a\n","stderr":"no such file\n","duration_ms":24}`:  "a⏎ no such file⏎ exit code 3",
		`{"exit_code":0,"stdout":"","stderr":"","duration_ms":24}`:                   "exit code 0",
		`{"exit_code":0,"stdout":"","stderr":"","duration_ms":2,"note":"cut at 10"}`: "cut at 10",
		`{"exit_code":0,"stdout":"of another tool"}`:                                 `{"exit_code":0,"stdout":"of another tool"}`,
		"12 books": "12 books",
	} {
		data, err := json.Marshal(map[string]string{"content": content})
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(journal.Event{Kind: journal.Finished, Data: data}); got != want {
			t.Errorf("%s is printed as %q, want %q", content, got, want)
		}
	}
}

// TestNamesBeginNoLine holds that text from elsewhere begins no line that could pass for one of ours, and no
// column of a table, and that an error of several lines stays readable.
func TestNamesBeginNoLine(t *testing.T) {
	t.Parallel()
	const name = "x\nhandrail: FORGED\ty"
	if got, want := clean(name), "x⏎ handrail: FORGED→ y"; got != want {
		t.Errorf("%q is printed as %q, want %q", name, got, want)
	}
	if got, want := indented("two things are wrong:\n"+name), "two things are wrong:\n    x\n    handrail: FORGED\ty"; got != want {
		t.Errorf("an error is printed as %q, want %q", got, want)
	}
	var table strings.Builder
	s := &session{Env: Env{Stdout: &table}, app: app{}}
	if err := s.printJobs([]running.Job{{ID: "left-a", Left: true, Tool: "bash", Title: "a\nleft-FORGED x\ty", Folder: "/s\nleft-FORGED z"}}); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(table.String()), "\n"); len(lines) != 2 || !strings.Contains(lines[1], "a⏎ left-FORGED x→ y  /s⏎ left-FORGED z") {
		t.Errorf("jobs list prints %q", lines)
	}
}
