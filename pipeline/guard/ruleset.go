package guard

import (
	"slices"
	"strings"
	"sync"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// A ready rule has its pattern prepared, and its order among the rules.
type ready struct {
	rule    Rule
	pattern pattern
	order   int
}

// A sieve is the rules of one outcome that are about one tool, sorted by what
// they can match, so that a thousand rules cost no more than those that could be
// meant.
type sieve struct {
	all    []*ready            // they match every act
	byWord map[string][]*ready // by the first word of the commands that they match
	any    []*ready            // the rest
	list   []*ready            // all with a pattern
}

// sieves are the rules about one tool.
type sieves struct{ deny, ask, allow sieve }

// sieveKey names a tool among those that were judged.
type sieveKey struct {
	name, qualified, standsFor, caller string
	own                                bool
}

// A ruleset is the rules of the person and of a space. It is safe for concurrent use.
type ruleset struct {
	rules   []*ready
	callers bool     // some are about who calls
	sieves  sync.Map // of sieveKey to *sieves
}

func newRuleset(rules []Rule, home string, roots func() []string) *ruleset {
	rs := &ruleset{}
	for i, r := range rules {
		rs.rules = append(rs.rules, &ready{rule: r, pattern: prepare(r, home).at(r, roots), order: i})
		rs.callers = rs.callers || r.Caller != ""
	}
	return rs
}

// about sorts the rules about a tool and a caller; it is done once for both.
func (rs *ruleset) about(e tools.Entry, c tools.Caller) *sieves {
	key := sieveKey{name: e.Info.Name, qualified: e.Qualified, standsFor: e.Info.StandsFor, own: e.Info.Own}
	if rs.callers {
		key.caller = callerOf(c)
	}
	if known, ok := rs.sieves.Load(key); ok {
		return known.(*sieves) //nolint:forcetypeassert // nothing else is stored
	}
	s := &sieves{}
	for _, r := range rs.rules {
		if !r.rule.names(e) || r.rule.Caller != "" && !tools.Match(r.rule.Caller, key.caller) {
			continue
		}
		switch r.rule.Outcome {
		case Allow:
			s.allow.add(r)
		case Ask:
			s.ask.add(r)
		default:
			s.deny.add(r)
		}
	}
	rs.sieves.Store(key, s)
	return s
}

func (s *sieve) add(r *ready) {
	switch {
	case r.pattern.all:
		s.all = append(s.all, r)
		return
	case r.pattern.word == "":
		s.any = append(s.any, r)
	default:
		if s.byWord == nil {
			s.byWord = map[string][]*ready{}
		}
		s.byWord[r.pattern.word] = append(s.byWord[r.pattern.word], r)
	}
	s.list = append(s.list, r)
}

// first keeps the rule that stands first.
func first(best, r *ready) *ready {
	if best == nil || r.order < best.order {
		return r
	}
	return best
}

// hit returns the first rule that matches any part of the act: for deny and ask.
func (s *sieve) hit(a *act) (Rule, bool) {
	var best *ready
	if len(s.all) > 0 {
		best = s.all[0]
	}
	if len(s.list) > 0 {
		if a.script != nil {
			for _, l := range a.lines() {
				best = s.line(l, best)
			}
		} else {
			for _, r := range s.list {
				if (best == nil || r.order < best.order) && r.pattern.covers(a, false) {
					best = r
				}
			}
		}
	}
	if best == nil {
		return Rule{}, false
	}
	return best.rule, true
}

// line returns the first rule that matches a line of a command.
func (s *sieve) line(l string, best *ready) *ready {
	word, _, _ := strings.Cut(l, " ")
	for _, list := range [...][]*ready{s.byWord[word], s.any} {
		for _, r := range list {
			if (best == nil || r.order < best.order) && r.pattern.matchLine(l) {
				best = r
				break
			}
		}
	}
	return best
}

// pass returns the first rule that covers the whole act, or else rules that cover
// it together, each command by one: for allow.
func (s *sieve) pass(a *act) (Rule, bool) {
	if len(s.all) > 0 {
		return s.all[0].rule, true
	}
	if len(s.list) == 0 {
		return Rule{}, false
	}
	if a.script == nil {
		for _, r := range s.list {
			if r.pattern.covers(a, true) {
				return r.rule, true
			}
		}
		return Rule{}, false
	}
	if !a.decided() {
		return Rule{}, false
	}
	var best *ready
	for i := range a.script.Commands {
		r := s.command(&a.script.Commands[i])
		if r == nil {
			return Rule{}, false
		}
		best = first(best, r)
	}
	if best == nil {
		return Rule{}, false
	}
	return best.rule, true
}

// command returns the first rule that allows a command.
func (s *sieve) command(c *bash.Command) *ready {
	l := c.Line()
	word, _, _ := strings.Cut(l, " ")
	var best *ready
	for _, list := range [...][]*ready{s.byWord[word], s.any} {
		for _, r := range list {
			if r.pattern.allows(c, l) {
				best = first(best, r)
				break
			}
		}
	}
	return best
}

// allows reports whether a pattern allows a command: what it writes must stand
// in the pattern too, and stay where it says.
func (p *pattern) allows(c *bash.Command, l string) bool {
	if len(c.Writes) > 0 && (!strings.Contains(p.text, ">") || slices.ContainsFunc(c.Writes, func(w bash.Word) bool { return strings.Contains(w.Text, "..") })) {
		return false
	}
	return p.matchLine(l)
}

// covers holds a pattern against an act: against all of it, or any part.
func (p *pattern) covers(a *act, all bool) bool {
	if p.all {
		return true
	}
	if a.script != nil {
		if !all {
			return slices.ContainsFunc(a.lines(), p.matchLine)
		}
		for i := range a.script.Commands {
			if c := &a.script.Commands[i]; !p.allows(c, c.Line()) {
				return false
			}
		}
		return a.decided()
	}
	if input := a.input(); input != "" {
		if tools.Match(p.input, input) || all {
			return tools.Match(p.input, input)
		}
	}
	if len(a.p.Effects) == 0 {
		return p.text == EveryCall
	}
	for i, e := range a.p.Effects {
		if p.deeds && e.Kind != tools.EffectRead && a.e.Info.Data == tools.DataResource {
			continue // the rule is about files, and of the call it concerns those that its URI names
		}
		var hit bool
		switch e.Kind {
		case tools.EffectRead, tools.EffectWrite, tools.EffectDelete:
			hit = (e.Kind != tools.EffectRead || !p.changes) && p.matchPath(a.names()[i])
		case tools.EffectReach:
			hit = p.matchSite(a.address(e.Target))
		default:
			hit = p.matchLine(e.Target)
		}
		if hit != all {
			return hit
		}
	}
	return all
}

// address is the whole address that an act would reach, where the act shows it
// and it leads to this host.
func (a *act) address(host string) string {
	detail, _, _ := strings.Cut(a.p.Detail, "\n")
	if strings.Contains(host, "://") || !strings.Contains(detail, "://") {
		return host
	}
	if at := hostOf(detail); at != "" && strings.EqualFold(at, host) {
		return detail
	}
	return host
}
