package guard

import (
	"fmt"
	"path/filepath"
	"strings"

	"handrail/tools"
)

// A Rule is one line of the person's or a space's rules (SPEC 11), such as
// "bash(git status*)", "write(**/*.md)" or "github__*".
type Rule struct {
	Outcome Outcome
	Tool    string // a name or glob; aliases are resolved
	Pattern string // what follows in brackets; empty matches every act of the tool
	Origin  string // where the rule stands: "settings", "agent/rules.json"
	File    string // the file and line of it, if known: "agent/rules.json:3"
}

// ParseRule reads one rule.
func ParseRule(outcome Outcome, text, origin string) (Rule, error) {
	text = strings.TrimSpace(text)
	r := Rule{Outcome: outcome, Origin: origin}
	open := strings.IndexByte(text, '(')
	switch {
	case text == "":
		return r, fmt.Errorf("an empty rule in %s: write tool or tool(pattern), as in bash(git status*)", origin)
	case open < 0:
		r.Tool = text
	case open == 0 || !strings.HasSuffix(text, ")"):
		return r, fmt.Errorf("rule %q in %s cannot be read: write tool or tool(pattern), as in bash(git status*)", text, origin)
	default:
		r.Tool, r.Pattern = text[:open], text[open+1:len(text)-1]
	}
	r.Tool = tools.Canonical(r.Tool)
	return r, nil
}

// String names the rule and where it stands.
func (r Rule) String() string {
	text := "rule " + r.Tool
	if r.Pattern != "" {
		text += "(" + r.Pattern + ")"
	}
	if r.Origin != "" {
		text += " in " + r.Origin
	}
	return text
}

// match returns the first rule of this outcome that covers the act. An allow
// rule must cover every part of the act; a deny or ask rule any part of it.
func (g *Guard) match(outcome Outcome, e tools.Entry, p tools.Preview) (Rule, bool) {
	for _, r := range g.c.Rules {
		if r.Outcome != outcome || !tools.Match(r.Tool, e.Info.Name) && !tools.Match(r.Tool, e.Qualified) {
			continue
		}
		if r.Pattern == "" || g.covers(r, p, outcome == Allow) {
			return r, true
		}
	}
	return Rule{}, false
}

// covers holds the rule's pattern against the commands of a shell script, or
// else against the targets of the act's effects.
func (g *Guard) covers(r Rule, p tools.Preview, all bool) bool {
	subjects := g.subjects(p)
	if len(subjects) == 0 {
		return false
	}
	for _, s := range subjects {
		hit := tools.Match(r.Pattern, s)
		if !hit && !all {
			continue
		}
		if hit != all {
			return hit
		}
	}
	return all
}

// subjects are the texts that a pattern is held against.
func (g *Guard) subjects(p tools.Preview) []string {
	if p.Shell != "" {
		commands, whole := commandsOf(p.Shell)
		if !whole {
			commands = append(commands, p.Shell)
		}
		return commands
	}
	var out []string
	for _, e := range p.Effects {
		target := e.Target
		for _, root := range g.c.Roots() {
			if within(root, target) {
				if rel, err := filepath.Rel(root, target); err == nil {
					target = filepath.ToSlash(rel)
				}
				break
			}
		}
		out = append(out, target)
	}
	return out
}

// within reports whether path is root or lies below it.
func within(root, path string) bool {
	if root == "" {
		return false
	}
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) && !filepath.IsAbs(rel)
}
