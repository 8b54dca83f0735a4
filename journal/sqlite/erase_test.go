package sqlite

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// The record of one space goes, and that of another stays; then all of it. No word of it is in a file, and no number comes again.
func TestErase(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "the zebraquestion", "the zebraanswer "+strings.Repeat("long ", 2000))
	talk(t, s, "r_2", "s_2", "/b", "the lynxquestion", "the lynxanswer")
	record(t, s, ended("r_1"), ended("r_2"))
	if err := s.States().SetState(t.Context(), "chat-name", "s_1", "zebraname"); err != nil {
		t.Fatal(err)
	}
	if err := s.States().SetState(t.Context(), "trust", "/a", "yes"); err != nil {
		t.Fatal(err)
	}
	if held, err := Holds(t.Context(), s, "/a"); err != nil || held.Runs != 1 || held.Chats != 1 || held.Since.IsZero() {
		t.Errorf("%+v, %v", held, err)
	}
	var said []string
	if err := Conversations(t.Context(), s, func(l Line) error { said = append(said, l.Space+" "+string(l.Kind)); return nil }); err != nil || !slices.Equal(said, []string{"/a prompted", "/a replied", "/b prompted", "/b replied"}) {
		t.Errorf("%q, %v", said, err)
	}
	beginIn(t, s, "r_3", "/a")
	if _, err := Erase(t.Context(), s, "/a"); !errors.Is(err, ErrGoesOn) {
		t.Errorf("while a run goes on: %v", err)
	}
	record(t, s, ended("r_3"))
	for _, c := range []struct {
		space string
		words []string
		left  int
	}{{"/a", []string{"zebra"}, 1}, {"", []string{"zebra", "lynx"}, 0}} {
		if _, err := Erase(t.Context(), s, c.space); err != nil {
			t.Fatal(err)
		}
		for _, w := range c.words {
			if onDisk(t, s, w) {
				t.Errorf("%s is still there", w)
			}
		}
		if held, err := Holds(t.Context(), s, ""); err != nil || held.Chats != c.left {
			t.Errorf("%q: %+v, %v", c.space, held, err)
		}
	}
	if text, _, err := s.States().State(t.Context(), "trust", "/a"); err != nil || text != "yes" {
		t.Errorf("trust says %q, %v", text, err)
	}
	talk(t, s, "r_4", "s_4", "/a", "again", "yes")
	events, err := s.History().SessionEvents(t.Context(), "s_4", 0, 10)
	if err != nil || len(events) == 0 || events[0].Seq < 8 {
		t.Errorf("numbers come again: %+v, %v", events, err)
	}
}

// What a bound would take is what it takes.
func TestOutlived(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	for _, id := range []string{"r_1", "r_2", "r_3"} {
		talk(t, s, id, "s_"+id, "/a", "a question", strings.Repeat("long ", 100_000))
		record(t, s, ended(id))
	}
	size, err := s.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Retention{{MaxBytes: size * 3 / 4}, {}, {MaxAge: time.Hour}, {MaxAge: time.Nanosecond}} {
		would, err := Outlived(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		if did, err := s.Prune(t.Context(), r); err != nil || did != would {
			t.Errorf("%+v: it would take %+v, and took %+v, %v", r, would, did, err)
		}
	}
}

func beginIn(t *testing.T, s *Store, id, space string) {
	t.Helper()
	if err := s.Begin(t.Context(), journal.Run{ID: id, Space: space, Origin: journal.FromCLI, Started: time.Now(), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
}
