package pipeline

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// Origins knows where the text of conversations comes from (docs/spec/16-in-and-out.md). It is
// safe for concurrent use.
type Origins interface {
	// Read lists from where else than from the person and the space a conversation has text.
	Read(session string) []tools.Origin
	// Holds reports whether a file may hold text from elsewhere.
	Holds(ctx context.Context, path string) bool
	// Words is what has been named in a conversation.
	Words(session string) guard.Words
	// Refuse notes that the person does not let text of some origins leave a conversation; until they write in it
	// again, Refused lists them.
	Refuse(session string, from []tools.Origin)
	Refused(session string) []tools.Origin
	// Passages are parts of text that came in from some origins, those first that have most in common with an input.
	Passages(session string, from []tools.Origin, input json.RawMessage) []tools.Passage
	// Came says where the text of a result comes from, and remembers it of the call's conversation.
	Came(ctx context.Context, call tools.Call, e tools.Entry, p tools.Preview, r tools.Result) []tools.Origin
}

// RuleSecretSent names in records that a secret was about to leave.
const RuleSecretSent = "secret-sent"

// outward is the guard's last step: what others have written neither leaves nor acts later unless the person
// says so, whatever the mode and the rules let through, and a secret never leaves.
func outward(c *call, act settled, v guard.Verdict) guard.Verdict {
	g := c.p.c.Guard()
	if v.Outcome == guard.Deny {
		return v
	}
	if g.Leaves(c.req.Call, act.entry, act.preview, c.input) {
		if mark := secretIn(c, c.input); mark != "" {
			return SecretSent(mark)
		}
	}
	if c.p.c.Origins == nil {
		return v
	}
	return unrefused(c, g.Elsewhere(v, outwardOf(c, act)))
}

// outwardOf is an act as the step looks at it.
func outwardOf(c *call, act settled) guard.Outward {
	known, session := c.p.c.Origins, c.req.Call.Session
	return guard.Outward{Call: c.req.Call, Entry: act.entry, Preview: act.preview, Input: c.input, From: known.Read(session), Words: known.Words(session)}
}

// unrefused denies what asks about text of which the person has just said that it does not leave.
func unrefused(c *call, v guard.Verdict) guard.Verdict {
	if len(v.From) == 0 {
		return v
	}
	if no := c.p.c.Origins.Refused(c.req.Call.Session); !slices.ContainsFunc(v.From, func(o tools.Origin) bool { return !slices.Contains(no, o) }) {
		return guard.Verdict{
			Outcome: guard.Deny, Stage: guard.FromElsewhere, By: tools.Decider{Kind: tools.ByBuiltin, Name: guard.RuleElsewhere},
			Reason: tools.Because(tools.Say(tools.WhyElsewhereRefused).With(guard.ListOf(v.From), v.Way.Why)),
		}
	}
	return v
}

// SecretSent denies an act whose input holds a secret that could leave by it.
func SecretSent(mark string) guard.Verdict {
	return guard.Verdict{
		Outcome: guard.Deny, Stage: guard.FromElsewhere, By: tools.Decider{Kind: tools.ByBuiltin, Name: RuleSecretSent},
		Reason: tools.Because(tools.Say(tools.WhySecretSent).With(tools.ReadClause(mark, tools.SecretLike, tools.SecretMarked))),
	}
}

// secretIn names the secret that an input holds: its mark, or what is known of it; "" if there is none.
func secretIn(c *call, input json.RawMessage) string {
	text := string(input)
	if !c.p.c.Redact.Holds(text) {
		return ""
	}
	if mark := c.p.c.Redact.Placeholder(c.p.c.Redact.Text(text)); mark != "" {
		return tools.Say(tools.SecretMarked, strings.Trim(mark, "[]")).String()
	}
	return tools.Say(tools.SecretLike).String()
}

// originOffers are the answers to a question about text from elsewhere, beside this once.
func (f *confirmation) originOffers() []offer {
	call, v := f.call.req.Call, f.verdict
	var keys []string
	for _, o := range v.From {
		keys = append(keys, o.Key())
	}
	var out []offer
	add := func(until, way string, says tools.Clause, g guard.Grant) {
		g.Origins, g.Way, g.Tool, g.Space, g.Label, g.Says = keys, way, f.act.entry.Qualified, call.Space, says.String(), says
		out = append(out, offer{tools.Offer{ID: guard.ScopeOrigin + "/" + until, Label: g.Label, Says: says, Scope: guard.ScopeOrigin, Until: until}, g})
	}
	if call.Session != "" {
		add(UntilSession, "", tools.Say(tools.LetSession).With(guard.ListOf(v.From)), guard.Grant{Session: call.Session})
	}
	add(UntilSpace, v.Way.Name, guard.LabelElsewhere(v.From, v.Way), guard.Grant{})
	return out
}

// cameIn is the text from elsewhere that a question shows.
func (f *confirmation) cameIn() []tools.Passage {
	c := f.call
	if len(f.verdict.From) == 0 || c.p.c.Origins == nil {
		return nil
	}
	return c.p.c.Origins.Passages(c.req.Call.Session, f.verdict.From, c.input)
}

// came notes where the text of a result comes from, of an act that began so long ago.
func came(ctx context.Context, c *call, act settled, r tools.Result, took time.Duration) {
	if c.p.c.Origins != nil {
		r.Meta.Duration = took
		c.ledger.meta.Origins = c.p.c.Origins.Came(context.WithoutCancel(ctx), c.req.Call, act.entry, act.preview, r)
	}
}

// usedAll counts the grants that answer for text from elsewhere, and reports whether they all still stand.
func usedAll(ctx context.Context, g Grants, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return g == nil || !g.Used(ctx, id) })
}
