package mcp

import (
	"fmt"

	"handrail/tools"
)

// Provisions are a server's tools as the registry is built from them: those that
// are what the person has accepted, and after them those that are held back or
// gone, each with the reason. look is where the person finds a difference. A new
// tool is there, and every call of it asks until they have looked.
func (p Pins) Provisions(u Use, look string) []tools.Provision {
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
			rest = append(rest, alone(u, pin.Definition, tools.Missing, fmt.Sprintf("its server does not list it any more, since %s", pin.Since.Format("2006-01-02 15:04"))))
		case pin.Now != nil:
			rest = append(rest, alone(u, pin.Definition, tools.Held, pin.held(look)))
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
				return "its server has added it since you first used that server; " + look
			}
			return ""
		}
	}
	source := NewSource(u, ready)
	return append([]tools.Provision{{Source: source, Rejected: source.Rejected()}}, rest...)
}

// alone is a provision of one tool that cannot be used.
func alone(u Use, d Definition, state tools.State, reason string) tools.Provision {
	source := NewSource(u, []Definition{d})
	return tools.Provision{Source: source, State: state, Reason: reason, Rejected: source.Rejected()}
}

// Absent is the provision of a server whose tools are not known or cannot be used:
// one entry with the server's name that says why.
func Absent(server, reason string) tools.Provision {
	return tools.Provision{Source: &Source{name: server}, Rejected: []tools.Entry{{
		Info: tools.Info{Name: server, Title: server, Source: SourceName(server)}, Qualified: server, State: tools.Missing, Reason: reason,
	}}}
}
