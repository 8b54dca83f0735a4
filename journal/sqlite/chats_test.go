package sqlite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// said finds what was said, each as "run: text".
func said(t *testing.T, s *Store, q SaidQuery) string {
	t.Helper()
	found, err := s.History().Said(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", q.Words, err)
	}
	var out []string
	for _, f := range found {
		var d struct{ Text string }
		if err := json.Unmarshal(f.Event.Data, &d); err != nil {
			t.Fatal(err)
		}
		out = append(out, f.Run.ID+": "+d.Text)
	}
	return strings.Join(out, "\n")
}

func talk(t *testing.T, s *Store, run, session, space, prompt string, replies ...string) {
	t.Helper()
	r := journal.Run{ID: run, Session: session, Space: space, Origin: journal.FromChat, Title: prompt, Started: time.Now(), State: journal.Running}
	if err := s.Begin(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	list := []journal.Event{journal.New(run, "", journal.Prompted, journal.PromptedData{Text: prompt})}
	for _, text := range replies {
		list = append(list, journal.New(run, "", journal.Replied, journal.RepliedData{Text: text}))
	}
	record(t, s, list...)
}

func TestSaid(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "Rename the invoices", "I renamed 12 invoices. Größe: 3 MB", "")
	talk(t, s, "r_2", "s_2", "/b", "What is in the INVOICE folder?", "Nothing \"odd\" AND nothing OR else: c++ (x*)")
	for words, want := range map[string]string{
		"invoices":          "r_1: I renamed 12 invoices. Größe: 3 MB\nr_1: Rename the invoices",
		"invoice":           "r_2: What is in the INVOICE folder?\nr_1: I renamed 12 invoices. Größe: 3 MB\nr_1: Rename the invoices",
		"rename invoi":      "r_1: Rename the invoices",
		"grosse":            "",
		"große":             "r_1: I renamed 12 invoices. Größe: 3 MB", // marks above letters do not count
		"größe":             "r_1: I renamed 12 invoices. Größe: 3 MB",
		"grö":               "r_1: I renamed 12 invoices. Größe: 3 MB",
		`"odd"`:             "r_2: Nothing \"odd\" AND nothing OR else: c++ (x*)",
		"nothing OR zebra":  "",
		"c++ (x*":           "r_2: Nothing \"odd\" AND nothing OR else: c++ (x*)",
		"text:invoices":     "",
		"zebra":             "",
		"":                  "",
		" \x00\xff ":        "",
		"-invoices":         "r_1: I renamed 12 invoices. Größe: 3 MB\nr_1: Rename the invoices",
		"NEAR(a b) ^ { } '": "",
	} {
		if got := said(t, s, SaidQuery{Words: words}); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	if got := said(t, s, SaidQuery{Words: "invoice", Space: "/b"}); got != "r_2: What is in the INVOICE folder?" {
		t.Errorf("in one space: %q", got)
	}
	if got := said(t, s, SaidQuery{Words: "invoice", Limit: 1}); strings.Count(got, "\n") != 0 || got == "" {
		t.Errorf("one: %q", got)
	}
}

// What retention removes is found no more.
func TestWhatIsPrunedIsNotSaid(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	talk(t, s, "r_1", "s_1", "/a", "An old zebra")
	record(t, s, ended("r_1"))
	talk(t, s, "r_2", "s_2", "/a", "A new zebra")
	time.Sleep(2 * time.Millisecond) // retention counts time
	if _, err := s.Prune(t.Context(), Retention{MaxAge: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if got := said(t, s, SaidQuery{Words: "zebra"}); got != "r_2: A new zebra" {
		t.Errorf("%q", got)
	}
	var n int
	if err := s.db.read.QueryRowContext(t.Context(), "SELECT count(*) FROM said WHERE said MATCH 'zebra'").Scan(&n); err != nil || n != 1 {
		t.Errorf("the index has %d, %v", n, err)
	}
}

// All conversations of a space are listed, however many runs they have.
func TestChatsOfASpace(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	for i := range 700 {
		talk(t, s, fmt.Sprintf("r_%d", i), fmt.Sprintf("s_%d", i%350), "/a", fmt.Sprintf("prompt %d", i))
		if i != 699 {
			record(t, s, ended(fmt.Sprintf("r_%d", i)))
		}
	}
	talk(t, s, "r_other", "s_other", "/b", "elsewhere")
	list, err := s.History().Chats(t.Context(), "/a")
	if err != nil || len(list) != 350 {
		t.Fatalf("%d chats, %v", len(list), err)
	}
	if c := list[0]; c.Title != "prompt 349" || c.Last.ID != "r_699" || c.Running != "r_699" {
		t.Errorf("the last spoken in: %+v", c)
	}
	if c := list[349]; c.Title != "prompt 0" || c.Last.ID != "r_350" || c.Running != "" {
		t.Errorf("the first: %+v", c)
	}
	if !slices.IsSortedFunc(list, func(a, b Chat) int { return b.Last.Started.Compare(a.Last.Started) }) {
		t.Error("they are not in order")
	}
}
