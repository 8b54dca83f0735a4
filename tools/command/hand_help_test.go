package command

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools"
)

// hand makes a tool of the fields of a hand; the description is added.
func (b *bench) hand(fields string) tools.Tool {
	b.t.Helper()
	return b.handOf(oneHand("a-hand", fields), "a-hand")
}

// handOf makes a tool of one hand of a file in which nothing is rejected.
func (b *bench) handOf(file, name string) tools.Tool {
	b.t.Helper()
	hands, problems := ParseHands([]byte(file), HandsFile)
	if len(hands.Rejected) > 0 || len(hands.List) == 0 {
		b.t.Fatalf("%s\nis rejected: %v", file, problems)
	}
	list, err := NewHandSource(b.c, "proj", hands.List).Tools(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, tool := range list {
		if tool.Info().Name == name {
			return tool
		}
	}
	b.t.Fatalf("no tool %s among %d", name, len(list))
	return nil
}

// reported is what a call of a hand gave.
type reported struct {
	handResult
	code  tools.Code
	error string
}

// ran checks the input, prepares and runs the call, and returns what it gave. A
// refusal on the way has no status.
func (b *bench) ran(tool tools.Tool, input string) reported {
	b.t.Helper()
	inv, err := b.prepare(tool, input)
	if err != nil {
		return reported{code: tools.AsError(err).Code, error: err.Error()}
	}
	result, err := inv.Run(b.t.Context(), tools.Discard{})
	return report(b.t, result, err)
}

func report(t *testing.T, result tools.Result, err error) reported {
	t.Helper()
	var r reported
	if err := json.Unmarshal([]byte(result.Content), &r.handResult); err != nil {
		t.Fatalf("%q: %v", result.Content, err)
	}
	if err != nil {
		r.code, r.error = tools.AsError(err).Code, err.Error()
	}
	return r
}

// args are the arguments after the program with which a call would run.
func (b *bench) args(fields, input string) []string {
	b.t.Helper()
	inv, err := b.prepare(b.hand(fields), input)
	if err != nil {
		b.t.Fatalf("%s with %s: %v", fields, input, err)
	}
	return inv.(*handInvocation).argv[1:]
}

// reasons are why the file's tools are rejected, or the file itself.
func reasons(file string) string {
	_, problems := ParseHands([]byte(file), HandsFile)
	var out []string
	for _, p := range problems {
		if !p.Minor {
			out = append(out, p.String())
		}
	}
	return strings.Join(out, "\n")
}

// warnings are what the file's author is warned of.
func warnings(file string) string {
	_, problems := ParseHands([]byte(file), HandsFile)
	var out []string
	for _, p := range problems {
		if p.Minor {
			out = append(out, p.String())
		}
	}
	return strings.Join(out, "\n")
}
