package spaces

import (
	"slices"
	"strings"

	"handrail/hooks"
	"handrail/tools/command"
)

const (
	// OutsideWalls is the right of a hook that runs as the person.
	OutsideWalls = "outside the walls"
	// asksFirst is the right of the person to be asked, which a definition gives them.
	asksFirst = "asks before it runs"
)

// Widens reports whether a definition with these rights may do more than one with those of before: something else, or the same without asking.
func Widens(before, now []string) bool {
	return slices.Contains(before, asksFirst) && !slices.Contains(now, asksFirst) ||
		slices.ContainsFunc(now, func(right string) bool { return right != asksFirst && !slices.Contains(before, right) })
}

// rightsOf puts the rights together that have words; the network is said host by host.
func rightsOf(network []string, more ...string) (rights []string) {
	for _, host := range network {
		if host != "off" {
			rights = append(rights, "network: "+host)
		}
	}
	return append(rights, slices.DeleteFunc(more, func(right string) bool { return right == "" })...)
}

// when is a right that a definition has under a condition.
func when(condition bool, right string) string {
	if condition {
		return right
	}
	return ""
}

func hookRights(n hooks.Needs) []string {
	rights := rightsOf(n.Network, when(n.Unwalled, OutsideWalls))
	for _, path := range n.Read {
		rights = append(rights, "reads: "+path)
	}
	for _, path := range n.Write {
		rights = append(rights, "writes: "+path)
	}
	return rights
}

func toolRights(s command.Spec) []string {
	return rightsOf(s.Network, when(s.Confirm, asksFirst), when(!s.SideEffect, "says that it changes nothing"), when(s.MCP, "the server "+s.Server))
}

func handRights(h command.Hand) []string {
	rights := rightsOf(h.Network, when(h.Confirm, asksFirst), when(!h.Acts(), "says that it changes nothing"), when(h.InheritEnv.All, "your environment"))
	for _, name := range h.InheritEnv.Names {
		rights = append(rights, "your "+name)
	}
	return rights
}

// rights of a server are all that is shown of it: it is trusted with each call.
func (s Server) rights() []string { return rightsOf(s.Network, "runs "+s.detail()) }

// manifestRights are what pages may call.
func manifestRights(words string) []string {
	_, pages, _ := strings.Cut(words, "\n")
	return rightsOf(nil, strings.Split(pages, "\n")...)
}
