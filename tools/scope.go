package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A Scope says which tools one caller may use (docs/spec/04-names.md). The zero
// Scope allows every tool but those that a key of an agent's file gives. Patterns know * (any characters) and ? (one
// character), anywhere.
//
// A pattern is held against every name by which the tool is known: bare,
// qualified, and as a model has it. An alias stands for its tool in every list.
// In Blocked a pattern also counts where it fits an alias of the tool, or the
// server's tool that it stands for, so that no spelling leads around it; in Allowed and Context it must fit a name that is the
// tool's own; in Raised, the qualified one: "search" brings up no server's search.
type Scope struct {
	Allowed []string // an agent's allowedTools; empty allows all
	Blocked []string // an agent's blockedTools; it wins over Allowed
	Context []string // the dispatch's context.tools; nil: not given
	Keys    []string // the keys of the agent's file that give tools, such as canSpawn: see Info.Key; patterns
	Raised  []string // the internal tools that are brought up (docs/spec/04-names.md#availability), by names that are qualified; nil: all of them, as in the person's own calls

	Page    []string // what a page of the space may call; nil: the caller is no page
	Foreign bool     // the caller is another program's: what the space's author lends its agents of an internal_only server is not there

	AllowedAt, BlockedAt string // where the agent's lists stand: "agent/ops.md:4"; may be empty

	// Within is what the agent that has called this one may use itself: no more than
	// that is there (docs/spec/14-agents.md#sub-agents). nil: nobody has called it.
	Within *Scope
}

// Limits says which list of a scope decides about a tool.
type Limits string

// The lists of a scope.
const (
	ByBlocked Limits = "blockedTools"
	ByAllowed Limits = "allowedTools"
	ByContext Limits = "context.tools"
	ByRaised  Limits = "internal_only"
	ByTurn    Limits = "turn"
	ByKey     Limits = "key"
	ByPage    Limits = "pages"
	ByApp     Limits = "app"
)

// A Limit is a scope's no to one tool.
type Limit struct {
	List    Limits
	Pattern string // of Blocked: the one that fits
	Key     string // of an agent's file, which gives the tool: "canSpawn"
	At      string // where the list stands: "agent/ops.md:4"; may be empty
	Caller  bool   // the list is of the agent that has called this one
}

// String is the no in a clause.
func (l Limit) String() string {
	if l.Caller {
		l.Caller = false
		return "the agent that has called this one may not use it either: " + l.String()
	}
	at := ""
	if l.At != "" {
		at = " (" + l.At + ")"
	}
	switch l.List {
	case ByBlocked:
		return fmt.Sprintf("the agent's blockedTools has %q%s", l.Pattern, at)
	case ByAllowed:
		return "the agent's allowedTools does not list it" + at
	case ByRaised:
		return "its server is internal_only, and no skill of this turn and no allowedTools of the agent brings it up"
	case ByTurn:
		return "it is there for an agent of the space only, while it works"
	case ByKey:
		return fmt.Sprintf("it is there for an agent whose file has %s, while it works", l.Key)
	case ByPage:
		return "the page may not call it: its author lists a page's tools in \"pages\" of space.manifest.json; one that lists none has the desktop tools alone"
	case ByApp:
		return "its server has it for its own app alone, which a person opens from a result"
	case ByContext:
		return "the dispatch's context.tools does not list it"
	}
	return "it is not known whether it may be used" // a new list that nobody has put into words
}

// Refusal says why the scope refuses the entry; it is empty if it does not.
func (s Scope) Refusal(e Entry) string {
	if l, no := s.Refuses(e); no {
		return l.String()
	}
	return ""
}

// Refuses reports whether the scope refuses the entry, and by which list: its own
// first, then those of the agents that stand above.
func (s Scope) Refuses(e Entry) (Limit, bool) {
	if l, no := s.refuses(e); no || s.Within == nil {
		return l, no
	}
	l, no := s.Within.Refuses(e)
	l.Caller = no
	return l, no
}

func (s Scope) refuses(e Entry) (Limit, bool) {
	for _, p := range s.Blocked {
		if isNamed(p, e, true) {
			return Limit{List: ByBlocked, Pattern: p, At: s.BlockedAt}, true
		}
	}
	if len(s.Allowed) > 0 && !anyNames(s.Allowed, e) {
		return Limit{List: ByAllowed, At: s.AllowedAt}, true
	}
	if s.Context != nil && !anyNames(s.Context, e) {
		return Limit{List: ByContext}, true
	}
	if e.Info.Key != "" && !slices.ContainsFunc(s.Keys, func(p string) bool { return Match(p, e.Info.Key) }) {
		return Limit{List: ByKey, Key: e.Info.Key}, true
	}
	if s.Page != nil && !anyNames(s.Page, e) {
		return Limit{List: ByPage}, true
	}
	if e.Info.Audience == ForApps && (s.Raised != nil || s.Foreign) && s.Page == nil {
		return Limit{List: ByApp}, true
	}
	if e.Info.Lent && s.Foreign {
		return Limit{List: ByRaised}, true
	}
	if e.Info.Internal && s.Raised != nil && !slices.ContainsFunc(s.Raised, func(p string) bool { return raises(p, e) }) {
		if e.Info.Source == "builtin" {
			return Limit{List: ByTurn}, true
		}
		return Limit{List: ByRaised}, true
	}
	return Limit{}, false
}

func anyNames(patterns []string, e Entry) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return isNamed(p, e, false) })
}

// raises reports whether the pattern fits the qualified name of an internal tool,
// or that name as a model has it.
func raises(pattern string, e Entry) bool {
	return e.Qualified != "" && Match(pattern, e.Qualified) || e.Model != "" && Match(pattern, e.Model)
}

// NamesServer reports whether a pattern of an agent's allowedTools is about the
// tools of servers, so that it brings up internal ones too: it says so by the "__"
// of their names. A bare * is about every tool, and brings up none.
func NamesServer(pattern string) bool { return strings.Contains(pattern, "__") }

// isNamed reports whether the pattern fits a name of the entry. wide takes every
// reading of the pattern, every alias of the tool and what it stands for.
func isNamed(pattern string, e Entry, wide bool) bool {
	names := []string{e.Info.Name, e.Qualified, e.Model}
	match := Match
	fits := func(p string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return n != "" && match(p, n) })
	}
	if wide {
		match = MatchWide
		names = append(append(names, e.Info.StandsFor), Aliases(e.Info.Name)...)
		return fits(pattern) || fits(Canonical(Folded(pattern)))
	}
	return fits(Canonical(pattern))
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

// MatchWide is Match for a pattern that forbids or guards: large and small letters are the same, and what is not seen in it
// does not count, so that Bash is bash (docs/spec/04-names.md).
func MatchWide(pattern, name string) bool {
	return Match(pattern, name) || Match(Folded(pattern), Folded(name))
}

// Folded is a name or a pattern as MatchWide compares it.
func Folded(name string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return c
	}, name))
}
