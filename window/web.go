package window

import (
	"cmp"

	"handrail/operator"
	"handrail/operator/browsing"
	"handrail/operator/proxies"
	"handrail/operator/trust"
	"handrail/tools/web"
)

// Web is what the person has set of the web, as the page asks for it.
type Web struct{ *app }

// Web shows what is set of the web for a space; "" for all that say nothing themselves.
func (a *Web) Web(space string) (WebView, error) { return a.web(space, nil) }

// TurnWeb turns the tools of the web on or off for a space, or for all that say nothing if
// that is "". WebShared, which only a space can have, has it follow the others again.
func (a *Web) TurnWeb(space string, word WebWord) (WebView, error) {
	return a.web(space, func(d *browsing.Desk, dir string) error { return d.Turn(a.ctx, dir, string(word)) })
}

// AllowPages lets pages be fetched from a private host. It fails for what is no host.
func (a *Web) AllowPages(host string) (WebView, error) {
	return a.web("", func(d *browsing.Desk, _ string) error { return d.Allow(a.ctx, host) })
}

// DisallowPages takes a host from the list, as it stands there.
func (a *Web) DisallowPages(host string) (WebView, error) {
	return a.web("", func(d *browsing.Desk, _ string) error { return d.Disallow(a.ctx, host) })
}

// SetSearch chooses who is asked when the web is searched. It fails where the form lacks
// what the provider needs, and then leaves everything as it was.
func (a *Web) SetSearch(form SearchForm) (WebView, error) {
	return a.web("", func(d *browsing.Desk, _ string) error { return d.Choose(a.ctx, choiceOf(form)) })
}

// TestSearch asks the provider that is set, as the person, and gives the first of what it
// finds. It may take a minute. It is no call of an agent, and is not in the journal.
func (a *Web) TestSearch(query string) (FoundView, error) {
	found, err := operator.BrowsingOf(a.o).Test(a.ctx, query)
	return viewOf(found, err, foundView)
}

// Proxy says through which proxy Handrail leaves this machine.
func (a *Web) Proxy() (ProxyView, error) {
	s, err := operator.ProxiesOf(a.o).State()
	return viewOf(s, err, proxyView)
}

// SetProxy changes the way out. It counts at once.
func (a *Web) SetProxy(form ProxyForm) (ProxyView, error) {
	err := operator.ProxiesOf(a.o).Choose(a.ctx, proxies.Choice{Source: form.Source, URL: form.URL, Login: form.Login, Open: form.Open, Direct: form.Direct})
	if err != nil {
		return ProxyView{}, err
	}
	return a.Proxy()
}

// TestProxy asks an address by the way that is set, and says through which proxy that went; "" = directly.
func (a *Web) TestProxy(address string) (string, error) {
	return operator.ProxiesOf(a.o).Test(a.ctx, address)
}

// web changes what is set of the web, if change is not nil, and shows it. change gets the
// folder of the space, or "".
func (a *Web) web(space string, change func(d *browsing.Desk, dir string) error) (WebView, error) {
	desk, dir, trusted := operator.BrowsingOf(a.o), "", true
	if space != "" {
		s, err := a.o.Space(space)
		if err != nil {
			return WebView{}, err
		}
		dir, trusted = s.Dir(), s.Trust().State().Level() != trust.Untrusted
	}
	if change != nil {
		if err := change(desk, dir); err != nil {
			return WebView{}, err
		}
	}
	state, err := desk.State(dir, trusted)
	return viewOf(state, err, webView)
}

// ProxyView is the way out of this machine.
type ProxyView struct {
	Source proxies.Source `json:"source"`
	// Of the proxy, without its login; "" = there is none.
	Address string `json:"address"`
	// A login is sent to it.
	Login bool `json:"login"`
	// The login stands in settings.json, where others can read it.
	Plain bool `json:"plain"`
	// Hosts that are reached without it.
	Direct []string `json:"direct"`
	// Why nothing outside of this machine is reached; "" = nothing is wrong.
	Problem string `json:"problem"`
}

// ProxyForm is the way out as the person sets it.
type ProxyForm struct {
	Source proxies.Source `json:"source"`
	URL    string         `json:"url"`
	// user:password. Goes to the keyring, and never comes back to the page. "" = the one that is kept for this address, unless Open.
	Login string `json:"login"`
	// It wants no login.
	Open   bool     `json:"open"`
	Direct []string `json:"direct"`
}

func proxyView(s proxies.State) ProxyView {
	return ProxyView{Source: s.Source, Address: s.Address, Login: s.Keyed, Plain: s.Plain, Direct: append([]string{}, s.Direct...), Problem: sentence(s.Problem)}
}

// WebView is what is set of the web.
type WebView struct {
	// Spaces that say nothing themselves have the tools of the web.
	On bool `json:"on"`
	// What the space says itself.
	Own WebWord `json:"own"`
	// Why the tools are not there, and what to do; "" = they are.
	Why string `json:"why"`
	// Private hosts that pages may be fetched from.
	Hosts []string `json:"hosts"`
	// What is wrong with that list, which somebody wrote into the file.
	HostsProblem string     `json:"hostsProblem"`
	Search       SearchView `json:"search"`
	// Who can be asked when the web is searched.
	Providers []SearchProviderView `json:"providers"`
}

// SearchView is who is asked when the web is searched.
type SearchView struct {
	Provider SearchProvider `json:"provider"`
	// Where it is asked; "" = nowhere.
	Address string `json:"address"`
	// The person's own address; "" = the usual one.
	URL string `json:"url"`
	// The name of the secret that holds its key.
	Secret string `json:"secret"`
	// Its key stands in settings.json, where others can read it.
	Plain bool `json:"plain"`
	// Why nobody can be asked; "" = somebody can, or nobody is set.
	Problem string `json:"problem"`
}

// SearchProviderView is a provider of searches, and what it needs.
type SearchProviderView struct {
	Provider SearchProvider `json:"provider"`
	// It answers nobody without a key.
	WantsKey bool `json:"wantsKey"`
	// It has no usual address.
	WantsAddress bool `json:"wantsAddress"`
}

// SearchForm is the provider that the person chooses.
type SearchForm struct {
	// None = nobody is asked any more.
	Provider SearchProvider `json:"provider"`
	// "" = the usual one.
	URL string `json:"url"`
	// The name of a secret that holds its key; "" = see Key.
	Secret string `json:"secret"`
	// Goes to the keyring, and never comes back to the page. "" = there is none, or Secret names it.
	Key string `json:"key"`
}

// FoundView is what a search has brought.
type FoundView struct {
	// The first of them.
	Results []FoundPageView `json:"results"`
	// What the provider says of a search that is not whole, in its own words.
	Note string `json:"note"`
}

// FoundPageView is a page that a search has brought.
type FoundPageView struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

func choiceOf(f SearchForm) browsing.Choice {
	return browsing.Choice{Provider: web.Kind(f.Provider), URL: f.URL, Secret: f.Secret, Key: f.Key}
}

func webView(s browsing.State) WebView {
	why := s.Why
	if why != "" {
		why = withAction(sentence(why), s.Action)
	}
	return WebView{
		On: s.On, Own: WebWord(s.Own), Why: why, Hosts: append([]string{}, s.Hosts...), HostsProblem: s.Wrong, Providers: each(web.Kinds(), searchProviderView),
		Search: SearchView{
			Provider: SearchProvider(s.Search.Provider), Address: s.Search.Address, URL: s.Search.URL, Secret: s.Search.Secret,
			Plain: s.Search.Keyed && s.Search.Secret == "", Problem: sentence(s.Search.Problem),
		},
	}
}

func searchProviderView(k web.Kind) SearchProviderView {
	return SearchProviderView{Provider: SearchProvider(k), WantsKey: k.WantsKey(), WantsAddress: k.WantsAddress()}
}

func foundView(f web.Findings) FoundView {
	return FoundView{Note: f.Note, Results: each(f.Results, func(r web.Result) FoundPageView {
		return FoundPageView{Title: cmp.Or(r.Title, r.URL), URL: r.URL}
	})}
}
