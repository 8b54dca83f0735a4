package chats

import (
	"context"
	"strings"
	"sync"
	"testing"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// saidIn begins a chat in which one thing is said, and answered.
func saidIn(t *testing.T, b *operatortest.Bench, all *Chats, text string) *Chat {
	t.Helper()
	c, err := all.Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetModel("scripted/turns.jsonl"); err != nil {
		t.Fatal(err)
	}
	run, err := c.Send(text)
	if err != nil {
		t.Fatal(err)
	}
	if ended, err := c.Wait(t.Context(), run.ID); err != nil || ended.State != journal.Done {
		t.Fatalf("%+v, %v", ended, err)
	}
	return c
}

func titles(t *testing.T, all *Chats, dir string) string {
	t.Helper()
	list, err := all.List(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range list {
		title := s.Title
		if s.Pinned {
			title = "*" + title
		}
		if s.Archived {
			title += " (archived)"
		}
		out = append(out, title)
	}
	return strings.Join(out, ", ")
}

func marksBench(t *testing.T) *operatortest.Bench {
	return operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": `{"text":"I put the invoices of March in order."}` + "\n"}})
}

// A chat is named, pinned and archived, which every process sees, and the window is told.
func TestMarks(t *testing.T) {
	b := marksBench(t)
	all, other := New(b.O), New(b.O) // as in another process
	first, second := saidIn(t, b, all, "First"), saidIn(t, b, all, "Second")
	if got := titles(t, all, b.Dir); got != "Second, First" {
		t.Fatalf("%q", got)
	}
	told := make(chan string, 10)
	stop := b.O.News().Listen(func(e news.Event) {
		if e.Session != nil {
			told <- e.Session.Title
		}
	})
	defer stop()
	mark := func(by *Chats, c *Chat, change func(*Marks)) {
		t.Helper()
		if _, err := Mark(t.Context(), by, c.Session().ID, change); err != nil {
			t.Fatal(err)
		}
	}
	mark(other, first, func(m *Marks) { m.Title = "  Invoices  " })
	mark(all, first, func(m *Marks) { m.Pinned = true })
	mark(other, second, func(m *Marks) { m.Archived = true })
	for who, chats := range map[string]*Chats{"who had it open": all, "the other": other, "a third": New(b.O)} {
		if got := titles(t, chats, b.Dir); got != "*Invoices, Second (archived)" {
			t.Errorf("%s: %q", who, got)
		}
	}
	if got := first.Session().Title; got != "Invoices" {
		t.Errorf("the open chat is %q", got)
	}
	for _, want := range []string{"Invoices", "Invoices", "Second"} {
		if got := <-told; got != want {
			t.Errorf("the window was told %q, want %q", got, want)
		}
	}
	mark(all, first, func(m *Marks) { *m = Marks{} })
	if got := titles(t, all, b.Dir); got != "Second (archived), First" {
		t.Errorf("taken back: %q", got)
	}
	if left, err := b.O.Store().States().States(t.Context(), marksKind); err != nil || len(left) != 1 {
		t.Errorf("kept: %q, %v", left, err)
	}
}

// A bad name changes nothing, and says why.
func TestBadNamesOfChats(t *testing.T) {
	b := marksBench(t)
	all := New(b.O)
	c := saidIn(t, b, all, "First")
	for name, want := range map[string]string{
		"two\nlines": "one line of text", "\x1b[2J": "one line of text", "a\xff": "one line of text", "\u2028": "", strings.Repeat("é", 201): "at most 200 characters",
	} {
		_, err := Mark(t.Context(), all, c.Session().ID, func(m *Marks) { m.Title = name })
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if got := titles(t, all, b.Dir); got != "First" {
		t.Errorf("%q", got)
	}
	if _, err := Mark(t.Context(), all, "s_none", func(m *Marks) { m.Pinned = true }); err == nil || !strings.Contains(err.Error(), `there is no chat "s_none"`) {
		t.Errorf("of no chat: %v", err)
	}
}

// No mark of several who mark one chat at once is lost.
func TestMarksAtOnce(t *testing.T) {
	b := marksBench(t)
	id := saidIn(t, b, New(b.O), "First").Session().ID
	var work sync.WaitGroup
	for _, change := range []func(*Marks){func(m *Marks) { m.Title = "Name" }, func(m *Marks) { m.Pinned = true }, func(m *Marks) { m.Archived = true }} {
		work.Go(func() {
			if _, err := Mark(t.Context(), New(b.O), id, change); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if got := titles(t, New(b.O), b.Dir); got != "*Name (archived)" {
		t.Errorf("%q", got)
	}
}

// A search finds what the person and agents have said, by whole words and the beginning of the last, and shows it in its place.
func TestSearch(t *testing.T) {
	b := marksBench(t)
	all := New(b.O)
	c := saidIn(t, b, all, "Please\n\n"+strings.Repeat("x ", 100)+"sort the INVOICES "+strings.Repeat("y ", 200))
	if _, err := Mark(t.Context(), all, c.Session().ID, func(m *Marks) { m.Title = "Sorting" }); err != nil {
		t.Fatal(err)
	}
	hits, err := Search(t.Context(), all, SearchQuery{Words: "invoi", Space: b.Dir})
	if err != nil || len(hits) != 2 {
		t.Fatalf("%+v, %v", hits, err)
	}
	if h := hits[0]; !h.ByAgent || h.Chat.Title != "Sorting" || h.Before+"|"+h.Match+"|"+h.After != "I put the |invoi|ces of March in order." {
		t.Errorf("the agent's: %+v", h)
	}
	if h := hits[1]; h.ByAgent || h.Match != "INVOI" || !strings.HasPrefix(h.Before, "…") || !strings.HasSuffix(h.Before, " x sort the ") || !strings.HasPrefix(h.After, "CES y y ") || !strings.HasSuffix(h.After, "…") {
		t.Errorf("the person's: %+v", h.Passage)
	}
	for _, words := range []string{"", "zebra", "invoices zebra"} {
		if hits, err := Search(t.Context(), all, SearchQuery{Words: words}); err != nil || len(hits) != 0 {
			t.Errorf("%q: %+v, %v", words, hits, err)
		}
	}
}

// A question names its chat. One that expires marks it, until the person looks at it; one that is answered, or is of no
// chat, marks nothing.
func TestAMissedQuestionMarksItsChat(t *testing.T) {
	b := marksBench(t)
	all := New(b.O)
	id := saidIn(t, b, all, "First").Session().ID
	verdict := tools.Deny
	var asked tools.Question
	b.O.Asking().AskThrough(func(tools.Confirmer) tools.Confirmer {
		return confirmer(func(_ context.Context, q tools.Question) (tools.Answer, error) {
			asked = q
			return tools.Answer{Verdict: verdict}, nil
		})
	})
	missed := func(session string) bool {
		t.Helper()
		if _, err := b.O.Asking().Confirm(t.Context(), tools.Question{ID: "q", Session: session}); err != nil {
			t.Fatal(err)
		}
		list, err := New(b.O).List(t.Context(), b.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return list[0].Missed
	}
	if missed(id) || asked.Chat != "First" {
		t.Errorf("it was answered, in the chat %q", asked.Chat)
	}
	verdict = tools.Expire
	if missed("s_of_nobody") || asked.Chat != "" {
		t.Errorf("it was of no chat, and of %q", asked.Chat)
	}
	if !missed(id) {
		t.Error("it expired, and the chat is not marked")
	}
	if _, err := Mark(t.Context(), all, id, func(m *Marks) { m.Missed = false }); err != nil {
		t.Fatal(err)
	}
	verdict = tools.Deny
	if missed(id) {
		t.Error("the person has looked at it, and it is still marked")
	}
}

type confirmer func(context.Context, tools.Question) (tools.Answer, error)

func (f confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	return f(ctx, q)
}
