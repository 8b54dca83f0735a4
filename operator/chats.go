package operator

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/agent/llm/guide"
	"handrail/agent/llm/scripted"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/news"
)

// scriptLimit is the largest script that is read, in bytes.
const scriptLimit = 4 << 20

// model finds the provider of "provider/name" and the provider's own name of
// the model. "scripted/FILE" plays a file of the space.
func (o *Operator) model(ctx context.Context, space *Space, ref string) (llm.Provider, string, error) {
	name, model, ok := strings.Cut(ref, "/")
	if !ok || model == "" {
		return nil, "", fmt.Errorf("%q is not a model: write provider/name, as in ollama/qwen3", ref)
	}
	switch name {
	case "guide":
		return guide.New(guide.Config{Settings: o.settings.Path(), Servers: o.guideServers}), model, nil
	case "scripted":
		p, err := script(space, model)
		return p, model, err
	}
	s, _, err := o.settings.Load()
	if err != nil {
		return nil, "", err
	}
	p, ok := s.Models.Providers[name]
	if !ok {
		return nil, "", fmt.Errorf("there is no provider %q: add it in the settings, or choose another model", name)
	}
	made, err := o.provider(name, p)
	return made, model, err
}

func (o *Operator) guideServers(ctx context.Context) []guide.Server {
	var out []guide.Server
	for _, s := range o.LocalServers(ctx) {
		out = append(out, guide.Server{Name: s.Name, URL: s.URL, Models: s.Models})
	}
	return out
}

// tourFile is the tour of a space, where it has one.
const tourFile = "agent/tour.jsonl"

// Tour is the model that plays the space's tour; "" where there is none, or the
// space is not trusted.
func (s *Space) Tour() string {
	if s.Trust() == Untrusted {
		return ""
	}
	path, err := s.roots.Resolve(tourFile)
	if err != nil {
		return ""
	}
	if info, err := s.roots.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return "scripted/" + tourFile
}

// script reads a script of the space, which must be trusted: a script decides
// what is called, as an agent's text does.
func script(space *Space, file string) (llm.Provider, error) {
	if space.Trust() == Untrusted {
		return nil, fmt.Errorf("the script %s belongs to a space that is not trusted: look at the space and trust it first", file)
	}
	path, err := space.roots.Resolve(file)
	if err != nil {
		return nil, err
	}
	raw, _, err := space.roots.ReadFile(path, scriptLimit)
	if err != nil {
		return nil, err
	}
	s, err := scripted.Parse(file, raw)
	if err != nil {
		return nil, err
	}
	return scripted.New(scripted.Config{Script: s}), nil
}

// rebuild reads what was said in earlier processes. c.mu is held.
func (c *Chat) rebuild(ctx context.Context) error {
	if c.rebuilt {
		return nil
	}
	var events []journal.Event
	for after := int64(0); ; {
		page, err := c.o.store.SessionEvents(ctx, c.s.ID, after, eventPage)
		if err != nil {
			return err
		}
		events = append(events, page...)
		if len(page) < eventPage {
			break
		}
		after = page[len(page)-1].Seq
	}
	c.history, _ = agent.Rebuild(events)
	c.up = agent.SkillsOf(events)
	c.rebuilt = true
	return nil
}

// update passes on a piece of an answer that is on its way.
func (o *Operator) update(session string, u agent.Update) {
	switch e := u.Event.(type) {
	case llm.TextDelta:
		o.deltas.pass(o, session, u.Run, e.Text)
	case llm.Stop:
		o.deltas.end(u.Run)
	case llm.Retry:
		o.note(u.Run, "the model is busy (%s); asking again in %s", e.Reason, e.Wait.Round(time.Second))
	}
	if u.Note != "" {
		o.note(u.Run, "%s", u.Note)
	}
}

// note tells the person something about a run.
func (o *Operator) note(run, format string, args ...any) {
	o.hub.Publish(news.Event{Kind: news.OnNotice, Notice: &news.Notice{Level: "info", Text: o.redact.Text(fmt.Sprintf(format, args...)), Run: run}})
}

// chatPage is how many runs are looked at for a list of chats.
const chatPage = 500

// Chats lists the chats of a space, the latest first: those of the journal and
// those that have not said anything yet.
func (o *Operator) Chats(ctx context.Context, dir string) ([]news.Session, error) {
	runs, _, err := o.store.Runs(ctx, sqlite.RunsQuery{Space: dir, Limit: chatPage})
	if err != nil {
		return nil, err
	}
	found := map[string]*news.Session{}
	var order []string
	for _, r := range runs { // newest first
		if r.Origin != journal.FromChat {
			continue
		}
		s, ok := found[r.Session]
		if !ok {
			s = &news.Session{ID: r.Session, Space: dir, Agent: r.Agent, Model: r.Model, Updated: r.Started}
			found[r.Session] = s
			order = append(order, r.Session)
		}
		s.Title = r.Title
		if r.State == journal.Running {
			s.Running = r.ID
		}
	}
	o.mu.Lock()
	open := maps.Clone(o.chats)
	o.mu.Unlock() // a chat takes its own lock first, then this one
	for id, c := range open {
		if c.space.dir != dir {
			continue
		}
		if _, ok := found[id]; !ok {
			order = append(order, id)
		}
		s := c.Session()
		found[id] = &s
	}
	out := make([]news.Session, 0, len(order))
	for _, id := range order {
		out = append(out, *found[id])
	}
	slices.SortStableFunc(out, func(a, b news.Session) int { return b.Updated.Compare(a.Updated) })
	return out, nil
}

// ChatEvents are at most limit events of a chat after the one numbered after.
func (o *Operator) ChatEvents(ctx context.Context, session string, after int64, limit int) ([]Record, error) {
	return o.store.SessionEvents(ctx, session, after, limit)
}
