// Package browsing is what the person has set of the web: whether its tools are there, which private hosts may be fetched
// from, and who is asked when the web is searched (docs/spec/02-settings.md#settingsjson).
package browsing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/operator/settings"
	"handrail/tools"
	"handrail/tools/web"
)

// Config is what a Desk needs.
type Config struct {
	Settings *settings.File
	Secrets  Secrets
	Redact   *secrets.Redactor // hears of a key that stands in the settings as it is
	Fetcher  *web.Fetcher
	Network  []string                        // what --network says; nil: nothing
	Reload   func(ctx context.Context) error // has every open space read the settings
}

// Secrets keeps the keys of providers, as secrets.Store does.
type Secrets interface {
	Set(name, value string) error
	Expand(text string) (string, error)
	List() (map[string]string, error)
}

// A Desk is where the person changes what they have set of the web. It is safe for concurrent use.
type Desk struct{ c Config }

// New makes a Desk. It reads nothing yet.
func New(c Config) *Desk { return &Desk{c} }

// A State is what is set.
type State struct {
	On     bool         // for spaces that say nothing
	Own    string       // on or off, of the space; "": it says nothing
	Why    string       // why the tools of the web are not there; "": they are
	Action tools.Action // what the person can do about that
	Hosts  []string     // private hosts that pages may be fetched from
	Wrong  string       // what is wrong with the list of hosts; "": nothing
	Search Search
}

// A Search says who is asked when the web is searched.
type Search struct {
	Provider web.Kind // "": nobody
	Address  string   // where, in full; "": nowhere
	URL      string   // the person's own address; "": the usual one
	Keyed    bool     // a key is sent along
	Secret   string   // the name of the secret that holds the key; "": there is none, or it is written into the settings
	Problem  string   // why nobody can be asked; "": somebody is, or nobody is set
}

// State says what is set for a space, by its folder; "" for those that say nothing.
func (d *Desk) State(dir string, trusted bool) (State, error) {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return State{}, err
	}
	out := State{On: cmp.Or(set.Web, settings.On) == settings.On, Own: set.PerSpace[dir].Web, Hosts: append([]string{}, set.Tools.WebFetch.AllowHosts...)}
	out.Why, out.Action = Off(set, dir, d.c.Network, trusted)
	if err := web.CheckHosts(out.Hosts); err != nil {
		out.Wrong = err.Error()
	}
	out.Search = d.search(set.Tools.WebSearch)
	return out, nil
}

func (d *Desk) search(set settings.WebSearch) Search {
	out := Search{Provider: kindOf(set), URL: cmp.Or(set.URL, set.Endpoint), Keyed: set.Key != ""}
	if names := secrets.References(set.Key); len(names) > 0 {
		out.Secret = names[0]
	}
	p, err := ProviderOf(set)
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	if p.URL != nil {
		out.Address = p.URL.String()
	}
	kept, err := d.c.Secrets.List()
	if _, there := kept[out.Secret]; err == nil && out.Secret != "" && !there {
		out.Problem = fmt.Sprintf("the secret %s, which holds its key, is not set", out.Secret)
	}
	return out
}

func kindOf(set settings.WebSearch) web.Kind {
	if set.Provider == "" && set.Endpoint != "" {
		return web.Endpoint
	}
	return web.Kind(set.Provider)
}

// ProviderOf is who is asked by the settings; the zero Provider if nobody is set.
func ProviderOf(set settings.WebSearch) (web.Provider, error) {
	switch {
	case set == settings.WebSearch{}:
		return web.Provider{}, nil
	case set.Endpoint != "" && (set.Provider != "" && set.Provider != string(web.Endpoint) || set.URL != ""):
		return web.Provider{}, tools.Errorf(tools.InvalidArgs, "there are both an endpoint and a provider: leave one of them out")
	}
	return web.NewProvider(kindOf(set), cmp.Or(set.URL, set.Endpoint), set.Key != "")
}

// Off says why the tools of the web are not there, and what the person can do about that; "" if they are. flag is what
// --network says, nil if nothing.
func Off(set settings.Settings, dir string, flag []string, trusted bool) (why string, do tools.Action) {
	own := set.PerSpace[dir]
	word, where, on := cmp.Or(own.Web, set.Web, settings.On), "in the settings", tools.Action{Kind: tools.TurnWebOn}
	if own.Web != "" { // what is set for all does not help here
		where, on.Subject = "for this space", dir
	}
	switch {
	case !trusted:
		return "this space is not trusted", tools.Action{Kind: tools.TrustSpace}
	case word != settings.On && word != settings.Off:
		return fmt.Sprintf("\"web\" %s is %.40q, and it can be on or off", where, word), on
	case word == settings.Off:
		return "the web is turned off " + where, on
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
	return "", tools.Action{}
}

// Turn turns the web on or off for the space at dir, or for all that say nothing if that is "". A word of "" has the space
// follow the others again.
func (d *Desk) Turn(ctx context.Context, dir, word string) error {
	if word != settings.On && word != settings.Off && (word != "" || dir == "") {
		return fmt.Errorf("the web can be on or off, not %q", word)
	}
	return d.change(ctx, func(s *settings.Settings) error {
		if dir == "" {
			s.Web = word
			return nil
		}
		own := s.PerSpace[dir]
		own.Web = word
		s.SetSpace(dir, own)
		return nil
	})
}

// Allow lets pages be fetched from a private host.
func (d *Desk) Allow(ctx context.Context, host string) error {
	host = strings.TrimSpace(host)
	if err := web.CheckHosts([]string{host}); err != nil {
		return err
	}
	return d.change(ctx, func(s *settings.Settings) error {
		if !slices.Contains(s.Tools.WebFetch.AllowHosts, host) {
			s.Tools.WebFetch.AllowHosts = append(s.Tools.WebFetch.AllowHosts, host)
		}
		return nil
	})
}

// Disallow takes a host from the list, as it is written there.
func (d *Desk) Disallow(ctx context.Context, host string) error {
	return d.change(ctx, func(s *settings.Settings) error {
		list := s.Tools.WebFetch.AllowHosts
		if !slices.Contains(list, host) {
			if len(list) == 0 {
				return fmt.Errorf("%q is not on the list of private hosts, which is empty", host)
			}
			return fmt.Errorf("%q is not on the list of private hosts; there is %s", host, strings.Join(list, ", "))
		}
		s.Tools.WebFetch.AllowHosts = slices.DeleteFunc(slices.Clone(list), func(h string) bool { return h == host })
		return nil
	})
}

func (d *Desk) change(ctx context.Context, change func(*settings.Settings) error) error {
	if _, err := d.c.Settings.Update(change); err != nil {
		return err
	}
	return d.c.Reload(ctx)
}
