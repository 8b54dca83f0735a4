package operator

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"handrail/internal/proc"
	"handrail/operator/browsing"
	"handrail/operator/proxies"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
	"handrail/tools"
	"handrail/tools/builtin"
	"handrail/tools/web"
)

// openWayOut makes what takes secrets out of texts, what finds the way out of this machine, and what fetches pages for all spaces by it.
func openWayOut(o *Operator) {
	o.redact = o.secrets.Redactor()
	o.proxies = proxies.New(proxies.Config{
		Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Reload: o.reloadSpaces,
		Getenv: func(name string) string { return proc.Getenv(o.config.Environ.Vars, name) },
	})
	o.fetcher = web.New(web.Config{Agent: "Handrail/" + cmp.Or(o.config.Version, "dev"), Proxy: o.proxies.Way})
}

// ProxiesOf is where the person says how Handrail leaves this machine.
func ProxiesOf(o *Operator) *proxies.Desk { return o.proxies }

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
	return v.Reason.String()
}

// newSearch makes web_search of a space.
func newSearch(s *Space) (*builtin.Source, error) {
	now := func() *loaded { return s.current.Load() }
	return builtin.NewSearch(builtin.SearchConfig{
		Fetcher: s.commons.fetcher, Seen: s.commons.seen,
		Provider: func() web.Provider { return now().provider },
		Secret:   s.commons.redact.Holds,
		Key:      func() (string, error) { return s.commons.browsing.Key(now().searchKey) },
		Careful:  func() bool { return s.Mode() == guard.AskAll || s.Mode() == guard.Rehearse },
	})
}

// webTools are the tools of the web as the space was just read, which notes for them which
// private hosts are open, and who is asked when the web is searched.
func webTools(s *Space, next *loaded, set settings.Settings) []tools.Provision {
	pages, search := tools.Provision{Source: s.pages}, tools.Provision{Source: s.search}
	bar := func(p *tools.Provision, state tools.State, do tools.Action, format string, args ...any) {
		p.State, p.Reason, p.Action = state, fmt.Sprintf(format, args...), do
	}
	next.hosts, next.searchKey = set.Tools.WebFetch.AllowHosts, set.Tools.WebSearch.Key
	var unreadable error
	next.provider, unreadable = browsing.ProviderOf(set.Tools.WebSearch)
	if why, do := browsing.Off(set, s.dir, s.commons.config.Network, next.trust.Level() != trust.Untrusted); why != "" {
		bar(&pages, tools.Barred, do, "%s", why)
		bar(&search, tools.Barred, do, "%s", why)
		return []tools.Provision{pages, search}
	}
	if err := web.CheckHosts(next.hosts); err != nil {
		bar(&pages, tools.Barred, tools.Action{Kind: tools.CorrectPages}, "tools.web_fetch.allow_hosts in the settings: %v", err)
	}
	switch {
	case unreadable != nil:
		bar(&search, tools.Missing, tools.Action{Kind: tools.CorrectSearch}, "tools.web_search in the settings: %v", unreadable)
	case next.provider.URL == nil:
		bar(&search, tools.Missing, tools.Action{Kind: tools.SetSearch}, "no provider for searches is set")
	}
	return []tools.Provision{pages, search}
}

// BrowsingOf is where the person changes what they have set of the web.
func BrowsingOf(o *Operator) *browsing.Desk { return o.browsing }

// Typed notes what the person has typed in a session: an address that stands in it is
// theirs, and is fetched without a question.
func Typed(s *Space, session, text string) {
	s.commons.seen.Typed(session, text)
	s.commons.origins.Typed(session, text)
}

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
