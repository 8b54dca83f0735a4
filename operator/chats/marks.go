package chats

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/news"
)

// Marks are what the person has said of a chat, and what it is called until they say so.
type Marks struct {
	Title    string `json:"title,omitempty"` // its name; "": Auto
	Auto     string `json:"auto,omitempty"`  // what a model has called it, see Entitle; "": the first words of its first prompt
	Pinned   bool   `json:"pinned,omitempty"`
	Archived bool   `json:"archived,omitempty"`
	Missed   bool   `json:"missed,omitempty"` // a question has expired, and they have not looked at the chat since
}

// marksKind is the kind of state under which marks are kept, by session.
const marksKind = "chat"

// titleMost is how many characters a name of a chat may have.
const titleMost = 200

// apply puts the marks on a chat as lists show it.
func (m Marks) apply(s news.Session) news.Session {
	s.Title = cmp.Or(m.Title, m.Auto, s.Title)
	s.Pinned, s.Archived, s.Missed = m.Pinned, m.Archived, m.Missed
	return s
}

// marksOf reads marks; those of another version count as none.
func marksOf(text string) (m Marks) {
	if text == "" || json.Unmarshal([]byte(text), &m) != nil {
		return Marks{}
	}
	return m
}

// Mark changes what the person has said of a chat, as one act among all processes, and tells the window. A name is one line
// of at most 200 characters; "" brings back the automatic one.
func Mark(ctx context.Context, all *Chats, id string, change func(*Marks)) (news.Session, error) {
	c, err := all.Find(ctx, id)
	if err != nil {
		return news.Session{}, err
	}
	var now Marks
	change(&now)
	now.Title = strings.TrimSpace(now.Title)
	switch {
	case !utf8.ValidString(now.Title) || strings.ContainsFunc(now.Title, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }):
		return news.Session{}, errors.New("the name of a chat is one line of text")
	case utf8.RuneCountInString(now.Title) > titleMost:
		return news.Session{}, fmt.Errorf("the name of a chat has at most %d characters", titleMost)
	}
	err = all.o.Store().States().ChangeState(ctx, marksKind, id, func(old string) string {
		now = marksOf(old)
		change(&now)
		now.Title = strings.TrimSpace(now.Title)
		if now == (Marks{}) {
			return ""
		}
		raw, _ := json.Marshal(now) // strings and booleans
		return string(raw)
	})
	if err != nil {
		return news.Session{}, err
	}
	c.mu.Lock()
	c.marks = now
	c.mu.Unlock()
	s := c.Session()
	all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
	return s, nil
}

// miss marks a chat in which a question has expired. What is no chat has no mark.
func miss(ctx context.Context, all *Chats, session string) {
	_, _ = Mark(context.WithoutCancel(ctx), all, session, func(m *Marks) { m.Missed = true })
}

// A Hit is a place in a chat that a search has found.
type Hit struct {
	Chat    news.Session
	Said    journal.Event // journal.Prompted or journal.Replied
	ByAgent bool
	Passage // of its text
}

// A Passage is a part of a text, around what was searched.
type Passage struct{ Before, Match, After string }

// SearchQuery says what to search in chats.
type SearchQuery struct {
	Words string // all of them, in any order; the last may be the beginning of one
	Space string // only this folder; "" for all
	Limit int    // at most this many; 0 means 50
}

// Search finds what was said in chats, by the person and by agents, the newest first.
func Search(ctx context.Context, all *Chats, q SearchQuery) ([]Hit, error) {
	found, err := all.o.Store().History().Said(ctx, sqlite.SaidQuery(q))
	if err != nil {
		return nil, err
	}
	marks, err := all.o.Store().States().States(ctx, marksKind)
	if err != nil {
		return nil, err
	}
	out := make([]Hit, 0, len(found))
	for _, f := range found {
		var said struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(f.Event.Data, &said); err != nil {
			return nil, fmt.Errorf("the record of %s: %w", f.Run.ID, err)
		}
		out = append(out, Hit{
			Chat: marksOf(marks[f.Run.Session]).apply(news.Session{ID: f.Run.Session, Space: f.Run.Space, Title: f.Run.Title, Agent: f.Run.Agent, Updated: f.Event.Time}),
			Said: f.Event, ByAgent: f.Event.Kind == journal.Replied, Passage: passageOf(said.Text, q.Words),
		})
	}
	return out, nil
}

// passageAround is how many characters of a text are shown on each side of what was searched.
const passageAround = 60

// passageOf is the text around the first of the words that stands in it as it was typed, but for capitals; without one, which
// marks above letters make possible, its beginning.
func passageOf(text, words string) Passage {
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range strings.Fields(words) {
		if from, to, ok := find(text, w); ok {
			return Passage{tail(text[:from]), text[from:to], head(text[to:])}
		}
	}
	return Passage{After: head(text)}
}

// find finds a word without regard to capitals.
func find(text, word string) (from, to int, ok bool) {
	for i := range text {
		if end := i + len(word); end <= len(text) && strings.EqualFold(text[i:end], word) {
			return i, end, true
		}
	}
	return 0, 0, false
}

func head(s string) string {
	for i, n := 0, 0; i < len(s); n++ {
		if n == 2*passageAround {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

func tail(s string) string {
	for i, n := len(s), 0; i > 0; n++ {
		if n == passageAround {
			return "…" + s[i:]
		}
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s
}
