package chats

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"handrail/agent/llm"
	"handrail/agent/llm/guide"
	"handrail/agent/llm/scripted"
	"handrail/operator"
	"handrail/operator/models"
	"handrail/operator/trust"
	"handrail/spaces"
)

// scriptLimit is the largest script that is read, in bytes.
const scriptLimit = spaces.MaxTour

// model finds the provider of "provider/name" and the provider's own name of
// the model, for the agent with an id. "scripted/FILE" plays a file of the space.
func (all *Chats) model(ctx context.Context, space *operator.Space, agent, ref string) (llm.Provider, string, error) {
	name, model, ok := strings.Cut(ref, "/")
	if !ok || model == "" {
		return nil, "", fmt.Errorf("%q is not a model: write provider/name, as in ollama/qwen3", ref)
	}
	switch name {
	case "guide":
		return guide.New(guide.Config{Settings: all.o.Settings().Path(), Servers: func(ctx context.Context) []guide.Server { return guideServers(ctx, all) }}), model, nil
	case "scripted":
		p, err := script(space, agent, model)
		return p, model, err
	}
	s, _, err := all.o.Settings().Load()
	if err != nil {
		return nil, "", err
	}
	p, ok := s.Models.Providers[name]
	if !ok {
		return nil, "", fmt.Errorf("there is no provider %q: add it in the settings, or choose another model", name)
	}
	made, err := all.o.Models().Provider(name, p)
	return made, model, err
}

// providerOf finds a chat's model. A chat whose tour is over goes on with the model
// that a new chat would have. c.mu is held.
func providerOf(ctx context.Context, c *Chat) (llm.Provider, string, error) {
	p, name, err := c.all.model(ctx, c.space, c.agent.ID, c.s.Model)
	if tour, ok := p.(*scripted.Provider); err != nil || !ok || name != tourFile || !tour.Over(c.history) {
		return p, name, err
	}
	c.s.Model = c.all.modelOf(c.agent)
	return c.all.model(ctx, c.space, c.agent.ID, c.s.Model)
}

// Suggested is what the person may say next in a chat that a script answers; over says that the script has no
// more turns.
func Suggested(ctx context.Context, c *Chat) (prompts []string, over bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !strings.HasPrefix(c.s.Model, "scripted/") || len(c.going) > 0 {
		return nil, false, nil
	}
	if err := c.rebuild(ctx); err != nil {
		return nil, false, err
	}
	p, _, err := c.all.model(ctx, c.space, c.agent.ID, c.s.Model)
	if tour, ok := p.(*scripted.Provider); ok {
		return tour.Suggested(c.history), tour.Over(c.history), nil
	}
	return nil, false, err
}

// modelOf is the model that an agent names, else the person's default.
func (all *Chats) modelOf(a spaces.Agent) string {
	s, _, _ := all.o.Settings().Load() // broken settings name no model
	return cmp.Or(ownModel(a), s.Models.Default, models.Guide)
}

func guideServers(ctx context.Context, all *Chats) []guide.Server {
	var out []guide.Server
	for _, s := range all.o.Models().Local(ctx) {
		out = append(out, guide.Server{Name: s.Name, URL: s.URL, Models: s.Models})
	}
	return out
}

// tourFile is the tour of a space, where it has one.
const tourFile = spaces.TourFile

// tourKey is the tour among what the person trusts.
var tourKey = trust.Key{Kind: spaces.Tour.Kind, Name: spaces.Tour.Name, File: tourFile}

// Tour is the model that plays the space's tour; "" where there is none, or not as
// the person has trusted it.
func Tour(s *operator.Space) string {
	if s.Trust().State().Level() != trust.Trusted || !s.Trust().State().Trusts(tourKey) {
		return ""
	}
	return "scripted/" + tourFile
}

// script reads a script of the space, which must be trusted: a script decides
// what is called, as an agent's text does. The tour must be what was trusted; another
// script is one that the person has named.
func script(space *operator.Space, agent, file string) (llm.Provider, error) {
	if space.Trust().State().Level() == trust.Untrusted {
		return nil, fmt.Errorf("the script %s belongs to a space that is not trusted: review the space and trust it first", file)
	}
	at, err := space.Roots().Resolve(file)
	if err != nil {
		return nil, err
	}
	raw, _, err := space.Roots().ReadFile(at, scriptLimit)
	if err != nil {
		return nil, err
	}
	if path.Clean(file) == tourFile {
		if err := space.Trust().State().Vouch(tourKey, raw); err != nil {
			return nil, err
		}
	}
	s, err := scripted.Parse(file, raw)
	if err != nil {
		return nil, err
	}
	return scripted.New(scripted.Config{Script: s.For(agent)}), nil
}
