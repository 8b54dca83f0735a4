package tools

import "fmt"

// A Scope says which tools one caller may use (SPEC 4). The zero Scope allows
// every tool. Patterns know * (any characters) and ? (one character); names
// and patterns are compared after aliases are resolved.
type Scope struct {
	Allowed []string // an agent's allowedTools; empty allows all
	Blocked []string // an agent's blockedTools; it wins over Allowed
	Context []string // the dispatch's context.tools; nil: not given
}

// Refusal says why the scope refuses the entry; it is empty if it does not.
func (s Scope) Refusal(e Entry) string {
	if p, ok := matchAny(s.Blocked, e); ok {
		return fmt.Sprintf("the agent's blockedTools has %q", p)
	}
	if len(s.Allowed) > 0 {
		if _, ok := matchAny(s.Allowed, e); !ok {
			return "the agent's allowedTools does not list it"
		}
	}
	if s.Context != nil {
		if _, ok := matchAny(s.Context, e); !ok {
			return "the dispatch's context.tools does not list it"
		}
	}
	return ""
}

// matchAny returns the first pattern that matches one of the entry's names.
func matchAny(patterns []string, e Entry) (string, bool) {
	for _, p := range patterns {
		c := Canonical(p)
		if Match(c, e.Info.Name) || Match(c, e.Qualified) {
			return p, true
		}
	}
	return "", false
}

// Match reports whether name matches pattern: * stands for any characters, ?
// for one, everything else for itself. Every pattern is valid, so a list of
// denials cannot fail to parse.
func Match(pattern, name string) bool {
	p, n := []rune(pattern), []rune(name)
	star, mark, i, j := -1, 0, 0, 0
	for j < len(n) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == n[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
