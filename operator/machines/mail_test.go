package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/secrets"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
	"handrail/tools"
)

// lone is a desk that is connected to nothing: its letters are carried by the test.
type lone struct {
	*Desk
	mu      sync.Mutex
	notices []string
	living  map[string]bool
}

type secretsOf map[string]string

func (s secretsOf) Get(name string) (string, error) {
	if s[name] == "" {
		return "", secrets.ErrNotFound
	}
	return s[name], nil
}
func (s secretsOf) Add(name, value string) error       { s[name] = value; return nil }
func (s secretsOf) Expand(text string) (string, error) { return text, nil }

func newLone(t *testing.T, name string) *lone {
	t.Helper()
	dir := t.TempDir()
	store, err := sqlite.Open(t.Context(), sqlite.Config{Path: filepath.Join(dir, "journal.db"), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	file := settings.Open(filepath.Join(dir, "settings.json"))
	if _, err := file.Update(func(s *settings.Settings) error {
		s.Machines = settings.Machines{URL: "nats://127.0.0.1:1", Name: name}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	l := &lone{living: map[string]bool{"me": true}}
	l.Desk = New(Config{
		Context: t.Context(), Go: func(func()) {}, Settings: file, Secrets: secretsOf{}, States: store.States(), Post: sqlite.PostIn(store),
		Owner: func(context.Context) (string, error) { return "me", nil }, Alive: func(owner string) bool { return l.living[owner] },
		Redact: func(raw json.RawMessage) json.RawMessage { return raw }, Space: filepath.Base, Waits: func(string) {}, Outbox: empty{},
		Notice: func(_, format string, args ...any) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.notices = append(l.notices, fmt.Sprintf(format, args...))
		},
	})
	if _, err := l.self(true); err != nil {
		t.Fatal(err)
	}
	return l
}

// empty is an outbox in which nothing waits.
type empty struct{}

func (empty) Stamp(context.Context) (string, error)      { return "", nil }
func (empty) Waiting(context.Context) ([]Message, error) { return nil, nil }
func (empty) Obey(context.Context, Order, Message) error { return nil }

func (l *lone) said() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.notices, "\n")
}

// know pairs two desks without a server.
func know(t *testing.T, a, b *lone) {
	t.Helper()
	for one, other := range map[*lone]*lone{a: b, b: a} {
		self, err := other.self(false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := one.keep(t.Context(), Peer{ID: self.Keys().ID(), Name: other.Name(), Keys: self.Keys()}); err != nil {
			t.Fatal(err)
		}
	}
}

// carry carries the letters of one desk to another, and returns what counted for nothing.
func carry(t *testing.T, from, to *lone) (nothing []string) {
	t.Helper()
	letters, err := from.c.Post.Letters(t.Context(), outBox)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range letters {
		why, err := take(t.Context(), to.Desk, l.Body)
		if err != nil {
			t.Fatal(err)
		}
		if why != nil {
			nothing = append(nothing, why.Error())
		}
	}
	return nothing
}

// asking is a call that waits at a desk whose person never answers.
func asking(t *testing.T, l *lone, digest string) <-chan tools.Answer {
	t.Helper()
	out := make(chan tools.Answer, 1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	t.Cleanup(func() { stop(); <-ended })
	go func() {
		defer close(ended)
		a, err := l.Through(never{}).Confirm(ctx, tools.Question{ID: "c_1", Tool: "bash", Space: "/shop", Preview: tools.Preview{Title: "Run ls", Detail: "ls", Digest: digest}})
		if err == nil {
			out <- a
		}
	}()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		peers, err := l.Peers(t.Context())
		if letters, wrong := l.c.Post.Letters(t.Context(), outBox); err == nil && wrong == nil && len(letters) >= len(peers) { // each was told
			return out
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing waits")
		}
	}
}

type never struct{}

func (never) Confirm(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}

// An answer to anything but the very act that waits counts for nothing; clocks count for nothing either way.
func TestAnAnswerIsToTheActThatWaits(t *testing.T) {
	a, b := newLone(t, "laptop"), newLone(t, "tower")
	know(t, a, b)
	answered := asking(t, a, "d1")
	carry(t, a, b)
	asks, err := b.Asks(t.Context())
	if err != nil || len(asks) != 1 {
		t.Fatal(asks, err)
	}
	ask, at := asks[0], time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)
	peer, _, err := b.peer(t.Context(), ask.Machine)
	if err != nil {
		t.Fatal(err)
	}
	for name, answer := range map[string]Answer{
		"another digest": {Run: true, Digest: "d2", Shown: ask.Shown()}, "another text": {Run: true, Digest: "d1", Shown: "x"}, "neither": {Run: true},
	} {
		if err := b.send(t.Context(), peer, mail{Kind: answerMail, Ask: ask.ID, Asked: at, Answer: &answer}); err != nil {
			t.Fatal(name, err)
		}
	}
	carry(t, b, a)
	for deadline := time.Now().Add(20 * time.Second); strings.Count(a.said(), "counts for nothing") < 3; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("told is %q", a.said())
		}
	}
	select {
	case got := <-answered:
		t.Fatalf("it counts: %+v", got)
	default:
	}
	if err := b.Answer(t.Context(), ask, true, ""); err != nil {
		t.Fatal(err)
	}
	if nothing := carry(t, b, a); len(nothing) != 3 { // the three from before
		t.Errorf("%q", nothing)
	}
	if got := <-answered; got.Verdict != tools.RunOnce || got.Decider().String() != "the person, in the inbox on tower" {
		t.Errorf("%+v, %s", got, got.Decider())
	}
}

// What paired machines say that makes no sense counts for nothing, and stops nothing.
func TestLettersThatMakeNoSense(t *testing.T) {
	a, b, c := newLone(t, "laptop"), newLone(t, "tower"), newLone(t, "attic")
	know(t, a, b)
	know(t, a, c)
	know(t, b, c)
	asking(t, a, "d1")
	carry(t, a, b)
	mine, err := a.Asks(t.Context())
	if err != nil || len(mine) != 1 {
		t.Fatal(mine, err)
	}
	peer, err := c.Find(t.Context(), "tower")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []mail{
		{}, {Kind: "x", Ask: mine[0].ID}, {Kind: outboxMail}, {Kind: orderMail, Order: DropIt}, {Kind: orderMail, Order: "send", Message: &Message{ID: "m_1"}}, {Kind: askMail}, {Kind: askMail, Ask: "../x"}, {Kind: askMail, Ask: mine[0].ID}, {Kind: askMail, Ask: mine[0].ID, Act: json.RawMessage(`{"preview":{}}`)},
		{Kind: answerMail, Ask: mine[0].ID}, {Kind: closedMail, Ask: mine[0].ID},
	} {
		if err := c.send(t.Context(), peer, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.send(t.Context(), peer, mail{Kind: closedMail, Ask: mine[0].ID, Outcome: &Outcome{Verdict: Declined}}); err != nil { // of another machine's question
		t.Fatal(err)
	}
	if nothing := carry(t, c, b); len(nothing) != 11 {
		t.Errorf("%d count for nothing: %q", len(nothing), nothing)
	}
	if asks, err := b.Asks(t.Context()); err != nil || len(asks) != 1 || asks[0].Key != mine[0].Key {
		t.Errorf("there waits %v, %v", asks, err)
	}
	if _, err := take(t.Context(), a.Desk, []byte("x")); err != nil {
		t.Error(err)
	}
}

// A question whose process has died is withdrawn, here and there.
func TestAQuestionOfADeadProcess(t *testing.T) {
	a, b := newLone(t, "laptop"), newLone(t, "tower")
	know(t, a, b)
	asking(t, a, "d1")
	carry(t, a, b)
	x := &exchange{Desk: a.Desk}
	if err := x.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if asks, _ := a.Asks(t.Context()); len(asks) != 1 {
		t.Fatal("a question that waits is withdrawn")
	}
	a.living["me"] = false
	if err := x.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	carry(t, a, b)
	for _, l := range []*lone{a, b} {
		if asks, err := l.Asks(t.Context()); err != nil || len(asks) != 0 {
			t.Errorf("%s: there waits %v, %v", l.Name(), asks, err)
		}
	}
	asks, _ := b.c.Post.Letters(t.Context(), closedBox)
	if len(asks) != 1 || !strings.Contains(string(asks[0].Body), "has ended") {
		t.Errorf("%v", asks)
	}
	if _, err := b.FindAsk(t.Context(), "x"); !errors.Is(err, ErrNoAsk) {
		t.Error(err)
	}
}

// A machine that cannot be asked about something says so, and asks here.
func TestAQuestionThatIsTooLong(t *testing.T) {
	a, b := newLone(t, "laptop"), newLone(t, "tower")
	know(t, a, b)
	got, err := a.Through(yes{}).Confirm(t.Context(), tools.Question{Preview: tools.Preview{Title: "Write it", Detail: strings.Repeat("x", journal.LetterLimit)}})
	if err != nil || got.Verdict != tools.RunOnce || !strings.Contains(a.said(), "are not asked about Write it") {
		t.Errorf("%+v, %v, %q", got, err, a.said())
	}
	if asks, err := a.Asks(t.Context()); err != nil || len(asks) != 0 {
		t.Errorf("there waits %v, %v", asks, err)
	}
}

type yes struct{}

func (yes) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
}
