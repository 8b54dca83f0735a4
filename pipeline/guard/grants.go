package guard

import "time"

// A Grant is a lasting yes of the person: "Always…" in a dialog, or a line of the
// command line (docs/spec/11-guard.md). It is as wide as its Label says, and no
// wider. It never lifts a deny.
type Grant struct {
	ID      string
	Label   string    // what the button said
	Tool    string    // the tool's qualified name
	Digest  string    // exactly this act; ""; see Pattern
	Pattern string    // acts that a rule tool(Pattern) covers, if Digest is empty
	Session string    // only in this session; "": in every one
	Space   string    // only in this folder; "": in every one
	Until   time.Time // zero: until it is revoked
	Made    time.Time
	Source  string // who made it where: "window", "dialog", "command line"
	Call    string // the call that was asked about, if one was
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
		if exact && grant.Digest == "" || !grant.Live(g.c.Now()) {
			continue
		}
		if grant.Session != "" && grant.Session != a.call.Session || grant.Space != "" && grant.Space != a.call.Space {
			continue
		}
		if grant.covers(a) {
			return grant, true
		}
	}
	return Grant{}, false
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
