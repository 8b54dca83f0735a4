package machines_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/journal/jetstream"
	"handrail/journal/jetstream/natstest"
	"handrail/operator/news"
	"handrail/operator/operatortest"
)

// told are the notices that a machine has shown.
type told struct {
	mu   sync.Mutex
	text []string
}

func (m *machine) listen() *told {
	n := &told{}
	m.t.Cleanup(m.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.text = append(n.text, e.Notice.Text)
		}
	}))
	return n
}

func (n *told) has(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(strings.Join(n.text, "\n"), text)
}

// waits waits until a machine's inbox holds so many questions.
func (m *machine) waits(n int) {
	m.t.Helper()
	operatortest.WaitUntil(m.t, fmt.Sprintf("%d questions wait", n), func() bool {
		asks, err := m.desk.Asks(m.t.Context())
		return err == nil && len(asks) == n
	})
}

// Of two answers that are given at once, one counts, and who gave the other one is told whose that was, and how.
func TestTwoAnswersAtOnce(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b, c := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL()), newMachine(t, "attic", s.URL())
	pairUp(t, a, b, c)
	for _, m := range []*machine{b, c} {
		if err := m.desk.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		name := fmt.Sprintf("%d.txt", i)
		done := a.write(name)
		a.next()
		var wait sync.WaitGroup
		said := map[string]string{}
		var mu sync.Mutex
		for m, run := range map[*machine]bool{b: true, c: false} {
			wait.Go(func() {
				m.waits(1)
				asks, err := m.desk.Asks(t.Context())
				if err != nil || len(asks) != 1 {
					t.Errorf("%v, %v", asks, err)
					return
				}
				if err := m.desk.Answer(t.Context(), asks[0], run, ""); err != nil {
					t.Error(err)
				}
				o, err := m.desk.Became(t.Context(), asks[0].Key)
				if err != nil {
					t.Error(err)
				}
				text, _ := m.desk.Say(t.Context(), o)
				mu.Lock()
				defer mu.Unlock()
				said[m.desk.Name()] = text
			})
		}
		r := <-done
		wait.Wait()
		want := map[string]string{"tower": "Your answer counts: allowed.", "attic": "Your answer came too late: it was allowed on tower before."}
		if r.Error != nil {
			want = map[string]string{"tower": "Your answer came too late: it was declined on attic before.", "attic": "Your answer counts: declined."}
		}
		if diff := cmp.Diff(want, said); diff != "" || a.wrote(name) != (r.Error == nil) {
			t.Fatalf("%+v; (-want +got):\n%s", r, diff)
		}
		b.waits(0)
		c.waits(0)
	}
}

// What is asked and answered while the server is down comes when it is there again; an answer that comes too late says so, and runs nothing.
func TestOffline(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	pairUp(t, a, b)
	show(b)
	atB := b.listen()
	first := a.write("first.txt")
	mine, there := a.next(), b.next()
	s.Kill()
	second := a.write("second.txt") // asked while nobody can be reached
	a.next()
	there.answer(true, "") // given while nobody can be reached, and
	mine.answer(false, "mine comes first")
	if r := <-first; r.Error == nil || a.wrote("first.txt") {
		t.Fatalf("%+v", r)
	}
	s.Again()
	later := b.next()
	operatortest.WaitUntil(t, "the late answer is told so", func() bool { return atB.has("too late: it was declined on laptop") })
	later.answer(true, "")
	if r := <-second; r.Error != nil || !a.wrote("second.txt") || a.wrote("first.txt") {
		t.Errorf("%+v", r)
	}
	a.waits(0)
	b.waits(0)
}

// A working day: calls are answered on both machines while the server is killed ten times, and once restored from an old state.
func TestAWorkingDay(t *testing.T) {
	top := t.TempDir()
	s := natstest.Start(t, filepath.Join(top, "new"))
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	pairUp(t, a, b)
	show(a, b)
	for i := range 10 {
		name := fmt.Sprintf("%d.txt", i)
		asks, answers := a, b
		if i%2 == 1 {
			asks, answers = b, a
		}
		if i%3 == 0 {
			s.Kill()
		}
		done := asks.write(name)
		here := asks.next()
		switch i {
		case 3: // what was there when the first day began
			if err := os.CopyFS(filepath.Join(top, "old"), os.DirFS(filepath.Join(top, "new"))); err != nil {
				t.Fatal(err)
			}
		case 6:
			s.Move(filepath.Join(top, "old"))
		}
		if i%3 == 0 {
			s.Again()
		}
		there := answers.next()
		if there.q.Preview.Digest != here.q.Preview.Digest {
			t.Fatalf("%d: there stands %+v", i, there.q)
		}
		if i%3 != 0 {
			s.Kill()
		}
		there.answer(i%4 != 0, "no")
		if i%3 != 0 {
			s.Again()
		}
		if r := <-done; r.err != nil || (r.Error == nil) != (i%4 != 0) || asks.wrote(name) != (i%4 != 0) {
			t.Fatalf("%d: %+v", i, r)
		}
		asks.waits(0)
		answers.waits(0)
	}
	if n := len(a.asked) + len(b.asked); n > 0 {
		t.Errorf("%d more were asked", n)
	}
}

// tap keeps what comes to a machine over the server.
func tap(t *testing.T, post *jetstream.Post, id string) func() []journal.Letter {
	t.Helper()
	var mu sync.Mutex
	var letters []journal.Letter
	done := make(chan struct{})
	go func() {
		defer close(done)
		for l, err := range post.Follow(t.Context(), "to."+id) {
			if err != nil {
				return
			}
			mu.Lock()
			letters = append(letters, l)
			mu.Unlock()
		}
	}()
	t.Cleanup(func() { post.Close(); <-done })
	return func() []journal.Letter {
		mu.Lock()
		defer mu.Unlock()
		return append([]journal.Letter{}, letters...)
	}
}

// A server that repeats, changes and makes letters gets nothing run.
func TestAServerThatLies(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	pairUp(t, a, b)
	show(b)
	ids := map[*machine]string{}
	for _, m := range []*machine{a, b} {
		other := map[*machine]*machine{a: b, b: a}[m]
		peers, err := other.desk.Peers(t.Context())
		if err != nil || len(peers) != 1 {
			t.Fatal(peers, err)
		}
		ids[m] = peers[0].ID
	}
	eve, err := jetstream.Open(t.Context(), jetstream.Config{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	toA, toB := tap(t, eve, ids[a]), tap(t, eve, ids[b])
	done := a.write("same.txt")
	a.next()
	b.next().answer(true, "")
	if r := <-done; r.Error != nil {
		t.Fatalf("%+v", r)
	}
	if err := os.Remove(filepath.Join(a.Dir, "same.txt")); err != nil {
		t.Fatal(err)
	}
	again := a.write("same.txt") // the same act, with the same digest
	here, there := a.next(), b.next()
	number := 0
	replay := func(box string, letters []journal.Letter) {
		for _, l := range letters {
			for _, body := range [][]byte{l.Body, bytes.ToUpper(l.Body), append(bytes.Clone(l.Body), 'x'), []byte("handrail-letter/1\n" + ids[b] + "\n" + ids[a] + "\n99\n"), nil} {
				number++
				if err := eve.Put(t.Context(), journal.Letter{Box: box, ID: fmt.Sprintf("x-%d", number), Body: body}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	replay("to."+ids[a], toA())
	replay("to."+ids[a], toB()) // sent back to who has written them
	replay("to."+ids[b], toB())
	for _, m := range []*machine{a, b} {
		operatortest.WaitUntil(t, "all of it was looked at", func() bool {
			left, err := eve.Letters(t.Context(), "to."+ids[m])
			return err == nil && len(left) == 0
		})
	}
	select {
	case r := <-again:
		t.Fatalf("a repeated yes counts: %+v", r)
	case <-here.gone:
		t.Fatal("the question is gone")
	case <-there.gone:
		t.Fatal("the question is gone there")
	case extra := <-b.asked:
		t.Fatalf("an old question stands there again: %+v", extra.q)
	default:
	}
	for _, l := range append(toA(), toB()...) {
		if bytes.Contains(l.Body, []byte("same.txt")) || bytes.Contains(l.Body, []byte("write")) {
			t.Errorf("the server can read %q", l.Body)
		}
	}
	there.answer(false, "no")
	if r := <-again; r.Error == nil || a.wrote("same.txt") {
		t.Errorf("%+v", r)
	}
}

// Nothing that an unpaired machine says counts, and its questions are gone.
func TestUnpaired(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	pairUp(t, a, b)
	show(b)
	done := a.write("x.txt")
	here, there := a.next(), b.next()
	peer, err := a.desk.Find(t.Context(), "tower")
	if err != nil {
		t.Fatal(err)
	}
	atB := b.listen()
	if err := a.desk.Unpair(t.Context(), peer); err != nil {
		t.Fatal(err)
	}
	<-there.gone
	operatortest.WaitUntil(t, "the other machine is told", func() bool { return atB.has("laptop was unpaired") })
	if peers, err := b.desk.Peers(t.Context()); err != nil || len(peers) != 0 {
		t.Errorf("%v, %v", peers, err)
	}
	here.answer(true, "")
	if r := <-done; r.Error != nil || !a.wrote("x.txt") {
		t.Errorf("%+v", r)
	}
	if a.desk.On(t.Context()) || b.desk.On(t.Context()) {
		t.Error("others are still asked")
	}
	next := a.write("y.txt")
	a.next().answer(false, "no")
	<-next
	pairUp(t, a, b) // anew: the numbers of letters go on
	third := a.write("z.txt")
	a.next()
	b.next().answer(true, "")
	if r := <-third; r.Error != nil || !a.wrote("z.txt") {
		t.Errorf("%+v", r)
	}
}
