package guard

import (
	"slices"
	"time"

	"handrail/tools"
)

// A Grant is a lasting yes of the person: "Always…" in a dialog, or a line of the
// command line (docs/spec/11-guard.md). It is as wide as its Label says, and no
// wider. It never lifts a deny.
type Grant struct {
	ID      string
	Label   string       // what the button said
	Says    tools.Clause `json:",omitzero"` // Label, to be said in the person's language; none: only Label says it
	Tool    string       // the tool's qualified name
	Digest  string       // exactly this act; ""; see Pattern
	Pattern string       // acts that a rule tool(Pattern) covers, if Digest is empty
	Session string       // only in this session; "": in every one
	Space   string       // only in this folder; "": in every one
	Until   time.Time    // zero: until it is revoked
	Made    time.Time
	Source  string // who made it where: "window", "dialog", "command line"
	Call    string // the call that was asked about, if one was

	// Origins are the keys of the places whose text may leave by Way, or by any way if that is "". Such a
	// grant lets no act through by itself: it answers the question that FromElsewhere asks, and no other.
	Origins []string `json:",omitempty"`
	Way     string   `json:",omitempty"` // the Name of a Way
}

// Live reports whether the grant counts at this moment.
func (gr Grant) Live(now time.Time) bool { return gr.Until.IsZero() || now.Before(gr.Until) }

// granted returns the first grant that covers the act.
func (g *Guard) granted(a *act) (Grant, bool) {
	list := g.c.Grants()
	if len(list) == 0 {
		return Grant{}, false
	}
	exact := a.onlyExact()
	for _, grant := range list {
		if exact && grant.Digest == "" || len(grant.Origins) > 0 || !grant.counts(g, a.call) {
			continue
		}
		if grant.covers(a) {
			return grant, true
		}
	}
	return Grant{}, false
}

// counts reports whether the grant counts for a call now.
func (gr Grant) counts(g *Guard, call tools.Call) bool {
	return gr.Live(g.c.Now()) && (gr.Session == "" || gr.Session == call.Session) && (gr.Space == "" || gr.Space == call.Space)
}

// Unanswered are the origins of which the person has not said that their text may leave by a way: neither by a grant
// nor by a rule that names them. used are the grants that say it of others.
func (g *Guard) Unanswered(call tools.Call, e tools.Entry, p tools.Preview, way Way, from []tools.Origin) (open []tools.Origin, used []string) {
	if g.sealed() {
		return from, nil
	}
	var rules []Rule
	for _, r := range g.after {
		if _, covers := r.set.about(e, call.Caller).allow.pass(g.look(call, e, p)); covers {
			rules = append(rules, r.rule)
		}
	}
	grants := g.c.Grants()
	for _, o := range from {
		if slices.ContainsFunc(rules, func(r Rule) bool { return tools.Match(r.After, o.Name) }) {
			continue
		}
		at := slices.IndexFunc(grants, func(gr Grant) bool {
			return slices.Contains(gr.Origins, o.Key()) && (gr.Way == "" || gr.Way == way.Name) && gr.counts(g, call)
		})
		switch {
		case at < 0:
			open = append(open, o)
		case !slices.Contains(used, grants[at].ID):
			used = append(used, grants[at].ID)
		}
	}
	return open, used
}

// covers reports whether the grant is about this tool and this act.
func (gr Grant) covers(a *act) bool {
	switch {
	case gr.Tool != a.e.Qualified:
		return false
	case gr.Digest != "":
		return gr.Digest == a.p.Digest
	case gr.Pattern == "":
		return false
	case gr.Pattern == EveryCall && a.e.Info.Source != "builtin":
		return true
	}
	p := prepare(Rule{Outcome: Allow, Tool: gr.Tool, Pattern: gr.Pattern}, a.place.home)
	return p.covers(a, true)
}
