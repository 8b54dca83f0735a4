package chats

import (
	"runtime"
	"strings"
	"time"

	"handrail/agent"
	"handrail/internal/render"
	"handrail/operator"
	"handrail/operator/skills"
	"handrail/operator/trust"
	"handrail/spaces"
	"handrail/tools"
)

// systemOf makes the system prompt of a run's turns. It is made again when the
// tools that are offered, or the servers behind them, are others than before; the
// memory and the date stay those of the run's start, so that the prompt's beginning
// is found in the provider's cache.
func (c *Chat) systemOf(t *skills.Turn, memory []agent.Remembered) func(agent.Offer) string {
	date := time.Now().Format("Monday, 2006-01-02")
	var last, text string
	return func(o agent.Offer) string {
		servers := serverParts(c.space, o)
		if key := offerKey(o, servers); text == "" || key != last {
			last, text = key, c.system(t, o, servers, agent.SystemParts{Memory: memory, Date: date})
		}
		return text
	}
}

// offerKey tells two offers apart.
func offerKey(o agent.Offer, servers []agent.ServerPart) string {
	var b strings.Builder
	for _, e := range o.Shown {
		b.WriteString(e.Model + "\n")
	}
	for _, s := range servers {
		b.WriteString(s.Name + "\x00" + s.Title + "\x00" + s.Help + "\n")
	}
	return b.String()
}

// system is the system prompt. begun has what stays as it was at the run's start. Of a space that is not trusted there is no text
// in it: its only agent is the built-in one.
func (c *Chat) system(t *skills.Turn, o agent.Offer, servers []agent.ServerPart, begun agent.SystemParts) string {
	declared, who := c.space.Declared(), c.agent
	untrusted := c.space.Trust().State().Level() == trust.Untrusted
	if untrusted { // the chat may have begun while it was trusted
		who = spaces.DefaultAgent()
	}
	var names []string
	mayRead, mayInvoke := false, false
	for _, e := range o.Shown {
		names = append(names, e.Model)
		mayRead = mayRead || e.Qualified == agent.UseSkill
		mayInvoke = mayInvoke || e.Qualified == agent.InvokeAgent
	}
	body, err := render.Text(who.Prompt, declared.PromptValues(who, c.all.o.Config().Environ.User(), names))
	if err != nil {
		c.all.o.News().Notice("warning", "the prompt of the agent %q cannot be filled in and is used as it stands: %v", who.ID, err)
		body = who.Prompt
	}
	parts := agent.SystemParts{
		Body: body, Agent: who.Name, Folder: c.s.Space, System: runtime.GOOS + "/" + runtime.GOARCH, Date: begun.Date, Tools: o.Shown, Servers: servers,
	}
	if untrusted {
		return agent.SystemPrompt(parts)
	}
	parts.Space, parts.Memory = declared.Name, begun.Memory
	if mayRead {
		parts.Skills = t.Lines()
	}
	if mayInvoke {
		parts.Agents = operator.SubagentsOf(c.space).Lines(t.Agent())
	}
	return agent.SystemPrompt(parts)
}

// serverParts are the servers whose tools are offered, in look-up order, with what
// they say of themselves.
func serverParts(s *operator.Space, o agent.Offer) []agent.ServerPart {
	var out []agent.ServerPart
	at := map[string]int{}
	count := func(list []tools.Entry, add func(*agent.ServerPart)) {
		for _, e := range list {
			name := agent.ServerOf(e)
			if name == "" {
				continue
			}
			if _, known := at[name]; !known {
				at[name] = len(out)
				said := s.Servers().Status(name)
				out = append(out, agent.ServerPart{Name: name, Title: said.Title, Help: said.Help})
			}
			add(&out[at[name]])
		}
	}
	count(o.Shown, func(p *agent.ServerPart) { p.Shown++ })
	count(o.Hidden, func(p *agent.ServerPart) { p.Hidden++ })
	return out
}
