package setup

import (
	"fmt"
	"strings"

	"handrail/mcp"
	"handrail/operator/settings"
)

// serverNames gives names to servers that are imported. Nothing is overwritten.
type serverNames struct {
	there map[string]settings.Server // that are there already
	given map[string]settings.Server // that were given in this preview
	ids   map[string]string          // by name: of given
}

func newServerNames(there map[string]settings.Server) *serverNames {
	return &serverNames{there: there, given: map[string]settings.Server{}, ids: map[string]string{}}
}

// name is the name that a server gets: its own, or with a number behind it where
// another server has that one. same names a server that is there already and is
// the same; repeats is the ID of one of this preview that is.
func (n *serverNames) name(id, want string, set settings.Server) (name, taken, same, repeats string) {
	want = goodName(want)
	for i := 1; ; i++ {
		name = want
		if i > 1 {
			name = fmt.Sprintf("%s-%d", want, i)
		}
		if old, ok := n.there[name]; ok {
			if duplicates(set, old) {
				return name, "", name, ""
			}
			taken = want
			continue
		}
		if old, ok := n.given[name]; ok {
			if duplicates(set, old) {
				return name, taken, "", n.ids[name]
			}
			taken = want
			continue
		}
		n.given[name], n.ids[name] = set, id
		return name, taken, "", ""
	}
}

// goodName makes a name that a server may have of any text.
func goodName(text string) string {
	if mcp.CheckName(text) == nil {
		return text
	}
	good := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, text)
	for strings.Contains(good, "__") {
		good = strings.ReplaceAll(good, "__", "_")
	}
	for strings.Contains(good, "--") {
		good = strings.ReplaceAll(good, "--", "-")
	}
	good = strings.Trim(good[:min(len(good), 48)], "-_.") // there is room for a number behind it
	if mcp.CheckName(good) != nil {
		return "server"
	}
	return good
}
