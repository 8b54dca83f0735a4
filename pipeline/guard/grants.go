package guard

import (
	"time"

	"handrail/tools"
)

// A Grant is a lasting yes of the person: "Always…" in a dialog, or a line of the
// command line (SPEC 11). It is as wide as its Label says, and no wider. It never
// lifts a deny.
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

// granted returns the first grant that covers the act. Only one for exactly this
// act lifts confirm: true.
func (g *Guard) granted(call tools.Call, e tools.Entry, p tools.Preview) (Grant, bool) {
	confirm := p.Confirm || e.Info.Confirm
	for _, grant := range g.c.Grants() {
		switch {
		case grant.Tool != e.Qualified,
			grant.Session != "" && grant.Session != call.Session,
			grant.Space != "" && grant.Space != call.Space,
			!grant.Until.IsZero() && !time.Now().Before(grant.Until):
			continue
		}
		if grant.Digest != "" {
			if grant.Digest == p.Digest {
				return grant, true
			}
			continue
		}
		rule := Rule{Outcome: Allow, Tool: grant.Tool, Pattern: grant.Pattern}
		if !confirm && grant.Pattern != "" && g.covers(rule, p, true) {
			return grant, true
		}
	}
	return Grant{}, false
}
