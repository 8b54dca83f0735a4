package chats

import (
	"context"
	"errors"
	"testing"

	"handrail/agent/llm"
	"handrail/agent/llm/scripted"
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
