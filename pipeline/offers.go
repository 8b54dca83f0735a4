package pipeline

import (
	"strconv"
	"strings"
	"time"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// How long a lasting yes may hold (docs/spec/11-guard.md): what an Offer's
// Until says.
const (
	UntilSession    = "session"
	UntilMinutes    = "15 minutes"
	UntilSpace      = "space"
	UntilEverywhere = "everywhere"
)

// grantSpan is how long a grant of UntilMinutes holds.
const grantSpan = 15 * time.Minute

// offer is one lasting yes, as the person reads it and as it is kept.
type offer struct {
	Offer tools.Offer
	Grant guard.Grant
}

// offers are the lasting yeses that a question may take, narrowest first: what
// the guard says they may cover, and how long. The label is the whole button,
// and the grant never wider. There are none where a grant would change nothing.
func (f *confirmation) offers() []offer {
	c, act, v := f.call, f.act, f.verdict
	if c.hookAsk != "" || v.Stage == guard.ChangedAct {
		return nil // no grant lifts that
	}
	if v.Stage == guard.FromElsewhere {
		return f.originOffers()
	}
	found := c.p.c.Guard().Offers(c.req.Call, act.entry, act.preview, v)
	var out []offer
	for _, o := range found {
		if c.p.c.Redact.Text(o.Pattern) != o.Pattern {
			continue // a grant is kept as text, and this one would hold a secret
		}
		o.Label = o.Label.Through(c.p.c.Redact.Text)
		untils := []string{UntilSession, UntilMinutes, UntilSpace}
		switch {
		case o.Scope == guard.ScopeAct && len(found) > 1: // the pattern has the others
			untils = []string{UntilSession, UntilSpace}
		case act.entry.Info.Source == "builtin" && (o.Scope == guard.ScopePattern || act.preview.Folder == ""):
			untils = append(untils, UntilEverywhere) // a tool of that name is the same in every space
		}
		for _, until := range untils {
			if until == UntilSession && c.req.Call.Session == "" {
				continue
			}
			out = append(out, f.offer(o, until))
		}
	}
	if v.Stage != guard.AskRule && len(found) > 1 && found[len(found)-1].Pattern == guard.EveryCall { // else a rule about one tool would be lifted by a word about many
		out = append(out, f.serverOffers()...)
	}
	return out
}

// AllTools ends the Tool of a grant for all tools that a server had when it was made: after the server's name.
const AllTools = "__*"

// scopeServer is an Offer's scope for all tools that a server has now.
const scopeServer = "server"

// serverOffers are the lasting yeses to every tool that the server of this one has now.
func (f *confirmation) serverOffers() (out []offer) {
	act, call := f.act, f.call.req.Call
	server, _, _ := strings.Cut(act.entry.Qualified, "__")
	if !strings.HasPrefix(act.entry.Info.Source, "mcp:") || server == act.entry.Qualified {
		return nil
	}
	count := 0
	for _, e := range f.call.p.c.Registry().Entries() {
		if e.Info.Source == act.entry.Info.Source && e.State == tools.Ready {
			count++
		}
	}
	if count < 2 {
		return nil
	}
	o := guard.Offer{Scope: scopeServer, Pattern: guard.EveryCall, Label: tools.Say(tools.CoverServer, strconv.Itoa(count), server).Through(f.call.p.c.Redact.Text)}
	for _, until := range []string{UntilSession, UntilSpace} {
		if until == UntilSession && call.Session == "" {
			continue
		}
		one := f.offer(o, until)
		one.Grant.Tool = server + AllTools
		out = append(out, one)
	}
	return out
}

// offer makes one lasting yes of what the guard says it may cover.
func (f *confirmation) offer(o guard.Offer, until string) offer {
	call, act := f.call.req.Call, f.act
	g := guard.Grant{Tool: act.entry.Qualified, Pattern: o.Pattern, Space: call.Space}
	if o.Scope == guard.ScopeAct {
		g.Digest, g.Pattern = act.preview.Digest, ""
	}
	always := tools.AlwaysSpace
	switch until {
	case UntilSession:
		g.Session, always = call.Session, tools.AlwaysSession
	case UntilMinutes:
		g.Until, always = time.Now().Add(grantSpan), tools.AlwaysMinutes // accept counts anew, from the answer
	case UntilEverywhere:
		g.Space, always = "", tools.AlwaysEverywhere
	}
	g.Says = tools.Say(always).With(o.Label)
	g.Label = g.Says.String()
	return offer{tools.Offer{ID: o.Scope + "/" + until, Label: g.Label, Says: g.Says, Scope: o.Scope, Until: until}, g}
}
