package chats

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// threeAnswers is a script of a chat: an answer with a call, one without, and whatever comes.
const threeAnswers = `{"text":"First.","calls":[{"name":"read","arguments":{"path":"note.md"}}]}
{"text":"Second."}
{"text":"Third."}
{"text":"Fourth."}
{"text":"Fifth."}
`

func say(t *testing.T, c *Chat, text string) journal.Run {
	t.Helper()
	run, err := c.Send(text)
	if err != nil {
		t.Fatal(err)
	}
	ended, err := c.Wait(t.Context(), run.ID)
	if err != nil || ended.State != journal.Done {
		t.Fatalf("%+v, %v", ended, err)
	}
	return ended
}

// said is what a chat has said, in order, by its events; all is read a few at a time.
func said(t *testing.T, all *Chats, session string) string {
	t.Helper()
	var out []string
	for after := int64(0); ; {
		page, err := all.Events(t.Context(), session, after, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page {
			if e.Seq <= after {
				t.Errorf("event %d comes after %d", e.Seq, after)
			}
			after = e.Seq
			var d struct{ Text string }
			if (e.Kind == journal.Prompted || e.Kind == journal.Replied) && json.Unmarshal(e.Data, &d) == nil {
				out = append(out, d.Text)
			}
		}
		if len(page) < 3 {
			return strings.Join(out, " ")
		}
	}
}

// A branch has said what the chat had at its place, also in a later process, and a branch of a
// branch as well; the chat that it comes from stays as it is.
func TestBranches(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"note.md": "a note", "turns.jsonl": threeAnswers, "agent/config.md": "---\nid: keeper\n---\nYou keep."}})
	all := New(b.O)
	first, err := all.Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := first.SetModel("scripted/turns.jsonl"); err != nil {
		t.Fatal(err)
	}
	one, two := say(t, first, "One?"), say(t, first, "Two?")
	whole := "One? First. Second. Two? Third."
	branch := func(run string, turn int) *Chat {
		t.Helper()
		p, err := all.PointOf(t.Context(), run, turn)
		if err != nil {
			t.Fatal(err)
		}
		c, err := all.Branch(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, x := range []struct {
		run  journal.Run
		turn int
		has  string // what the branch has said
		now  string // the answer to what is said next, which the script chooses by how many there were
	}{
		{one, 0, "", "First. Second."},
		{one, 1, "One? First.", "Second."},
		{one, 2, "One? First. Second.", "Third."},
		{one, -1, "One? First. Second.", "Third."},
		{two, 0, "One? First. Second.", "Third."},
		{two, -1, whole, "Fourth."},
	} {
		c := branch(x.run.ID, x.turn)
		id := c.Session().ID
		if got := said(t, all, id); got != x.has {
			t.Errorf("%s:%d has said %q, want %q", x.run.Title, x.turn, got, x.has)
		}
		next := say(t, c, "And?")
		want := strings.TrimSpace(x.has + " And? " + x.now)
		if got := said(t, all, id); got != want {
			t.Errorf("%s:%d goes on as %q, want %q", x.run.Title, x.turn, got, want)
		}
		other := New(b.O) // as another process has it
		if got := said(t, other, id); got != want {
			t.Errorf("later it has said %q", got)
		}
		if x.turn == 1 {
			deeper := branch(next.ID, 0)
			say(t, deeper, "Else?")
			if got, want := said(t, all, deeper.Session().ID), "One? First. Else? Second."; got != want {
				t.Errorf("a branch of a branch has said %q, want %q", got, want)
			}
		}
	}
	if got := said(t, all, first.Session().ID); got != whole {
		t.Errorf("the first chat has said %q", got)
	}
	for run, words := range map[string]string{"r_nope": "there is no run", one.ID: "has no answer 7: it has 2"} {
		if _, err := all.PointOf(t.Context(), run, 7); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", run, err)
		}
	}
	_, result, err := b.Agent().Call(context.Background(), "read", json.RawMessage(`{"path":"note.md"}`), tools.Scope{})
	if err != nil || result.Error != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	runs, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all.PointOf(t.Context(), runs[0].ID, 0); err == nil || !strings.Contains(err.Error(), "is no part of a chat") {
		t.Errorf("a run that is no chat's: %v", err)
	}
	if _, err := all.Cut(t.Context(), runs[0].ID); err == nil {
		t.Error("a run that goes on can be resumed")
	}
	if _, err := all.Cut(t.Context(), two.ID); err == nil || !strings.Contains(err.Error(), "was not cut: it ended as done") {
		t.Errorf("a run that is done: %v", err)
	}
}
