package chats

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// A Point is a place in a conversation, behind a message of the person or an answer. What
// takes files back to it works on its Session and Seq, before Branch.
type Point struct {
	Session string
	Run     journal.Run
	Turn    int   // the last answer of the run that stands before it; 0: not even its prompt
	Seq     int64 // of the last event that stands before it
}

// PointOf finds the place behind an answer of a run, with what its calls brought; turn 0 is
// the place before its prompt, and below 0 the end of the run. It refuses a place that is
// not there yet.
func (all *Chats) PointOf(ctx context.Context, run string, turn int) (Point, error) {
	r, err := all.o.History().FindRun(ctx, run)
	if err != nil {
		return Point{}, err
	}
	if r.Origin != journal.FromChat || r.Parent != "" {
		return Point{}, tools.Errorf(tools.Unavailable, "the run %s is no part of a chat: only chats have branches", r.ID)
	}
	if err := gone(ctx, all, r.Session); err != nil {
		return Point{}, err
	}
	p := Point{Session: r.Session, Run: r, Turn: turn}
	last, past := 0, false // the last answer; whether what stands behind the place has come
	rehearsed := ""
	err = all.o.History().EachEvent(ctx, r.ID, func(e journal.Event) error {
		if id := rehearsedBy(e); id != "" {
			rehearsed = id
		}
		switch {
		case past:
			return nil
		case e.Kind == journal.Prompted && turn == 0:
			past = true
		case e.Kind == journal.Replied:
			var d journal.RepliedData
			if json.Unmarshal(e.Data, &d) == nil {
				last = max(last, d.Turn)
			}
			past = turn >= 0 && last > turn
		}
		if p.Seq = e.Seq; past {
			p.Seq--
		}
		return nil
	})
	switch {
	case err != nil:
		return Point{}, err
	case rehearsed != "": // the new chat would take for done what was not
		return Point{}, refuseOver(rehearsed)
	case past:
		return p, nil
	case turn > last:
		return Point{}, tools.Errorf(tools.NotFound, "the run %s has no answer %d: it has %d", r.ID, turn, last)
	case r.State == journal.Running:
		return Point{}, tools.Errorf(tools.Unavailable, "the run %s goes on: branch from an answer before its last one, or when it has ended", r.ID)
	}
	p.Turn = last
	return p, nil
}

// Branch begins a chat that has said what the conversation had at a place, with its agent and
// its model. The conversation that it comes from stays as it is, and so do files.
func (all *Chats) Branch(ctx context.Context, p Point) (*Chat, error) {
	space, a, err := all.at(ctx, p)
	if err != nil {
		return nil, err
	}
	return p.begin(all, space, a), nil
}

// at is the space and the agent of a point, as they are now.
func (all *Chats) at(ctx context.Context, p Point) (*operator.Space, spaces.Agent, error) {
	space, err := all.o.OpenSpace(ctx, p.Run.Space)
	if err != nil {
		return nil, spaces.Agent{}, err
	}
	a, ok := space.Agent(p.Run.Agent)
	if !ok {
		return nil, a, noAgent(space, p.Run.Agent)
	}
	return space, a, nil
}

// begin begins a chat at the point.
func (p Point) begin(all *Chats, space *operator.Space, a spaces.Agent) *Chat {
	c := all.enter(space, a, news.Session{ID: "s_" + pipeline.NewID(), Space: space.Dir(), Agent: a.ID, Model: p.Run.Model, Updated: time.Now()})
	all.mu.Lock()
	all.bases[c.s.ID] = &journal.BaseData{Session: p.Session, Run: p.Run.ID, Turn: p.Turn, Seq: p.Seq}
	all.mu.Unlock()
	all.o.News().Publish(news.Event{Kind: news.OnSession, Session: new(c.Session())})
	return c
}

// A stretch is a part of a conversation: the events of a session, up to one.
type stretch struct {
	session string
	upto    int64
}

// mostBranches is how many conversations one can come from, one from the other.
const mostBranches = 100

// stretches are what a conversation is made of, oldest first: those that it was branched
// from, and itself.
func (all *Chats) stretches(ctx context.Context, session string) ([]stretch, error) {
	list := []stretch{{session, math.MaxInt64}}
	for range mostBranches {
		base, err := all.baseOf(ctx, list[0].session)
		if err != nil || base == nil {
			return list, err
		}
		list = append([]stretch{{base.Session, base.Seq}}, list...)
	}
	return nil, fmt.Errorf("the chat %s was branched more than %d times", session, mostBranches)
}

// newBase is where a conversation was branched from that has said nothing yet; nil: of others.
func (all *Chats) newBase(session string) *journal.BaseData {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.bases[session]
}

// said notes that a conversation has said something: where it comes from is in the journal.
func (all *Chats) said(session string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.bases, session)
}

// baseOf is where a conversation was branched from; nil: it was not.
func (all *Chats) baseOf(ctx context.Context, session string) (*journal.BaseData, error) {
	if base := all.newBase(session); base != nil {
		return base, nil
	}
	first, err := all.o.Store().History().SessionEvents(ctx, session, 0, 1)
	if err != nil || len(first) == 0 || first[0].Kind != journal.Prompted {
		return nil, err
	}
	var d journal.PromptedData
	if err := json.Unmarshal(first[0].Data, &d); err != nil {
		return nil, err
	}
	return d.Base, nil
}

// Events are at most limit events of a chat after the one numbered after: with those of the
// conversation that it was branched from.
func (all *Chats) Events(ctx context.Context, session string, after int64, limit int) (events []journal.Event, err error) {
	list, err := all.stretches(ctx, session)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if after >= s.upto || len(events) == limit {
			continue
		}
		page, err := all.o.Store().History().SessionEvents(ctx, s.session, after, limit-len(events))
		if err != nil {
			return nil, err
		}
		for _, e := range page {
			if e.Seq <= s.upto {
				events = append(events, e)
			}
		}
	}
	return events, nil
}
