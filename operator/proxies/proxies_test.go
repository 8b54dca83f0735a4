package proxies_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/proxies"
	"handrail/tools"
)

// A company is a proxy that knows some places, and lets in whom it knows.
type company struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // "host login"
}

func newCompany(t *testing.T) *company {
	t.Helper()
	p := &company{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		login := r.Header.Get("Proxy-Authorization")
		p.mu.Lock()
		p.asked = append(p.asked, r.Host+" "+login)
		p.mu.Unlock()
		switch {
		case login != "Basic a2ltOnB3LTEyMzQ1" && login != "": // kim:pw-12345
			w.WriteHeader(http.StatusProxyAuthRequired)
		case strings.HasSuffix(r.URL.Path, "/models"):
			fmt.Fprint(w, `{"object":"list","data":[{"id":"far-model","object":"model"}]}`)
		default:
			fmt.Fprint(w, "from far away")
		}
	}))
	t.Cleanup(p.Close)
	return p
}

// took gives who was asked for, and with which login, once each, and forgets it.
func (p *company) took() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := slices.Compact(slices.Sorted(slices.Values(p.asked)))
	p.asked = nil
	return out
}

func (p *company) place() string { return strings.TrimPrefix(p.URL, "http://") }

// kim is the login as a proxy is told.
const kim = " Basic a2ltOnB3LTEyMzQ1"

func choose(t *testing.T, o *operator.Operator, c proxies.Choice) proxies.State {
	t.Helper()
	if err := operator.ProxiesOf(o).Choose(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s, err := operator.ProxiesOf(o).State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Models, pages, servers, messages and the programs of spaces leave by the proxy that is set, from the next request on; this
// machine and the hosts of no_proxy are reached without it. The login lies in the keychain, and goes to no other proxy.
func TestEverythingGoesThrough(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // nobody's keychain
	p := newCompany(t)
	near := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "near") }))
	t.Cleanup(near.Close)
	b := operatortest.New(t, operatortest.Options{Walls: runtime.GOOS == "linux", Trusted: true, Settings: `{
		"models": {"providers": {"far": {"type": "openai", "url": "http://model.example/v1"}}},
		"tools": {"mcp_servers": {"away": {"url": "http://server.example/mcp"}}},
		"channels": {"ops": {"type": "webhook", "url": "https://hook.example/in"}},
		"network": ["program.example"], "rules": {"allow": ["*"]} }`})
	s := choose(t, b.O, proxies.Choice{Source: proxies.BySettings, URL: "kim:pw-12345@" + p.place(), Direct: []string{" .inside.example ", ""}})
	if s.Address != p.URL || !s.Keyed || s.Plain || s.Problem != "" || !slices.Equal(s.Direct, []string{".inside.example"}) {
		t.Errorf("it says %+v", s)
	}
	file, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json"))
	if err != nil || strings.Contains(string(file), "pw-12345") || !strings.Contains(string(file), "${secret:proxy-login}") {
		t.Errorf("the file says %s, %v", file, err)
	}
	if value, err := b.Secrets().Expand("${secret:proxy-login}"); err != nil || value != "kim:pw-12345" {
		t.Errorf("kept is %q, %v", value, err)
	}
	operatortest.WaitUntil(t, "the model answers through the proxy", func() bool {
		for _, one := range b.O.Models().State(t.Context()).Providers {
			return slices.Contains(one.Models, "far-model")
		}
		return false
	})
	if got := p.took(); !slices.Equal(got, []string{"model.example" + kim}) {
		t.Errorf("for models it was asked %q", got)
	}
	if r := operatortest.Do(t, b.S, "web_fetch", `{"url":"http://page.example/x"}`, tools.Scope{}); r.Error != nil || !strings.Contains(r.Content, "from far away") {
		t.Errorf("the page: %+v", r)
	}
	if got := p.took(); !slices.Equal(got, []string{"page.example" + kim}) {
		t.Errorf("for a page it was asked %q", got)
	}
	operator.OutboxOf(b.O).Test(t.Context(), "ops", "", "hello") // it cannot be connected with, and was asked
	if got := p.took(); !slices.Equal(got, []string{"hook.example:443" + kim}) {
		t.Errorf("for a message it was asked %q", got)
	}
	_, _ = b.S.Servers().Trials().Test(t.Context(), "away")
	if got := p.took(); !slices.Equal(got, []string{"server.example" + kim}) {
		t.Errorf("for a server it was asked %q", got)
	}
	desk := operator.ProxiesOf(b.O)
	if through, err := desk.Test(t.Context(), "http://far.example"); err != nil || through != p.URL {
		t.Errorf("through %q, %v", through, err)
	}
	if through, err := desk.Test(t.Context(), near.URL); err != nil || through != "" {
		t.Errorf("this machine: through %q, %v", through, err)
	}
	if via, err := desk.Way(address(t, "https://wiki.inside.example")); err != nil || via != nil {
		t.Errorf("a host of no_proxy: %v, %v", via, err)
	}
	p.took()
	if runtime.GOOS == "linux" {
		input, _ := json.Marshal(map[string]string{"command": `p=${http_proxy#http://}; p=${p%/}; exec 3<>/dev/tcp/${p%:*}/${p##*:}
printf 'GET http://program.example/ HTTP/1.0\r\nHost: program.example\r\n\r\n' >&3; cat <&3; env`})
		r := operatortest.Do(t, b.S, "bash", string(input), tools.Scope{})
		if got := p.took(); r.Error != nil || !strings.Contains(r.Content, "from far away") || strings.Contains(r.Content, "pw-12345") || !slices.Equal(got, []string{"program.example" + kim}) {
			t.Errorf("a program: %+v; it was asked %q", r, got)
		}
	}
	other := newCompany(t)
	if s := choose(t, b.O, proxies.Choice{Source: proxies.BySettings, URL: other.URL}); s.Keyed {
		t.Errorf("the login is given to another proxy: %+v", s)
	}
	if _, err := desk.Test(t.Context(), "http://far.example"); err != nil || !slices.Equal(other.took(), []string{"far.example "}) || len(p.took()) != 0 {
		t.Errorf("the other proxy was not asked: %v", err)
	}
}

// The environment says where nothing is set, and not where something is. What cannot be used lets nothing pass, and says why.
func TestWhatCounts(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	p := newCompany(t)
	b := operatortest.New(t, operatortest.Options{Change: func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "HTTPS_PROXY=http://kim:pw-12345@"+p.place(), "http_proxy="+p.URL)
	}})
	desk := operator.ProxiesOf(b.O)
	if s, err := desk.State(); err != nil || s.Source != proxies.ByEnvironment || s.Address != p.URL || !s.Keyed {
		t.Errorf("%+v, %v", s, err)
	}
	if through, err := desk.Test(t.Context(), "http://far.example"); err != nil || through != p.URL {
		t.Errorf("through %q, %v", through, err)
	}
	if s := choose(t, b.O, proxies.Choice{Source: proxies.Direct}); s.Source != proxies.Direct || s.Address != "" {
		t.Errorf("%+v", s)
	}
	if via, err := desk.Way(address(t, "https://far.example")); via != nil || err != nil {
		t.Errorf("no proxy at all: %v, %v", via, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Options.Dirs.Config, "settings.json"), `{"proxy": {"url": "http://`+p.place()+`", "login": "${secret:nothing-here}"}}`)
	if _, err := desk.Way(address(t, "https://far.example")); err == nil || !strings.Contains(err.Error(), "nothing-here") {
		t.Errorf("a login that is not there: %v", err)
	}
	if s, err := desk.State(); err != nil || !strings.Contains(s.Problem, "nothing-here") {
		t.Errorf("%+v, %v", s, err)
	}
	if err := b.Secrets().Set("nothing-here", "kim:wrong"); err != nil {
		t.Fatal(err)
	}
	choose(t, b.O, proxies.Choice{Source: proxies.BySettings, URL: p.URL, Secret: "nothing-here"})
	if _, err := desk.Test(t.Context(), "http://far.example"); err == nil || !strings.Contains(err.Error(), "login") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong login: %v", err)
	}
	p.Close()
	if _, err := desk.Test(t.Context(), "http://far.example"); err == nil || !strings.Contains(err.Error(), "the proxy is not reached") {
		t.Errorf("a proxy that is gone: %v", err)
	}
	for _, bad := range []proxies.Choice{
		{Source: "nowhere"}, {Source: proxies.BySettings}, {Source: proxies.BySettings, URL: "ftp://x.example"}, {Source: proxies.BySettings, URL: "http://x.example/path"},
		{Source: proxies.BySettings, URL: "http://a:b@x.example", Login: "c:d"}, {Source: proxies.BySettings, URL: "http://x.example", Login: "a:b", Secret: "one"},
		{Source: proxies.BySettings, URL: "http://x.example", Direct: []string{"not a host"}}, {Source: proxies.BySettings, URL: "http://x.example", Secret: "no name"},
	} {
		if err := desk.Choose(t.Context(), bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

func address(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A login that somebody wrote into the file is used, and goes to the keychain when the proxy is saved anew; one that is wanted
// no more is no longer sent.
func TestPlainLogin(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	p := newCompany(t)
	b := operatortest.New(t, operatortest.Options{Settings: `{"proxy": {"url": "http://kim:pw-12345@` + p.place() + `"}}`})
	desk := operator.ProxiesOf(b.O)
	if s, err := desk.State(); err != nil || !s.Plain || !s.Keyed || s.Address != p.URL {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct {
		choice proxies.Choice
		want   string
	}{{proxies.Choice{}, kim}, {proxies.Choice{Open: true}, " "}} {
		c.choice.Source, c.choice.URL = proxies.BySettings, p.URL
		s := choose(t, b.O, c.choice)
		if _, err := desk.Test(t.Context(), "http://far.example"); err != nil || s.Plain || !slices.Equal(p.took(), []string{"far.example" + c.want}) {
			t.Errorf("%+v: %+v, %v", c.choice, s, err)
		}
	}
}
