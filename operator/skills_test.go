package operator

import (
	"handrail/agent"
)

// promptNow is the system prompt that a run of the chat would begin with.
func promptNow(c *Chat) string {
	t := &turn{space: c.space, agent: c.agent.ID, first: c.agent, shelf: &agent.Shelf{}}
	return c.systemOf(t)(agent.Offer{Shown: c.space.Registry().Offered(t.scope())})
}
