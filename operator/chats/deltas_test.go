package chats

import (
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
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

// noSecrets is a stream that holds nothing back at its end.
type noSecrets struct{ io.Writer }

// Close implements io.Closer.
func (noSecrets) Close() error { return nil }

// However fast a model writes, faces are told a few times a second, of all of it: of one that writes faster than anybody reads,
// half as often.
func TestPiecesOfAReplyAreGathered(t *testing.T) {
	for name, c := range map[string]struct {
		piece string
		wait  time.Duration
	}{"as fast as one reads": {"w", gatherFor}, "faster": {"words and ", gatherFast}} {
		synctest.Test(t, func(t *testing.T) {
			var heard told
			var hub news.Hub
			defer hub.Listen(heard.hear)()
			g := &growing{all: &deltas{}, news: &hub, in: noSecrets{io.Discard}}
			want := ""
			for range 1600 / 4 { // a piece each 4 ms, for 1.6 s
				g.all.mu.Lock()
				_, _ = g.Write([]byte(c.piece))
				g.all.mu.Unlock()
				want += c.piece
				time.Sleep(4 * time.Millisecond)
			}
			g.all.mu.Lock()
			g.finish()
			g.all.mu.Unlock()
			synctest.Wait()
			all, text := heard.said()
			if most := int(1600*time.Millisecond/c.wait) + 3; text != want || len(all) > most || len(all) < most-4 {
				t.Errorf("%s: told %d times, want some %d; all of it: %v", name, len(all), most, text == want)
			}
		})
	}
}

// When a model is asked again, faces take back what they were told of its answer, and nothing of that comes after.
func TestAnAnswerThatBrokeOffIsTakenBack(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	var heard told
	defer b.O.News().Listen(heard.hear)()
	all := New(b.O)
	for _, e := range []llm.Event{llm.ThinkingDelta{Text: "hm"}, llm.TextDelta{Text: "Half a sen"}, llm.TextDelta{Text: "tence"}, llm.Retry{Try: 2}, llm.TextDelta{Text: "A whole one."}, llm.Stop{Reason: llm.StopEnd}} {
		all.update("s", agent.Update{Run: "r", Turn: 1, Event: e})
	}
	seen := ""
	operatortest.WaitFor(t, func() bool {
		seen = ""
		pieces, _ := heard.said()
		for _, d := range pieces {
			if d.Session != "s" || d.Run != "r" {
				t.Errorf("%+v", d)
			}
			if seen += d.Text; d.Again {
				seen = ""
			}
		}
		return seen == "A whole one."
	})
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
