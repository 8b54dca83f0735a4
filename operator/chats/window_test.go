package chats

import (
	"context"
	"errors"
	"testing"

	"handrail/agent/llm"
	"handrail/agent/llm/scripted"
	"handrail/journal"
	"handrail/operator/operatortest"
)

// sized is a provider that says how much its models read, as often as it is asked.
type sized struct {
	*scripted.Provider
	asked int
	err   error
}

func (s *sized) Models(context.Context) ([]llm.Model, error) {
	s.asked++
	return []llm.Model{{ID: "other", Window: 1}, {ID: "small", Window: 8000}, {ID: "silent"}}, s.err
}

// A provider is asked once how much a model reads; one that fails is asked again,
// and one that does not say is not.
func TestHowMuchAModelReads(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "hub", false, "one"), map[string]string{"turns.jsonl": calls(nil)})
	c := b.chat()
	p := &sized{Provider: scripted.New(scripted.Config{}), err: errors.New("no")}
	if n := c.windowOf(t.Context(), p, "small"); n != 0 || p.asked != 1 {
		t.Errorf("%d tokens, asked %d times", n, p.asked)
	}
	p.err = nil
	for range 2 {
		if n := c.windowOf(t.Context(), p, "small"); n != 8000 || p.asked != 2 {
			t.Errorf("%d tokens, asked %d times", n, p.asked)
		}
	}
	if n := c.windowOf(t.Context(), p, "silent"); n != 0 || p.asked != 3 {
		t.Errorf("%d tokens, asked %d times", n, p.asked)
	}
	if n := c.windowOf(t.Context(), p.Provider, "small"); n != 0 {
		t.Errorf("one that cannot say: %d", n)
	}
	none := newBench(t, operatortest.NewFakeServer(t, "hub", false), map[string]string{"turns.jsonl": calls(nil)})
	if n := none.chat().windowOf(t.Context(), p, "small"); n != 0 || p.asked != 3 {
		t.Errorf("where no server has tools: %d tokens, asked %d times", n, p.asked)
	}
}

// The person changes who answers, between prompts: the next run is that agent's, with what it may use.
func TestTheAgentOfAChatIsChanged(t *testing.T) {
	b, _ := attachBench(t, map[string]string{"a.txt": "A"})
	c := b.chat()
	b.say(c, "Hello")
	if err := c.SetAgent("none"); err == nil {
		t.Error("an agent that is not there answers")
	}
	if err := c.SetAgent("b"); err != nil {
		t.Fatal(err)
	}
	if _, run := b.say(c, "Hello"); run.Agent != "b" {
		t.Errorf("%+v", run)
	}
	if _, run := b.say(c, "@a.txt"); run.Agent != "b" || run.State != journal.Failed {
		t.Errorf("it may use more than it has: %+v", run)
	}
	if n, err := WindowOf(t.Context(), b.chats, c.s.ID); n != 0 || err != nil {
		t.Errorf("a script reads %d tokens, %v", n, err)
	}
}
