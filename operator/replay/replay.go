// Package replay judges recorded calls again, by the hooks and rules as they are.
package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Config says which recorded calls are judged again, and by what.
type Config struct {
	Last  int  // the newest calls of the space; 0: Last
	Hooks bool // also the hooks: pre_tool on what was asked for, post_tool on what came out

	// Extra are rules beside those there are, as in "deny bash(curl*)": what if
	// there were this one?
	Extra []string
	// Without are rules to leave out, written likewise: what if it were gone? One
	// that is not there is an error.
	Without []string
	// Mode, if set, is the space's mode for this replay.
	Mode guard.Mode

	// Keep is how many of the changed calls are returned; 0: 200, below 0: all.
	// All are counted.
	Keep int
	// Progress hears now and then how many calls have been looked at. It is called
	// by one goroutine at a time and may be nil.
	Progress func(done int)
}

const (
	// Last is how many calls are replayed where no number is said.
	Last = 1000
	// kept is how many changed calls are returned where no number is said.
	kept = 200
)

// A Report is what would have become of recorded calls by the hooks and rules as
// they are now. Nothing ran, nobody was asked, and nothing was counted.
type Report struct {
	Calls    int       // looked at
	Judged   int       // judged again
	Same     int       // nothing would have changed
	Answered int       // of these: it asks now as it did then, and the person answered
	Changes  int       // how many would have changed
	Changed  []Call    // newest first; at most Config.Keep
	Ways     []Way     // the changes by what decides now, the most frequent first
	Left     []LeftOut // what could not be replayed, by reason, the most frequent first
}

// A Way counts calls that would have changed alike.
type Way struct {
	Was, Now string // see Fate.Verdict
	By, File string // what decides now
	Calls    int
}

// LeftOut counts calls that could not be replayed.
type LeftOut struct {
	Reason string
	Calls  int
	First  string // one such call: that whose name sorts last
}

// A Call is a call whose fate would have been another.
type Call struct {
	Call, Run string
	Tool      string
	What      string // its title and what was rendered
	Was, Now  Fate
	Answer    string // what the person said then: allowed, declined, expired; "" if they were not asked
	Note      string // in words, where a reader could be misled: "you answered it then"
	Input     string // what hooks would make of the input, if they change it

	seq int64
}

// A Fate is what becomes of a call, by what, and where that stands.
type Fate struct {
	Verdict  string // allow, ask, deny; not_found; of hooks: blocked, stopped, changed, invalid
	By, File string
	Reason   string
	Grant    string // the grant that allows it
}

// Run holds the newest recorded calls of the space against its rules, its agents'
// lists, its tools and, if asked to, its hooks, as they are at this moment. A hook
// runs as a program; nothing else does. Calls that cannot be replayed are counted
// with the reason. It can be cancelled.
func Run(ctx context.Context, o *operator.Operator, s *operator.Space, c Config) (Report, error) {
	r, err := newReplayer(s, c)
	if err != nil {
		return Report{}, err
	}
	r.user = o.Config().Environ.User()
	return r.run(ctx, func(ctx context.Context, q sqlite.ActsQuery, do func(sqlite.Judged) error) error {
		return o.Store().History().EachJudged(ctx, q, do)
	})
}

// newReplayer readies what calls are judged by: it does not change during a
// replay, whatever becomes of the space.
func newReplayer(s *operator.Space, c Config) (*replayer, error) {
	if c.Last <= 0 {
		c.Last = Last
	}
	if c.Keep == 0 {
		c.Keep = kept
	}
	at := s.Snapshot()
	judges, err := c.judges(at.Judges)
	if err != nil {
		return nil, err
	}
	r := &replayer{c: c, dir: s.Dir(), registry: at.Registry, guard: guard.New(judges), entries: map[string]tools.Entry{}, agents: at.Scopes}
	if judges.Grants != nil {
		r.session = slices.ContainsFunc(judges.Grants(), func(g guard.Grant) bool { return g.Session != "" })
	}
	if c.Hooks {
		r.hooks = at.Hooks
	}
	for _, e := range at.Registry.Entries() {
		if _, taken := r.entries[e.Qualified]; !taken || e.State == tools.Ready {
			r.entries[e.Qualified] = e
		}
	}
	return r, nil
}

// judges are the rules of now with what the replay changes about them. Grants
// are taken as they are, once.
func (c Config) judges(now guard.Config) (guard.Config, error) {
	now.Rules = slices.Clone(now.Rules)
	var errs []error
	for _, text := range c.Without {
		rule, err := ruleLine(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		before := len(now.Rules)
		now.Rules = slices.DeleteFunc(now.Rules, func(r guard.Rule) bool {
			return r.Outcome == rule.Outcome && r.Tool == rule.Tool && r.Pattern == rule.Pattern
		})
		if len(now.Rules) == before {
			errs = append(errs, tools.Advise(tools.Action{Kind: tools.ListRules}, "there is no rule %q to leave out", text))
		}
	}
	for _, text := range c.Extra {
		rule, err := ruleLine(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		now.Rules = append(now.Rules, rule)
	}
	if c.Mode != "" {
		if !slices.Contains(guard.Modes(), c.Mode) {
			errs = append(errs, fmt.Errorf("the mode %q is not known; there is read-only, ask, rehearse and workspace", c.Mode))
		}
		now.Mode, now.Why = c.Mode, ""
	}
	if now.Grants != nil {
		grants := now.Grants()
		now.Grants = func() []guard.Grant { return grants }
	}
	return now, errors.Join(errs...)
}

// whatIf is the origin of a rule that is only tried.
const whatIf = "this replay"

// ruleLine reads a rule with its outcome: "deny bash(curl*)".
func ruleLine(text string) (guard.Rule, error) {
	outcome, rule, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch o := guard.Outcome(outcome); o {
	case guard.Allow, guard.Ask, guard.Deny:
		return guard.ParseRule(o, rule, whatIf)
	}
	return guard.Rule{}, fmt.Errorf("%q is not a rule to try: write deny, ask or allow and then the rule, as in \"deny bash(curl*)\"", text)
}
