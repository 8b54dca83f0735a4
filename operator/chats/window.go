package chats

import (
	"context"
	"slices"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/operator/models"
	"handrail/tools"
)

// windowWait is how long a run waits for a provider to say how much its model
// reads. It is asked once for a chat and model, and only where servers have tools,
// of which too many may have to be searched for.
const windowWait = 2 * time.Second

// windowOf is how many tokens the chat's model reads; 0: nobody says.
func (c *Chat) windowOf(ctx context.Context, p llm.Provider, model string) int {
	if !slices.ContainsFunc(c.space.Registry().Entries(), func(e tools.Entry) bool { return agent.ServerOf(e) != "" && e.Tool != nil }) {
		return 0
	}
	return askWindow(ctx, c, p, model)
}

// WindowOf is how many tokens the model reads that the next prompt of a chat goes to; 0: nobody says.
func WindowOf(ctx context.Context, all *Chats, session string) (int, error) {
	c, err := all.Find(ctx, session)
	if err != nil {
		return 0, err
	}
	who := c.Session()
	p, model, err := all.model(ctx, c.space, who.Agent, who.Model)
	if err != nil {
		return 0, nil //nolint:nilerr // sending says what is wrong with the model
	}
	return askWindow(ctx, c, p, model), nil
}

// askWindow asks a provider, once for a chat and model.
func askWindow(ctx context.Context, c *Chat, p llm.Provider, model string) int {
	of, ok := p.(models.Lister)
	if !ok {
		return 0
	}
	name := p.Name() + "/" + model
	c.mu.Lock()
	known, asked := c.windows[name]
	c.mu.Unlock()
	if asked {
		return known
	}
	ctx, cancel := context.WithTimeout(ctx, windowWait)
	defer cancel()
	models, err := of.Models(ctx)
	if err != nil {
		return 0 // the run itself will say what is wrong with the provider
	}
	if i := slices.IndexFunc(models, func(m llm.Model) bool { return m.ID == model }); i >= 0 {
		known = models[i].Window
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.windows == nil {
		c.windows = map[string]int{}
	}
	c.windows[name] = known
	return known
}
