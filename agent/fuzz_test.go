package agent

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
	"handrail/tools"
)

// A reader of bytes that decide what happens.
type dice struct{ data []byte }

func (d *dice) roll(n int) int {
	if len(d.data) == 0 {
		return 0
	}
	v := int(d.data[0]) % n
	d.data = d.data[1:]
	return v
}

func (d *dice) text() string {
	n := min(d.roll(12), len(d.data))
	s := string(d.data[:n])
	d.data = d.data[n:]
	return s
}

// arguments are what models write, well or badly.
func (d *dice) arguments() string {
	return []string{`{"path":"a"}`, `{"path":"b"}`, "", "{}", "null", `"text"`, `{"path":`, `[1]`, `{"path":"` + d.text() + `"}`, d.text()}[d.roll(10)]
}

func (d *dice) name() string {
	return []string{"read", "write", "big", "nope", "", "read_file", "a b", d.text()}[d.roll(8)]
}

// turn is any sequence of events, whether it keeps the rules or not.
func (d *dice) turn() turn {
	var t turn
	begun := 0
	for range d.roll(12) {
		switch d.roll(9) {
		case 0:
			t.events = append(t.events, llm.TextDelta{Text: d.text()})
		case 1, 2, 3:
			call := llm.Call{ID: []string{"", "x", "y", d.text()}[d.roll(4)], Name: d.name(), Arguments: d.arguments()}
			t.events = append(t.events, llm.CallStart{Index: begun, ID: call.ID, Name: call.Name}, llm.CallDone{Index: begun, Call: call})
			begun++
		case 4:
			t.events = append(t.events, llm.CallStart{Index: d.roll(3)})
		case 5:
			t.events = append(t.events, llm.CallDelta{Index: d.roll(3), Arguments: d.text()})
		case 6:
			t.events = append(t.events, llm.Retry{})
			begun = 0
		case 7:
			t.events = append(t.events, llm.Used{Usage: llm.Usage{Input: d.roll(256) * 100, Output: 1}})
		case 8:
			t.events = append(t.events, llm.Stop{Reason: []llm.StopReason{llm.StopEnd, llm.StopCalls, llm.StopLength, ""}[d.roll(4)]})
		}
	}
	switch d.roll(8) {
	case 0:
		t.err = &llm.Error{Kind: llm.ContextTooLong}
	case 1:
		t.err = errors.New("boom")
	case 2:
	default:
		t.events = append(t.events, llm.Stop{Reason: llm.StopEnd})
	}
	return t
}

// Under any script of a provider, any failure of the door or the journal and
// any moment of cancelling: what the model is asked and what is left is a
// conversation in which every call is answered once, in order; and the
// journal gives the same conversation back.
func FuzzHistoryStaysWellFormed(f *testing.F) {
	f.Add([]byte{0, 3, 200, 3, 1, 0, 0, 0, 3, 1, 1, 0, 1, 7, 2, 0, 2, 'h', 'i', 7})
	f.Add([]byte{1, 5, 30, 6, 1, 1, 4, 0, 2, 2, 2, 2, 2, 0, 6, 0, 5, 0, 1, 'x', 8, 1})
	f.Add([]byte("The quick brown fox jumps over the lazy dog, again and again and again."))
	f.Add([]byte{3, 6, 2, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 7, 2, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 7, 2, 1, 1, 0, 0, 0, 7})
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := &dice{raw}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		failure, at := d.roll(5), d.roll(12)
		var turns []turn
		for len(d.data) > 0 && len(turns) < 25 {
			turns = append(turns, d.turn())
		}
		b := newBench(t, append(turns, says("end"))...)
		b.Window = 2000
		b.model.check = func(req llm.Request) {
			if err := wellFormed(req.Messages); err != nil {
				t.Errorf("the model was asked with: %v", err)
			}
			if failure == 1 && len(b.model.requests) > at {
				cancel()
			}
		}
		b.door.stop = func(c tools.Call) error {
			switch {
			case failure == 2 && c.Turn > at:
				return errors.New("stop")
			case failure == 3 && c.Turn > at:
				cancel()
			}
			return nil
		}
		if failure == 4 {
			b.log.fail = at + 1
		}
		out, err := b.run(ctx, "Go.")
		if bad := wellFormed(out.History); bad != nil {
			t.Fatalf("%v, after %v", bad, err)
		}
		if failure == 4 {
			return // a journal that failed gives nothing back
		}
		rebuilt, _ := Rebuild(b.log.events)
		if diff := cmp.Diff(shape(plain(out.History)), shape(plain(rebuilt))); diff != "" {
			t.Fatalf("(-lived +rebuilt) after %v\n%s", err, diff)
		}
	})
}

// shape is a conversation without what shortening changes.
func shape(history []llm.Message) []string {
	var out []string
	for _, m := range history {
		line := fmt.Sprintf("%s %q", m.Role, m.Text)
		for _, c := range m.Calls {
			line += fmt.Sprintf(" call %s %s", c.ID, c.Name)
		}
		for _, r := range m.Results {
			line += fmt.Sprintf(" result %s %s %v", r.CallID, r.Name, r.IsError)
		}
		out = append(out, line)
	}
	return out
}

// Whatever conversation comes in, Repair makes a well-formed one of it, and
// one that is well-formed already comes back equal.
func FuzzRepair(f *testing.F) {
	f.Add([]byte{2, 1, 1, 0, 2, 2, 0, 1, 0})
	f.Add([]byte("any conversation at all, with calls and results in any order"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := &dice{raw}
		var history []llm.Message
		for len(d.data) > 0 {
			m := llm.Message{Role: []llm.Role{llm.User, llm.Assistant, llm.Results}[d.roll(3)]}
			m.Text = d.text()
			for range d.roll(4) {
				m.Calls = append(m.Calls, llm.Call{ID: []string{"a", "b", d.text()}[d.roll(3)], Name: d.name(), Arguments: "{}"})
			}
			for range d.roll(4) {
				m.Results = append(m.Results, llm.Result{CallID: []string{"a", "b"}[d.roll(2)], Text: d.text()})
			}
			history = append(history, m)
		}
		once := Repair(history)
		if err := wellFormed(once); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(once, Repair(once)); diff != "" {
			t.Fatalf("repaired twice\n%s", diff)
		}
	})
}
