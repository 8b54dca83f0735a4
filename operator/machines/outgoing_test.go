package machines_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/channels"
	"handrail/journal/jetstream/natstest"
	"handrail/operator"
	"handrail/operator/machines"
	"handrail/operator/operatortest"
	"handrail/operator/outbox"
	"handrail/operator/settings"
)

// A hook is a service that messages go to. It cuts off, refuses or takes each as its text says, as long as it is told to.
type hook struct {
	*httptest.Server
	mu    sync.Mutex
	heard map[string]int
	well  bool // it takes all
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{heard: map[string]int{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, text := range []string{"cut", "refused"} {
			if strings.Contains(string(raw), text) {
				h.heard[text]++
				if h.well {
					return
				}
				if text == "refused" {
					w.WriteHeader(http.StatusForbidden)
					return
				}
				panic(http.ErrAbortHandler) // nobody knows whether it was taken
			}
		}
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *hook) got(text string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.heard[text]
}

func (h *hook) mend(well bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.well = well
}

// sends hands a message over, and waits for what becomes of it.
func (m *machine) sends(text string) outbox.Message {
	m.t.Helper()
	got, err := operator.OutboxOf(m.O).Submit(m.t.Context(), outbox.Message{Channel: "ops", Content: text, Sender: "You"}, time.Minute)
	if err != nil {
		m.t.Fatal(err)
	}
	return got
}

// tells waits until a machine has told another one what its outbox is: its messages' states and what was asked of them.
func (m *machine) tells(from, want string) []machines.Message {
	m.t.Helper()
	peer, err := m.desk.Find(m.t.Context(), from)
	if err != nil {
		m.t.Fatal(err)
	}
	var out machines.Outgoing
	operatortest.WaitUntil(m.t, fmt.Sprintf("%s tells %q of its outbox", from, want), func() bool {
		if out, err = m.desk.Outboxes().Of(m.t.Context(), peer); err != nil {
			m.t.Fatal(err)
		}
		var states []string
		for _, m := range out.Messages {
			states = append(states, strings.TrimSpace(m.State+" "+string(m.Asked)))
		}
		return strings.Join(states, ", ") == want
	})
	return out.Messages
}

func (m *machine) asks(id string, order machines.Order) {
	m.t.Helper()
	if on, err := operator.DecideMessage(m.t.Context(), m.O, id, order); err != nil || on != "laptop" {
		m.t.Fatal(on, err)
	}
}

// What waits in one machine's outbox is seen on the other, and tried again or dropped from there; nothing is sent twice for one decision.
func TestTheOutboxOfAnotherMachine(t *testing.T) {
	s, service := natstest.Start(t, t.TempDir()), newHook(t)
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	if _, err := a.O.Settings().Update(func(set *settings.Settings) error {
		set.Channels = map[string]channels.Channel{"ops": {Type: "webhook", URL: service.URL}}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	pairUp(t, a, b)
	show(a, b)
	if got := a.sends("cut"); got.State != outbox.Unknown {
		t.Fatalf("%+v", got)
	}
	if got := a.sends("refused"); got.State != outbox.Failed {
		t.Fatalf("%+v", got)
	}
	told := b.tells("laptop", "unknown, failed")
	if told[0].Text != "cut" || told[0].Channel != "ops" || told[0].By != "You" || told[1].Reason == "" {
		t.Errorf("%+v", told)
	}
	if _, err := operator.DecideMessage(t.Context(), b.O, "m_none", machines.DropIt); err == nil {
		t.Error("what nobody has is dropped")
	}
	b.asks(told[1].ID, machines.DropIt)
	b.tells("laptop", "unknown")

	// The person decides on both while neither hears of the other: it is tried once more, not twice.
	s.Kill()
	b.asks(told[0].ID, machines.RetryIt)
	b.asks(told[0].ID, machines.RetryIt)
	b.tells("laptop", "unknown retry")
	if err := operator.OutboxOf(a.O).Retry(t.Context(), told[0].ID); err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "it was tried again", func() bool {
		list, err := operator.OutboxOf(a.O).Messages(t.Context(), false)
		return err == nil && len(list) == 1 && list[0].State == outbox.Unknown && list[0].Changed.After(told[0].Changed) && service.got("cut") == 2
	})
	s.Again()
	again := b.tells("laptop", "unknown") // what it is now, and nothing is asked any more
	if again[0].Changed.Equal(told[0].Changed) || service.got("cut") != 2 {
		t.Errorf("%+v, sent %d times", again, service.got("cut"))
	}

	service.mend(true)
	b.asks(again[0].ID, machines.RetryIt)
	b.asks(again[0].ID, machines.RetryIt)
	b.tells("laptop", "")
	if cut, refused := service.got("cut"), service.got("refused"); cut != 3 || refused != 1 {
		t.Errorf("sent %d and %d times", cut, refused)
	}
	if left, err := operator.OutboxOf(a.O).Messages(t.Context(), false); err != nil || len(left) != 0 {
		t.Errorf("%+v, %v", left, err)
	}

	peer, err := b.desk.Find(t.Context(), "laptop")
	if err != nil {
		t.Fatal(err)
	}
	service.mend(false)
	a.sends("refused")
	b.tells("laptop", "failed")
	if err := b.desk.Unpair(t.Context(), peer); err != nil {
		t.Fatal(err)
	}
	if out, err := b.desk.Outboxes().Of(t.Context(), peer); err != nil || len(out.Messages) != 0 {
		t.Errorf("of a machine that is not paired it is known %+v, %v", out, err)
	}
}
