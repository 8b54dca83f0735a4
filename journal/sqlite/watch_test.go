package sqlite

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"handrail/journal"

	"github.com/google/go-cmp/cmp"
)

func TestWatch(t *testing.T) {
	path := journalIn(t)
	s, other := open(t, Config{Path: path}), open(t, Config{Path: path})
	begin(t, s, "a")
	begin(t, other, "b")
	var old []journal.Event
	for i := range 2*watchPage + 1 { // more than a page of old ones
		old = append(old, text("a", strconv.Itoa(i)))
	}
	record(t, s, old...)
	tests := []struct {
		name, run string
		after     int64
		want      []string
	}{
		{"all", "", old[len(old)-2].Seq, []string{strconv.Itoa(len(old) - 1), "mine", "theirs", "last"}},
		{"all from the beginning", "", 0, nil},
		{"one run", "b", 0, []string{"theirs", "last"}},
	}
	var group sync.WaitGroup
	for _, tt := range tests {
		group.Go(func() {
			var got []string
			seq := tt.after
			for e, err := range s.History().Watch(t.Context(), tt.run, tt.after) {
				if err != nil {
					t.Errorf("%s: %v", tt.name, err)
					return
				}
				if e.Seq <= seq {
					t.Errorf("%s: Seq %d after %d", tt.name, e.Seq, seq)
				}
				seq = e.Seq
				got = append(got, words(t, e))
				if words(t, e) == "last" {
					break
				}
			}
			if tt.want == nil {
				if len(got) != len(old)+3 {
					t.Errorf("%s: %d events", tt.name, len(got))
				}
				return
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
		})
	}
	record(t, s, text("a", "mine"))
	record(t, other, text("b", "theirs"))
	record(t, other, text("b", "last"))
	group.Wait()
}

// words is what a small event says.
func words(t *testing.T, e journal.Event) string {
	t.Helper()
	for _, w := range []string{"mine", "theirs", "last"} {
		if string(e.Data) == string(text("", w).Data) {
			return w
		}
	}
	var n int
	if _, err := fmt.Sscanf(string(e.Data), `{"stream":"stdout","text":"%d"}`, &n); err != nil {
		t.Errorf("event %s: %v", e.Data, err)
	}
	return strconv.Itoa(n)
}

func TestWatchEnds(t *testing.T) {
	path := journalIn(t)
	for name, end := range map[string]func(s *Store, cancel func()) error{
		"with its context": func(_ *Store, cancel func()) error { cancel(); return nil },
		"with its store":   func(s *Store, _ func()) error { return s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, Config{Path: path})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan error, 1)
			go func() {
				var failed error
				for _, err := range s.History().Watch(ctx, "", 0) {
					failed = err
				}
				done <- failed
			}()
			if err := end(s, cancel); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("it goes on")
			}
		})
	}
}

// Notify hears of every event of its own Store, once and in the order of Seq,
// whoever records at the same time.
func TestNotify(t *testing.T) {
	path := journalIn(t)
	var heard []journal.Event
	s := open(t, Config{Path: path, Notify: func(events []journal.Event) { heard = append(heard, events...) }})
	other := open(t, Config{Path: path})
	for _, id := range []string{"a", "b", "c"} {
		begin(t, s, id)
	}
	begin(t, other, "other")
	var group sync.WaitGroup
	for _, id := range []string{"a", "b", "c"} {
		group.Go(func() {
			for i := range 50 {
				record(t, s, text(id, strconv.Itoa(i)), text(id, "again"))
				record(t, other, text("other", "x"))
			}
		})
	}
	group.Wait()
	if len(heard) != 300 {
		t.Fatalf("heard of %d events, want 300", len(heard))
	}
	last := int64(0)
	for _, e := range heard {
		if e.Seq <= last || e.Run == "other" {
			t.Fatalf("heard of %s %d after %d", e.Run, e.Seq, last)
		}
		last = e.Seq
	}
	if err := s.Record(t.Context(), text("unknown", "x")); err == nil || len(heard) != 300 {
		t.Errorf("what was refused was told: %v", heard[300:])
	}
}

// The start of an act that is not idempotent waits for the disk; other events
// do not (docs/spec/13-journal.md).
func TestDurableEventsWaitForTheDisk(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	begin(t, s, "r")
	for _, durable := range []bool{false, true, true, false, true, false} {
		e := text("r", "x")
		e.Durable = durable
		record(t, s, text("r", "before"), e)
		var level int
		if err := s.db.conn.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&level); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 1, true: 2}[durable]; level != want { // NORMAL, FULL
			t.Errorf("durable %v: written with synchronous = %d, want %d", durable, level, want)
		}
	}
}
