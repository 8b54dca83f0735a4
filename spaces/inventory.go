package spaces

import (
	"cmp"
	"slices"
	"strings"
)

// An Item is one thing that would be able to run, or to tell an agent what to
// do, once the space is trusted.
type Item struct {
	Kind   string // tool, hook, hand, server, agent, skill, page, memory, rules, script
	Name   string
	File   string // where it stands, relative to the space; of a script, the script
	SHA256 string // of File, in hexadecimal; "": not pinned, Detail says why
	Detail string // what it would do: its command line, its address, its description
}

// Inventory lists everything that the space declares, with the digests of the
// files as they were loaded: what trusting it means (SPEC 3, "Trust"). Scripts
// are the programs inside the space that a command names literally; what those
// call in turn is not listed. Items are sorted by kind and name; broken
// definitions are not among them, because they cannot run.
func (s *Space) Inventory() []Item {
	items := slices.Clone(s.items)
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File))
	})
	return items
}

func kindOrder(kind string) int {
	return slices.Index([]string{"tool", "hand", "hook", "server", "script", "agent", "skill", "page", "memory", "rules"}, kind)
}

func (l *loader) item(i Item) { l.space.items = append(l.space.items, i) }
