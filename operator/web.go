package operator

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
	"handrail/tools"
	"handrail/tools/builtin"
	"handrail/tools/web"
)

// newFetcher makes what fetches pages for all spaces, by the way out that the person's
// environment names.
func newFetcher(c Config) *web.Fetcher {
	return web.New(web.Config{
		Agent: "Handrail/" + cmp.Or(c.Version, "dev"),
		Proxy: web.ProxyOf(func(name string) string { return proc.Getenv(c.Environ.Vars, name) }),
	})
}

// newWeb makes the tools of the web of a space.
func newWeb(s *Space) (*builtin.Source, error) {
	return builtin.NewWeb(builtin.WebConfig{
		Fetcher: s.commons.fetcher, Seen: s.commons.seen, Hosts: func() web.Hosts { return s.current.Load().hosts },
		House:  s.house(),
		Denied: func(call tools.Call, u *url.URL) string { return deniedPage(s, call, u) },
	})
}

// deniedPage says why rules, or the mode, deny the address that a redirect leads to; "" if they
// don't.
func deniedPage(s *Space, call tools.Call, u *url.URL) string {
	entry, err := s.Registry().Lookup(call.Tool, tools.Scope{})
	if err != nil { // it was turned off meanwhile
		return err.Error()
	}
	v := s.current.Load().judges.Guard.Judge(call, entry, tools.Preview{
		Title: "GET " + u.String(), Detail: u.String(), Reads: true, Named: true, Effects: []tools.Effect{{Kind: tools.EffectReach, Target: u.Hostname()}},
	})
	if v.Outcome != guard.Deny {
		return ""
	}
	return v.Reason
}

// webOff says why the tools of the web are not there, and what the person can do about that; ""
// if they are. flag is what --network says, nil if nothing.
func webOff(set settings.Settings, dir string, flag []string, trusted bool) (why string, do tools.Action) {
	own := set.PerSpace[dir]
	word := cmp.Or(own.Web, set.Web, settings.On)
	switch {
	case !trusted:
		return "this space is not trusted", tools.Action{Kind: tools.TrustSpace}
	case word != settings.On && word != settings.Off:
		return fmt.Sprintf("\"web\" in the settings is %.40q, and it can be on or off", word), tools.Action{Kind: tools.TurnWebOn}
	case word == settings.Off:
		return "the web is turned off in the settings", tools.Action{Kind: tools.TurnWebOn}
	}
	network, by := flag, "by --network"
	if network == nil {
		if network, by = own.Network, "for this space"; network == nil {
			network, by = set.Network, "in the settings"
		}
	}
	if len(network) > 0 {
		n, err := sandbox.ParseNetwork(network)
		inner := func(host string) bool { return host == string(sandbox.Loopback) }
		if err != nil || n.Mode != sandbox.On && !slices.ContainsFunc(n.Hosts, func(host string) bool { return !inner(host) }) {
			return "the network is off " + by, tools.Action{Kind: tools.ChangeNetwork}
		}
	}
	if err := web.CheckHosts(set.Tools.WebFetch.AllowHosts); err != nil {
		return fmt.Sprintf("tools.web_fetch.allow_hosts in the settings: %v", err), tools.Action{Kind: tools.CorrectPages}
	}
	return "", tools.Action{}
}

// webTools are the tools of the web as the space was just read, which notes for them which
// private hosts are open.
func webTools(s *Space, next *loaded, set settings.Settings) tools.Provision {
	p := tools.Provision{Source: s.pages}
	next.hosts = set.Tools.WebFetch.AllowHosts
	if why, do := webOff(set, s.dir, s.commons.config.Network, next.trust.Level() != trust.Untrusted); why != "" {
		p.State, p.Reason, p.Action = tools.Barred, why, do
	}
	return p
}

// Typed notes what the person has typed in a session: an address that stands in it is
// theirs, and is fetched without a question.
func Typed(s *Space, session, text string) { s.commons.seen.Typed(session, text) }

// An agreeing Confirmer notes the hosts that the person agrees to look at.
type agreeing struct {
	tools.Confirmer
	seen *web.Seen
}

// Confirm implements tools.Confirmer. A yes that lasts longer is a grant, which can be taken
// back, and a program's word or a flag is nobody's.
func (a agreeing) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	answer, err := a.Confirmer.Confirm(ctx, q)
	if err != nil || answer.Verdict != tools.RunOnce || answer.Offer != "" || answer.Input != nil || answer.Decider().Kind != tools.ByPerson {
		return answer, err
	}
	if !q.Preview.Reads || q.Preview.Confirm || q.During {
		return answer, nil
	}
	for _, e := range q.Preview.Effects {
		if e.Kind == tools.EffectReach {
			a.seen.Agree(q.Session, e.Target)
		}
	}
	return answer, nil
}
