package cli

import (
	"encoding/json"
	"testing"

	"handrail/journal"
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
