package chats

import (
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/operator/news"
	"handrail/operator/operatortest"
)

// told keeps what faces hear of a growing reply.
type told struct {
	mu     sync.Mutex
	pieces []news.Delta
}

func (h *told) hear(e news.Event) {
	if e.Delta != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.pieces = append(h.pieces, *e.Delta)
	}
}

func (h *told) said() (all []news.Delta, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.pieces {
		text += d.Text
	}
	return h.pieces, text
}

// However fast a model writes, faces are told some ten times a second, of all of it.
func TestPiecesOfAReplyAreGathered(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	var heard told
	defer b.O.News().Listen(heard.hear)()
	var d deltas
	began := time.Now()
	for time.Since(began) < 3*gatherFor {
		d.pass(b.O, news.Delta{Session: "s", Run: "r", Text: "word "})
		time.Sleep(time.Millisecond)
	}
	most := int(time.Since(began)/gatherFor) + 2
	d.pass(b.O, news.Delta{Session: "s", Run: "r", Text: "end"})
	d.flush("r")
	operatortest.WaitFor(t, func() bool { _, text := heard.said(); return strings.HasSuffix(text, "word end") })
	if all, _ := heard.said(); len(all) > most {
		t.Errorf("faces were told %d times, want at most %d", len(all), most)
	}
}

// The end of what was gathered is told by itself, and thoughts are told apart, in order.
func TestThoughtsAreToldApart(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	var heard told
	defer b.O.News().Listen(heard.hear)()
	var d deltas
	for _, text := range []string{"Let ", "me ", "see."} {
		d.pass(b.O, news.Delta{Session: "s", Run: "r", Text: text, Thinking: true})
	}
	d.pass(b.O, news.Delta{Session: "s", Run: "r", Text: "It "})
	d.pass(b.O, news.Delta{Session: "s", Run: "r", Text: "is."})
	operatortest.WaitFor(t, func() bool { _, text := heard.said(); return text == "Let me see.It is." })
	all, _ := heard.said()
	for _, piece := range all {
		if thought := strings.Contains("Let me see.", piece.Text); piece.Thinking != thought {
			t.Errorf("%+v", piece)
		}
	}
	d.flush("r")
}
