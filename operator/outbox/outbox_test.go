package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"handrail/internal/channels"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// helperIn names, for this test binary started as another Handrail process, the folder that it works in.
const helperIn = "HANDRAIL_OUTBOX_TEST_FOLDER"

func TestMain(m *testing.M) {
	dir := os.Getenv(helperIn)
	if dir == "" {
		os.Exit(m.Run())
	}
	b, _, err := bookIn(context.Background(), dir, func(work func()) { go work() })
	if err == nil {
		err = b.Drain(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func bookIn(ctx context.Context, dir string, run func(func())) (*Book, *sqlite.Store, error) {
	store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(dir, "journal.db")})
	if err != nil {
		return nil, nil, err
	}
	return New(Config{
		Context: ctx, Go: run, Store: store.Outbox(), States: store.States(), Settings: settings.Open(filepath.Join(dir, "settings.json")), Sender: channels.NewSender("test", nil), First: 20 * time.Millisecond,
		Fill: func(text string) (string, error) {
			if strings.Contains(text, "missing") {
				return "", errors.New(`the secret "missing" has no value here`)
			}
			return strings.ReplaceAll(text, "${secret:tg}", "7:SECRET-KEY"), nil
		},
		Redact: func(s string) string { return strings.ReplaceAll(s, "7:SECRET-KEY", "[secret tg]") }, Notice: func(string, string, ...any) {},
	}), store, nil
}

// A bench is an outbox with a server that is sent to.
type bench struct {
	*Book
	dir    string
	store  *sqlite.Store
	server *httptest.Server
	mu     sync.Mutex
	got    []string
	answer atomic.Pointer[http.HandlerFunc]
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{dir: t.TempDir()}
	b.answers(func(http.ResponseWriter, *http.Request) {})
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var body struct{ Text string }
		_ = json.Unmarshal(raw, &body)
		b.mu.Lock()
		b.got = append(b.got, body.Text)
		b.mu.Unlock()
		(*b.answer.Load())(w, r)
	}))
	t.Cleanup(b.server.Close)
	b.configure(t, map[string]any{"type": "webhook", "url": b.server.URL + "/hook"})
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	book, store, err := bookIn(ctx, b.dir, func(f func()) { work.Go(f) })
	if err != nil {
		t.Fatal(err)
	}
	b.Book, b.store = book, store
	t.Cleanup(func() {
		cancel()
		work.Wait()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) answers(f http.HandlerFunc) { b.answer.Store(&f) }

func (b *bench) configure(t *testing.T, channel map[string]any) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"channels": map[string]any{"ops": channel, "bad": 7}})
	if err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(b.dir, "settings.new") // the book may read it at any time
	if err := os.WriteFile(whole, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(whole, filepath.Join(b.dir, "settings.json")); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) received() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.got...)
}

func (b *bench) submit(t *testing.T, text string) Message {
	t.Helper()
	m, err := b.Submit(t.Context(), Message{Channel: "ops", Content: text}, 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// awaitTries waits until a message was tried so often.
func (b *bench) awaitTries(t *testing.T, id string, tries int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		m, err := b.store.Outbox().Message(t.Context(), id)
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("the message is %+v, %v", m, err)
		}
		if m.Tries >= tries {
			return
		}
	}
}

// await waits until a message has a state.
func (b *bench) await(t *testing.T, id, state string) Message {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; {
		m, err := b.store.Outbox().Message(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.State == state {
			return m
		}
		if time.Now().After(deadline) {
			t.Fatalf("the message stays %+v, want %s", m, state)
		}
		select {
		case <-b.awaitEnd():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func TestSent(t *testing.T) {
	b := newBench(t)
	if m := b.submit(t, "hello"); m.State != Sent || m.Content != "" {
		t.Errorf("it is %+v", m)
	}
	if got := b.received(); len(got) != 1 || got[0] != "hello" {
		t.Errorf("received %q", got)
	}
}

// Whoever takes a message and drops the connection may have it: it is not sent again unasked.
func TestTakenWithoutAnAnswer(t *testing.T) {
	b := newBench(t)
	b.answers(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	})
	m := b.submit(t, "maybe")
	if m.State != Unknown {
		t.Fatalf("it is %+v", m)
	}
	b.answers(func(http.ResponseWriter, *http.Request) {})
	if other := b.submit(t, "other"); other.State != Sent {
		t.Errorf("the next is %+v", other)
	}
	if got := strings.Join(b.received(), " "); got != "maybe other" {
		t.Errorf("received %q", got)
	}
	if err := b.Retry(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	b.kick()
	b.await(t, m.ID, Sent)
	if err := b.Retry(t.Context(), m.ID); err == nil || !strings.Contains(err.Error(), "sent already") {
		t.Errorf("what was sent is retried: %v", err)
	}
	if err := b.Drop(t.Context(), "m_none"); !errors.Is(err, sqlite.ErrNoMessage) {
		t.Errorf("none: %v", err)
	}
}

func TestWillNotGoAsThingsAre(t *testing.T) {
	b := newBench(t)
	b.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"error":"the key 7:SECRET-KEY is wrong"}`)
	})
	if m := b.submit(t, "x"); m.State != Failed || !strings.Contains(m.Reason, "403") || strings.Contains(m.Reason, "SECRET") {
		t.Errorf("refused: %+v", m)
	}
	b.configure(t, map[string]any{"type": "webhook", "url": "ftp://x"})
	if m := b.submit(t, "x"); m.State != Failed || !strings.Contains(m.Reason, "https://") {
		t.Errorf("a bad channel: %+v", m)
	}
	b.configure(t, map[string]any{"type": "webhook", "url": "${secret:missing}"})
	if m := b.submit(t, "x"); m.State != Queued || !strings.Contains(m.Reason, "missing") {
		t.Errorf("without its secret: %+v", m)
	}
}

// A call that is cancelled before its message goes takes it back.
func TestCancelled(t *testing.T) {
	b := newBench(t)
	b.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	b.submit(t, "pauses the channel")
	m, err := b.store.Outbox().Put(t.Context(), Message{Channel: "ops", Content: "x", Key: "k", Due: time.Now().Add(500 * time.Millisecond), Deadline: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Submit(ctx, Message{Channel: "ops", Content: "x"}, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	list, err := b.Messages(t.Context(), false)
	if err != nil || len(list) > 2 || list[len(list)-1].ID != m.ID {
		t.Errorf("the outbox has %+v, %v", list, err)
	}
}

// Two processes drain one outbox, and one of them is killed in the middle: no message goes twice, and of each is known
// what became of it.
func TestTwoProcessesAndOneIsKilled(t *testing.T) {
	b := newBench(t)
	const many = 300
	ids := map[string]string{}
	for i := range many {
		m, err := b.store.Outbox().Put(t.Context(), Message{Channel: "ops", Content: fmt.Sprint(i), Created: time.Now(), Due: time.Now(), Deadline: time.Now().Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		ids[m.Content] = m.ID
	}
	middle, resume := make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	b.answers(func(http.ResponseWriter, *http.Request) {
		if calls.Add(1) == 50 {
			close(middle)
			<-resume
		}
	})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	other := exec.Command(self)
	other.Env = append(os.Environ(), helperIn+"="+b.dir)
	other.Stderr = os.Stderr
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	<-middle // the other is in the middle of a message
	if err := b.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	close(resume)
	if err := b.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	seen := map[string]int{}
	for _, text := range b.received() {
		seen[text]++
	}
	unknown := 0
	for text, id := range ids {
		m, err := b.store.Outbox().Message(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if seen[text] > 1 {
			t.Errorf("%s was sent %d times", text, seen[text])
		}
		switch m.State {
		case Sent:
			if seen[text] != 1 {
				t.Errorf("%s is sent, and was received %d times", text, seen[text])
			}
		case Unknown:
			unknown++
		default:
			t.Errorf("%s is %+v", text, m)
		}
	}
	if unknown != 1 && (runtime.GOOS == "linux" || unknown == 0 || unknown > batch) { // elsewhere the machine may have gone down
		t.Errorf("%d messages are unknown, and one was being sent", unknown)
	}
}

// 10,000 messages that wait are sent; make bench has the figure.
func BenchmarkDrain(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		dir := b.TempDir()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
		raw := fmt.Sprintf(`{"channels":{"ops":{"type":"webhook","url":%q}}}`, server.URL)
		if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(raw), 0o600); err != nil {
			b.Fatal(err)
		}
		book, store, err := bookIn(b.Context(), dir, func(f func()) { go f() })
		if err != nil {
			b.Fatal(err)
		}
		for range sqlite.OutMost {
			if _, err := store.Outbox().Put(b.Context(), Message{Channel: "ops", Content: "a message of some words", Created: time.Now(), Due: time.Now(), Deadline: time.Now().Add(time.Hour)}); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		if err := book.Drain(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if left, err := book.Messages(b.Context(), false); err != nil || len(left) > 0 {
			b.Fatalf("left are %d, %v", len(left), err)
		}
		server.Close()
		_ = store.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(sqlite.OutMost)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}
