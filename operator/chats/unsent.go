package chats

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"handrail/journal"
	"handrail/operator/news"
)

// An Unsent is what the person has written for a chat and not sent yet. It outlives this process, and with it a chat in which
// nothing was said yet. What was attached to it does not.
type Unsent struct {
	Draft string   `json:"draft,omitempty"`
	Queue []string `json:"queue,omitempty"` // messages that waited for the agent
}

// keptUnsent is an Unsent as it is kept, with what makes the chat anew if nothing was said in it.
type keptUnsent struct {
	Unsent

	Space   string            `json:"space"`
	Agent   string            `json:"agent"`
	Model   string            `json:"model,omitempty"`
	Updated time.Time         `json:"updated"`
	Base    *journal.BaseData `json:"base,omitempty"`
}

const (
	// unsentKind is the kind of state under which it is kept, by session.
	unsentKind = "unsent"
	// unsentMost is how many bytes of it are kept.
	unsentMost = 4 << 20
)

// Unsents are what is kept of all chats, by session.
func Unsents(ctx context.Context, all *Chats) (map[string]Unsent, error) {
	kept, err := all.o.Store().States().States(ctx, unsentKind)
	out := map[string]Unsent{}
	for id, text := range kept {
		var u keptUnsent
		if json.Unmarshal([]byte(text), &u) == nil { // those of another version are left alone
			out[id] = u.Unsent
		}
	}
	return out, err
}

// KeepUnsent keeps what the person has written for a chat and not sent; nothing forgets it. Of a chat that is rehearsed nothing is
// kept: it ends with this process.
func KeepUnsent(ctx context.Context, all *Chats, id string, u Unsent) error {
	size := len(u.Draft)
	for _, text := range u.Queue {
		size += len(text)
	}
	if size > unsentMost {
		return fmt.Errorf("what you have written is longer than %d MB: it isn't kept when Handrail ends", unsentMost>>20)
	}
	if strings.TrimSpace(u.Draft) == "" && len(u.Queue) == 0 {
		return all.o.Store().States().ChangeState(ctx, unsentKind, id, func(string) string { return "" })
	}
	c, err := all.Find(ctx, id)
	if err != nil {
		return err
	}
	if err := gone(ctx, all, id); err != nil {
		return err
	}
	s := c.Session()
	if s.Rehearsal != "" {
		return nil
	}
	raw, err := json.Marshal(keptUnsent{Unsent: u, Space: s.Space, Agent: s.Agent, Model: s.Model, Updated: s.Updated, Base: all.newBase(id)})
	if err != nil {
		return err
	}
	return all.o.Store().States().ChangeState(ctx, unsentKind, id, func(string) string { return string(raw) })
}

// unsaid is a chat of an earlier process in which nothing was said, and for which something was written.
func unsaid(ctx context.Context, all *Chats, id string) (*Chat, error) {
	text, ok, err := all.o.Store().States().State(ctx, unsentKind, id)
	if err != nil {
		return nil, err
	}
	var u keptUnsent
	if !ok || json.Unmarshal([]byte(text), &u) != nil || u.Space == "" {
		return nil, fmt.Errorf("there is no chat %q", id)
	}
	space, err := all.o.OpenSpace(ctx, u.Space)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(u.Agent)
	if !ok {
		if a, ok = space.Agent(""); !ok {
			return nil, noAgent(space, u.Agent)
		}
	}
	if u.Base != nil {
		all.mu.Lock()
		all.bases[id] = u.Base
		all.mu.Unlock()
	}
	return all.enter(space, a, news.Session{ID: id, Space: space.Dir(), Agent: a.ID, Model: u.Model, Updated: u.Updated}), nil
}

// enterUnsaid puts the chats of a space among the open ones in which nothing was said, and for which something was written. found are
// those in which something was said.
func enterUnsaid(ctx context.Context, all *Chats, dir string, found map[string]*news.Session) error {
	kept, err := all.o.Store().States().States(ctx, unsentKind)
	for id, text := range kept {
		var u keptUnsent
		if found[id] != nil || json.Unmarshal([]byte(text), &u) != nil || u.Space != dir {
			continue
		}
		_, _ = all.Find(ctx, id) // what cannot be made anew is left alone
	}
	return err
}
