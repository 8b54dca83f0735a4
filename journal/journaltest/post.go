package journaltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
)

// RunPost checks the contract of a Post. open opens it anew, as another process would, on the same letters; what it
// returns is closed when the test ends.
func RunPost(t *testing.T, open func(t *testing.T) journal.Post) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(t *testing.T, open func() journal.Post)
	}{
		{"letters lie in their boxes in order", testLettersLie},
		{"a letter is put once", testPutOnce},
		{"bytes come back as they were given", testLetterBytes},
		{"what is no letter is refused", testNoLetter},
		{"who follows gets what lies there and what comes", testFollow},
		{"all who follow get all", testFollowers},
		{"another process gets it", testOtherProcess},
		{"what is dropped is gone", testDrop},
		{"what was dropped can be put again", testPutAgain},
		{"following ends with its context", testFollowEnds},
		{"many may put at the same time", testPutMany},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, func() journal.Post { return open(t) }) })
	}
}

// patience is how long a test of a Post waits for what must come.
const patience = 20 * time.Second

func letter(box, id, body string) journal.Letter {
	return journal.Letter{Box: box, ID: id, Body: []byte(body)}
}

func put(t *testing.T, p journal.Post, letters ...journal.Letter) {
	t.Helper()
	for _, l := range letters {
		if err := p.Put(t.Context(), l); err != nil {
			t.Fatalf("put %s: %v", l.ID, err)
		}
	}
}

func lie(t *testing.T, p journal.Post, box string, want ...journal.Letter) {
	t.Helper()
	got, err := p.Letters(t.Context(), box)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Fatalf("%v; in %s lie (-want +got):\n%s", err, box, diff)
	}
}

func testLettersLie(t *testing.T, open func() journal.Post) {
	p := open()
	lie(t, p, "a.b")
	put(t, p, letter("a.b", "2", "two"), letter("a.b", "1", "one"), letter("a", "1", "other"), letter("a.b.c", "1", "deeper"))
	lie(t, p, "a.b", letter("a.b", "2", "two"), letter("a.b", "1", "one"))
	lie(t, p, "a", letter("a", "1", "other"))
	lie(t, open(), "a.b.c", letter("a.b.c", "1", "deeper"))
}

func testPutOnce(t *testing.T, open func() journal.Post) {
	p := open()
	put(t, p, letter("a", "1", "first"), letter("a", "1", "second"))
	put(t, open(), letter("a", "1", "third"))
	lie(t, p, "a", letter("a", "1", "first"))
}

func testLetterBytes(t *testing.T, open func() journal.Post) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	p := open()
	put(t, p, journal.Letter{Box: "a", ID: "aZ_-9", Body: all})
	lie(t, p, "a", journal.Letter{Box: "a", ID: "aZ_-9", Body: all})
	long := bytes.Repeat([]byte{0xff}, journal.LetterLimit)
	put(t, p, journal.Letter{Box: "a", ID: "long", Body: long})
	if got, err := p.Letters(t.Context(), "a"); err != nil || len(got) != 2 || !bytes.Equal(got[1].Body, long) {
		t.Errorf("%d letters, %v", len(got), err)
	}
}

func testNoLetter(t *testing.T, open func() journal.Post) {
	p := open()
	for _, l := range []journal.Letter{
		letter("", "1", ""), letter("a", "", ""), letter("a.", "1", ""), letter("a..b", "1", ""), letter("a.*", "1", ""), letter("a.>", "1", ""), letter("A", "1", ""),
		letter("a", "1.2", ""), letter("a", "*", ""), letter("a", "1 2", ""), letter(strings.Repeat("a", 129), "1", ""), letter("a", strings.Repeat("1", 129), ""),
		letter("a", "1", strings.Repeat("x", journal.LetterLimit+1)),
	} {
		if err := p.Put(t.Context(), l); !errors.Is(err, journal.ErrLetter) {
			t.Errorf("%.20q in %.20q: %v", l.ID, l.Box, err)
		}
	}
}

// following follows a box until the test ends.
func following(t *testing.T, p journal.Post, box string) <-chan journal.Letter {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, done := make(chan journal.Letter, 1000), make(chan struct{})
	t.Cleanup(func() { stop(); <-done })
	go func() {
		defer close(done)
		for l, err := range p.Follow(ctx, box) {
			if err != nil {
				t.Errorf("following %s: %v", box, err)
				return
			}
			out <- l
		}
	}()
	return out
}

func comes(t *testing.T, from <-chan journal.Letter, want journal.Letter) {
	t.Helper()
	select {
	case got := <-from:
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("there comes (-want +got):\n%s", diff)
		}
	case <-time.After(patience):
		t.Fatalf("%s does not come", want.ID)
	}
}

func testFollow(t *testing.T, open func() journal.Post) {
	p := open()
	put(t, p, letter("a", "1", "one"), letter("b", "1", "other"))
	got := following(t, p, "a")
	comes(t, got, letter("a", "1", "one"))
	put(t, p, letter("a", "1", "again"), letter("b", "2", "other"), letter("a", "2", "two"))
	comes(t, got, letter("a", "2", "two"))
}

func testFollowers(t *testing.T, open func() journal.Post) {
	p := open()
	first, second := following(t, p, "a"), following(t, p, "a")
	put(t, p, letter("a", "1", "one"))
	comes(t, first, letter("a", "1", "one"))
	comes(t, second, letter("a", "1", "one"))
}

func testOtherProcess(t *testing.T, open func() journal.Post) {
	here, there := open(), open()
	got := following(t, here, "a")
	for i := range 5 {
		l := letter("a", fmt.Sprint(i), "x")
		put(t, there, l)
		comes(t, got, l)
	}
}

func testDrop(t *testing.T, open func() journal.Post) {
	p := open()
	put(t, p, letter("a", "1", "one"), letter("a", "2", "two"), letter("b", "1", "other"))
	for range 2 {
		if err := p.Drop(t.Context(), "a", "1"); err != nil {
			t.Fatal(err)
		}
	}
	lie(t, p, "a", letter("a", "2", "two"))
	lie(t, p, "b", letter("b", "1", "other"))
	comes(t, following(t, open(), "a"), letter("a", "2", "two"))
}

func testPutAgain(t *testing.T, open func() journal.Post) {
	p := open()
	got := following(t, p, "a")
	put(t, p, letter("a", "1", "one"))
	comes(t, got, letter("a", "1", "one"))
	if err := p.Drop(t.Context(), "a", "1"); err != nil {
		t.Fatal(err)
	}
	put(t, p, letter("a", "1", "anew"))
	comes(t, got, letter("a", "1", "anew"))
}

func testFollowEnds(t *testing.T, open func() journal.Post) {
	ctx, stop := context.WithCancel(t.Context())
	p := open()
	put(t, p, letter("a", "1", "one"))
	for l, err := range p.Follow(ctx, "a") {
		if err != nil || l.ID != "1" {
			t.Fatalf("%v, %v", l.ID, err)
		}
		stop()
	}
	stop()
	for range p.Follow(t.Context(), "a") {
		break // a reader may go at any time
	}
}

func testPutMany(t *testing.T, open func() journal.Post) {
	p, other := open(), open()
	got := following(t, p, "a")
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			from := []journal.Post{p, other}[i%2]
			for j := range 3 { // each is put three times
				if err := from.Put(t.Context(), letter("a", fmt.Sprint(i), "x")); err != nil {
					t.Errorf("put %d the %d. time: %v", i, j, err)
				}
			}
		})
	}
	wait.Wait()
	had := map[string]bool{}
	for deadline := time.After(patience); len(had) < 40; {
		select {
		case l := <-got:
			had[l.ID] = true
		case <-deadline:
			t.Fatalf("%d of 40 came", len(had))
		}
	}
	if all, err := p.Letters(t.Context(), "a"); err != nil || len(all) != 40 {
		t.Errorf("%d lie there, %v", len(all), err)
	}
}
