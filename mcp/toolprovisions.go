package mcp

import (
	"fmt"

	"handrail/tools"
)

// Provisions are a server's tools as the registry is built from them: those that
// are what the person has accepted, and after them those that are held back or
// gone, each with the reason. look shows the person a difference. A new
// tool is there, and every call of it asks until they have looked.
func (p Pins) Provisions(u Use, look tools.Action) []tools.Provision {
	if u.Schemas == nil {
		u.Schemas = &Schemas{}
	}
	var ready []Definition
	var rest []tools.Provision
	fresh := map[string]bool{}
	for _, pin := range p.Tools {
		name := pin.Definition.Name
		switch {
		case pin.Gone:
			rest = append(rest, alone(u, pin.Definition, tools.Provision{
				State: tools.Missing, Reason: fmt.Sprintf("its server does not list it any more, since %s", pin.Since.Format("2006-01-02 15:04")),
			}))
		case pin.Now != nil:
			rest = append(rest, alone(u, pin.Definition, tools.Provision{State: tools.Held, Reason: pin.held(), Action: look}))
		default:
			ready = append(ready, pin.Definition)
			if pin.New {
				fresh[name] = true
			}
		}
	}
	if len(fresh) > 0 {
		person := u.Asks
		u.Asks = func(tool string) string {
			if person != nil && person(tool) != "" {
				return person(tool)
			}
			if fresh[tool] {
				return tools.Say(tools.AskNew).String()
			}
			return ""
		}
	}
	u.Data = p.Data
	source := NewSource(u, ready)
	return append([]tools.Provision{{Source: source, Rejected: source.Rejected()}}, rest...)
}

// alone is the provision of one tool that cannot be used; p says why.
func alone(u Use, d Definition, p tools.Provision) tools.Provision {
	u.Data = Data{}
	source := NewSource(u, []Definition{d})
	p.Source, p.Rejected = source, source.Rejected()
	return p
}

// Absent is the provision of a server whose tools are not known or cannot be used:
// one entry with the server's name that says why, and what a person can do.
func Absent(server, reason string, a tools.Action) tools.Provision {
	return tools.Provision{Source: &Source{name: server}, Rejected: []tools.Entry{{
		Info: tools.Info{Name: server, Title: server, Source: SourceName(server)}, Qualified: server, State: tools.Missing, Reason: reason, Action: a,
	}}}
}
