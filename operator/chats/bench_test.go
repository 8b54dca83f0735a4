package chats

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"handrail/agent"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/skills"
	"handrail/tools"
)

// promptNow is the system prompt that a run of the chat would begin with.
func promptNow(c *Chat) string {
	t := c.space.Skills().OpenTurn(skills.TurnConfig{Agent: c.agent, Shelf: &agent.Shelf{}})
	defer t.Close()
	return c.systemOf(t, operator.Remembered(c.all.o.Context(), c.space, c.s.ID))(agent.Offer{Shown: c.space.Registry().Offered(t.Scope())})
}

// A bench is an open, trusted space with one server, and what it told.
type bench struct {
	*operatortest.Bench
	chats *Chats

	ended chan string // runs whose end was told

	mu    sync.Mutex
	notes []string
}

func newBench(t *testing.T, server tools.Source, files map[string]string) *bench {
	t.Helper()
	return benchOf(t, operatortest.Options{Files: files, Trusted: true, Change: func(c *operator.Config) {
		c.Bridge = func(*operator.Operator) (tools.Source, error) { return server, nil }
	}})
}

func benchOf(t *testing.T, o operatortest.Options) *bench {
	t.Helper()
	b := &bench{ended: make(chan string, 100)}
	b.Bench = operatortest.New(t, o)
	b.chats = New(b.O)
	stop := b.O.News().Listen(func(e news.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if e.Kind == news.OnNotice && e.Notice.Run != "" {
			b.notes = append(b.notes, e.Notice.String())
		}
		if e.Kind == news.OnJournal && e.Journal.Event.Kind == "ended" {
			b.ended <- e.Journal.Event.Run
		}
	})
	t.Cleanup(stop)
	return b
}

// chat begins a chat whose model plays turns.jsonl.
func (b *bench) chat() *Chat {
	b.T.Helper()
	c, err := b.chats.Start(b.Dir, "")
	if err != nil {
		b.T.Fatal(err)
	}
	if err := c.SetModel("scripted/turns.jsonl"); err != nil {
		b.T.Fatal(err)
	}
	return c
}

// say sends one prompt and returns what its calls gave the model, in their order,
// and the run.
func (b *bench) say(c *Chat, text string) ([]string, journal.Run) {
	b.T.Helper()
	run, err := c.Send(text)
	if err != nil {
		b.T.Fatal(err)
	}
	return b.given(c, run)
}

// given is say, of a prompt that was sent.
func (b *bench) given(c *Chat, run journal.Run) ([]string, journal.Run) {
	b.T.Helper()
	run, err := c.Wait(b.T.Context(), run.ID)
	if err != nil {
		b.T.Fatal(err)
	}
	for id := range b.ended { // what is told comes in order, and after a while
		if id == run.ID {
			break
		}
	}
	order, gave := []string{}, map[string]string{}
	err = b.O.History().EachEvent(b.T.Context(), run.ID, func(r journal.Event) error {
		var d struct {
			Content, Error, Code string
			Same                 bool
			Calls                []struct{ Call string }
		}
		if err := json.Unmarshal(r.Data, &d); err != nil {
			return nil //nolint:nilerr // no event of a call
		}
		switch {
		case r.Kind == "replied":
			for _, c := range d.Calls {
				order = append(order, c.Call)
			}
		case r.Kind == "finished", r.Kind == "returned" && !d.Same:
			gave[r.Call] = d.Content
		}
		if r.Kind == "returned" && d.Error != "" {
			gave[r.Call] = d.Code + ": " + d.Error
		}
		return nil
	})
	if err != nil {
		b.T.Fatal(err)
	}
	var out []string
	for _, id := range order {
		out = append(out, gave[id])
	}
	return out, run
}

func (b *bench) told() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.notes, "\n")
}

// calls is a script of turns: each is the calls of one answer, "name {input}".
func calls(turns ...[]string) string {
	var b strings.Builder
	for _, turn := range turns {
		var list []string
		for _, c := range turn {
			name, input, _ := strings.Cut(c, " ")
			list = append(list, fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, input))
		}
		fmt.Fprintf(&b, `{"text":"turn","calls":[%s]}`+"\n", strings.Join(list, ","))
	}
	return b.String()
}

// contains fails unless each text holds its part.
func contains(t *testing.T, got []string, parts ...string) {
	t.Helper()
	if len(got) != len(parts) {
		t.Fatalf("%d results: %q", len(got), got)
	}
	for i, part := range parts {
		if !strings.Contains(got[i], part) {
			t.Errorf("result %d lacks %q: %q", i, part, got[i])
		}
	}
}
