package chats

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/rehearsal"
	"handrail/pipeline"
	"handrail/tools"
)

// Rehearse begins a chat that is only rehearsed, with an agent of an open space; "" is its first.
// Each call sees what those before have done, and nothing of it happens (docs/spec/12-processes.md#rehearsals).
// Where that cannot be it is unavailable, and there is no chat.
func (all *Chats) Rehearse(ctx context.Context, dir, agentID string) (*Chat, error) {
	space, err := operator.Rehearse(ctx, all.o, dir)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(agentID)
	if !ok {
		_, ended := operator.EndRehearsal(ctx, all.o, space)
		return nil, errors.Join(noAgent(space, agentID), ended)
	}
	c := all.enter(space, a, news.Session{
		ID: "s_" + pipeline.NewID(), Space: space.Dir(), Agent: a.ID, Model: all.modelOf(a), Updated: time.Now(), Rehearsal: operator.RunIn(space).Name(),
	})
	c.rebuilt = true
	all.o.News().Publish(news.Event{Kind: news.OnSession, Session: new(c.Session())})
	return c, nil
}

// EndRehearsal ends a chat that is rehearsed, with all that still runs in it, and says what it would
// change: the person looks at it and keeps or drops it (operator.RehearsalsOf). Nothing more is said
// in the chat. One in which nothing was said has no rehearsal: its ID is "". It refuses while the
// agent works.
func EndRehearsal(ctx context.Context, c *Chat) (rehearsal.Rehearsal, error) {
	c.mu.Lock()
	switch {
	case operator.RunIn(c.space) == nil || c.s.Over:
		c.mu.Unlock()
		return rehearsal.Rehearsal{}, errors.New("this chat is not being rehearsed")
	case c.s.Running != "":
		c.mu.Unlock()
		return rehearsal.Rehearsal{}, errors.New("the agent is still working: wait for it, or stop it first")
	}
	c.s.Over = true
	s := c.marks.apply(c.s)
	c.mu.Unlock()
	c.all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
	return operator.EndRehearsal(ctx, c.all.o, c.space)
}

// asideRehearsed is what a model is told whose conversation is rehearsed.
const asideRehearsed = "[Handrail: this conversation is rehearsed. What you and your programs do to files is seen by all later calls, and lies on a layer over the space: the person looks at it when the conversation ends, and keeps it or not. What acts elsewhere, such as a message, a server on another machine, or a request that changes something, is not done, and you are told so each time. Programs that would have asked the person first have no network. Work as you would in earnest, and say at the end what is still to be done.]"

// refuseOver refuses to go on with what was rehearsed: the layers are gone, and it must not go on in earnest.
func refuseOver(id string) error {
	return tools.Errorf(tools.Unavailable, "this conversation was rehearsed as %s and has ended, so nothing more is done in it: look at what it would change, if that was neither kept nor dropped, and begin a new chat", id)
}

// rehearsedIn is the rehearsal that a conversation was; "" if it was none.
func rehearsedIn(events []journal.Event) string {
	for _, e := range events {
		if id := rehearsedBy(e); id != "" {
			return id
		}
	}
	return ""
}

// rehearsedAs is the rehearsal that a conversation of the journal was; "" if it was none: its first prompt
// says so. A branch is none, because what was rehearsed has no branches.
func rehearsedAs(ctx context.Context, all *Chats, session string) (string, error) {
	all.mu.Lock()
	id, known := all.dry[session]
	all.mu.Unlock()
	if known {
		return id, nil
	}
	first, err := all.o.Store().History().SessionEvents(ctx, session, 0, 1)
	if err != nil || len(first) == 0 {
		return "", err
	}
	id = rehearsedBy(first[0])
	all.mu.Lock()
	all.dry[session] = id
	all.mu.Unlock()
	return id, nil
}

// rehearsedBy is the rehearsal that a prompt was made in.
func rehearsedBy(e journal.Event) string {
	var said journal.PromptedData
	if e.Kind != journal.Prompted || json.Unmarshal(e.Data, &said) != nil {
		return ""
	}
	return said.Rehearsal
}

// dry is the rehearsal that the chat's conversation is; "" if it acts.
func dry(c *Chat) string {
	if run := operator.RunIn(c.space); run != nil {
		return run.Name()
	}
	return ""
}
