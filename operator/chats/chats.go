// Package chats holds the conversations with agents: it finds the model, makes the
// prompt, and lets the agent's loop call tools through the door.
package chats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// Chats are the conversations of an operator. They are safe for concurrent use.
type Chats struct {
	o      *operator.Operator
	deltas deltas
	titles atomic.Bool // see Entitle

	mu    sync.Mutex
	open  map[string]*Chat             // by session
	bases map[string]*journal.BaseData // of open ones that were branched and have said nothing yet, by session
	dry   map[string]string            // what those of the journal were rehearsed as, by session; "": they acted
}

// New makes the conversations of an operator, of which there is one.
func New(o *operator.Operator) *Chats {
	all := &Chats{o: o, open: map[string]*Chat{}, bases: map[string]*journal.BaseData{}, dry: map[string]string{}}
	o.Asking().OfChats(func(session string) string { return nameOf(all, session) }, func(ctx context.Context, session string) { miss(ctx, all, session) })
	return all
}

// nameOf is what the person calls an open chat; "" if there is none, or it has no name yet.
func nameOf(all *Chats, session string) string {
	all.mu.Lock()
	c := all.open[session]
	all.mu.Unlock() // a chat takes its own lock first, then this one
	if c == nil {
		return ""
	}
	return c.Session().Title
}

// Start begins a chat with an agent of an open space; "" is its first.
func (all *Chats) Start(dir, agentID string) (*Chat, error) {
	space, err := all.o.Space(dir)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(agentID)
	if !ok {
		return nil, noAgent(space, agentID)
	}
	c := all.enter(space, a, news.Session{ID: "s_" + pipeline.NewID(), Space: dir, Agent: a.ID, Model: all.modelOf(a), Updated: time.Now()})
	c.rebuilt = true
	all.o.News().Publish(news.Event{Kind: news.OnSession, Session: new(c.Session())})
	return c, nil
}

// noAgent says that a space has no agent of an id: which there are, or that it is held back.
func noAgent(space *operator.Space, id string) error {
	for _, c := range space.Trust().Changes() {
		if c.Kind == "agent" && c.Name == id {
			return tools.Advise(tools.Action{Kind: tools.ReviewChanges}, "the agent %.64q is held back: %s is %s and not reviewed yet", id, c.File, c.Status)
		}
	}
	var ids []string
	for _, a := range space.Agents() {
		ids = append(ids, a.ID)
	}
	return fmt.Errorf("%s has no agent %.64q; there is %s", space.Declared().Name, id, strings.Join(ids, ", "))
}

// enter puts a chat among the open ones, or returns the one that is there.
func (all *Chats) enter(space *operator.Space, a spaces.Agent, s news.Session) *Chat {
	c := &Chat{all: all, space: space, agent: a, s: s, going: map[string]going{}, shelf: &agent.Shelf{}}
	all.mu.Lock()
	defer all.mu.Unlock()
	if open, ok := all.open[s.ID]; ok {
		return open
	}
	all.open[s.ID] = c
	return c
}

// Find finds a chat by its id, also one of an earlier process.
func (all *Chats) Find(ctx context.Context, id string) (*Chat, error) {
	all.mu.Lock()
	c, ok := all.open[id]
	all.mu.Unlock()
	if ok {
		return c, nil
	}
	runs, _, err := all.o.Store().History().Runs(ctx, sqlite.RunsQuery{Session: id, Top: true, Limit: 1})
	if err != nil {
		return nil, err
	}
	if err := gone(ctx, all, id); err != nil {
		return nil, err
	}
	if len(runs) == 0 {
		return unsaid(ctx, all, id)
	}
	space, err := all.o.OpenSpace(ctx, runs[0].Space)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(runs[0].Agent)
	if !ok { // the agent is gone; the first one goes on in its place
		a, _ = space.Agent("")
	}
	model := runs[0].Model
	if model == "" {
		model = all.modelOf(a)
	}
	s := news.Session{ID: id, Space: space.Dir(), Title: runs[0].Title, Agent: a.ID, Model: model, Updated: runs[0].Started}
	if s.Rehearsal, err = rehearsedAs(ctx, all, id); err != nil {
		return nil, err
	}
	s.Over = s.Rehearsal != ""
	text, _, err := all.o.Store().States().State(ctx, marksKind, id)
	if err != nil {
		return nil, err
	}
	c = all.enter(space, a, s)
	c.mu.Lock()
	c.marks = marksOf(text)
	c.mu.Unlock()
	return c, nil
}

// List lists the chats of a space, those that the person has pinned first, else the latest: those of the journal and
// those that have not said anything yet.
func (all *Chats) List(ctx context.Context, dir string) ([]news.Session, error) {
	talks, err := all.o.Store().History().Chats(ctx, dir)
	if err != nil {
		return nil, err
	}
	marks, err := all.o.Store().States().States(ctx, marksKind)
	if err != nil {
		return nil, err
	}
	found := map[string]*news.Session{}
	var order []string
	for _, c := range talks {
		r := c.Last
		s := &news.Session{ID: r.Session, Space: dir, Title: c.Title, Agent: r.Agent, Model: r.Model, Updated: r.Started, Running: c.Running}
		if s.Rehearsal, err = rehearsedAs(ctx, all, r.Session); err != nil {
			return nil, err
		}
		s.Over = s.Rehearsal != ""
		if r.State == journal.Unknown && !s.Over {
			s.Cut = r.ID
		}
		found[r.Session] = s
		order = append(order, r.Session)
	}
	deleted, err := all.o.Store().States().States(ctx, sqlite.ChatGone)
	if err == nil {
		err = enterUnsaid(ctx, all, dir, found)
	}
	if err != nil {
		return nil, err
	}
	all.mu.Lock()
	open := maps.Clone(all.open)
	all.mu.Unlock() // a chat takes its own lock first, then this one
	for id, c := range open {
		if _, gone := deleted[id]; gone || c.space.Dir() != dir {
			continue
		}
		c.mu.Lock()
		c.marks = marksOf(marks[id]) // another process may have changed them
		c.mu.Unlock()
		s := c.Session()
		if kept, ok := found[id]; !ok {
			order = append(order, id)
		} else if s.Running == "" && s.Rehearsal == "" {
			s.Cut = kept.Cut
		}
		found[id] = &s
	}
	out := make([]news.Session, 0, len(order))
	for _, id := range order {
		out = append(out, marksOf(marks[id]).apply(*found[id]))
	}
	slices.SortStableFunc(out, func(a, b news.Session) int {
		if a.Pinned != b.Pinned {
			if a.Pinned {
				return -1
			}
			return 1
		}
		return b.Updated.Compare(a.Updated)
	})
	return out, nil
}

// CutSince lists the chats of the open spaces whose last answer was cut, since a time; the
// newest first.
func (all *Chats) CutSince(ctx context.Context, since time.Time) ([]news.Session, error) {
	runs, err := all.o.History().Cut(ctx, "")
	marks, marksErr := all.o.Store().States().States(ctx, marksKind)
	err = errors.Join(err, marksErr)
	var out []news.Session
	for _, r := range runs {
		if _, closed := all.o.Space(r.Space); closed != nil || !r.Ended.After(since) {
			continue
		}
		if dry, readErr := rehearsedAs(ctx, all, r.Session); dry == "" && readErr == nil { // what was rehearsed does not go on
			out = append(out, marksOf(marks[r.Session]).apply(news.Session{ID: r.Session, Space: r.Space, Title: r.Title, Agent: r.Agent, Model: r.Model, Updated: r.Started, Cut: r.ID}))
		}
	}
	return out, err
}

// update passes on a piece of an answer that is on its way.
func (all *Chats) update(session string, u agent.Update) {
	switch e := u.Event.(type) {
	case llm.TextDelta:
		all.deltas.pass(all.o, news.Delta{Session: session, Run: u.Run, Text: e.Text})
	case llm.ThinkingDelta:
		all.deltas.pass(all.o, news.Delta{Session: session, Run: u.Run, Text: e.Text, Thinking: true})
	case llm.Stop:
		all.deltas.flush(u.Run)
	case llm.Retry:
		all.deltas.restart(all.o, session, u.Run)
		all.o.News().NoticeOf(u.Run, "the model is busy (%s); asking again in %s", e.Reason, e.Wait.Round(time.Second))
	}
	if u.Note != "" {
		all.o.News().NoticeOf(u.Run, "%s", u.Note)
	}
}
