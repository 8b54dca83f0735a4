// Package proxies is the way out of this machine: the proxy that the person has set, or that their environment names, for
// everything that Handrail itself connects to (docs/spec/02-settings.md#proxy).
package proxies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/secrets"
	"handrail/internal/web"
	"handrail/operator/settings"
)

// LoginName is the secret in which the login of a proxy is kept that was typed here.
const LoginName = "proxy-login"

// Config is what a Desk needs.
type Config struct {
	Settings *settings.File
	Secrets  Secrets
	Redact   *secrets.Redactor           // hears of the password
	Getenv   func(name string) string    // the person's environment
	Reload   func(context.Context) error // has every open space read the settings
}

// Secrets keeps the login, as secrets.Store does.
type Secrets interface {
	Set(name, value string) error
	Delete(name string) error
	Expand(text string) (string, error)
	List() (map[string]string, error)
}

// A Desk finds the way, and is where the person changes it. It is safe for concurrent use.
type Desk struct {
	c       Config
	environ web.Way

	mu    sync.Mutex
	info  fs.FileInfo // of the settings that way was made of
	way   web.Way
	until time.Time // when a way that could not be made is tried again; zero: when the settings change
}

// New makes a Desk. It reads nothing yet.
func New(c Config) *Desk { return &Desk{c: c, environ: web.EnvironWay(c.Getenv)} }

// Way is a web.Way: the proxy for a URL, by the settings as they are now. What cannot be used is an error, and nothing leaves.
func (d *Desk) Way(u *url.URL) (*url.URL, error) {
	if web.Loopback(u) {
		return nil, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.c.Settings.Info()
	if d.way == nil || !settings.SameInfo(now, d.info) || !d.until.IsZero() && time.Now().After(d.until) {
		d.info, d.until = now, time.Time{}
		way, err := d.find()
		if err != nil {
			d.until = time.Now().Add(again)
			way = func(*url.URL) (*url.URL, error) { return nil, err }
		}
		d.way = way
	}
	return d.way(u)
}

// again is how long a keychain that did not answer is left alone.
const again = 5 * time.Second

// find makes the way of what is set.
func (d *Desk) find() (web.Way, error) {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return nil, err
	}
	if set.Proxy.URL == settings.NoProxy {
		return func(*url.URL) (*url.URL, error) { return nil, nil }, nil
	}
	at, err := set.Proxy.Address()
	if err != nil {
		return nil, err
	}
	if at == nil {
		return d.environ, nil
	}
	if set.Proxy.Login != "" {
		login, err := d.c.Secrets.Expand(set.Proxy.Login)
		if err != nil {
			return nil, fmt.Errorf("the login of the proxy: %w", settings.AdviseSecret(err))
		}
		at.User = userOf(login)
	}
	if password, ok := at.User.Password(); ok && d.c.Redact != nil {
		d.c.Redact.Add("proxy", password)
	}
	return web.ProxyWay(at, set.Proxy.NoProxy), nil
}

// userOf reads user:password.
func userOf(login string) *url.Userinfo {
	name, password, both := strings.Cut(strings.TrimSpace(login), ":")
	if !both {
		return url.User(name)
	}
	return url.UserPassword(name, password)
}

// A Source says where a proxy comes from.
type Source string

// The sources.
const (
	BySettings    Source = "settings"
	ByEnvironment Source = "environment"
	Direct        Source = "direct" // the person has set that there is none
)

// A State is the way as it is now.
type State struct {
	Source  Source
	Address string   // of the proxy, without a login; "": there is none
	Keyed   bool     // a login is sent to it
	Plain   bool     // it stands in the settings as it is
	Direct  []string // hosts that are reached without it
	Problem string   // why nothing is reached; "": nothing is wrong
	// Warnings are what else is wrong with what is set, in sentences that name the file.
	Warnings []string
}

// State says what is set.
func (d *Desk) State() (State, error) {
	set, warnings, err := d.c.Settings.Load()
	if err != nil {
		return State{}, err
	}
	p := set.Proxy
	out := State{Source: BySettings, Direct: append([]string{}, p.NoProxy...), Warnings: settings.ProxyWarnings(warnings)}
	switch p.URL {
	case settings.NoProxy:
		out.Source = Direct
	case "":
		out.Source = ByEnvironment
		at, err := d.environ(&url.URL{Scheme: "https", Host: "elsewhere.example"})
		if err != nil {
			out.Problem = "HTTPS_PROXY in the environment is no address of a proxy"
		}
		out.show(at)
	}
	at, wrong := p.Address()
	if wrong != nil {
		out.Problem = wrong.Error()
	}
	if at != nil {
		out.show(at)
		out.Plain, out.Keyed = at.User != nil, out.Keyed || p.Login != ""
	}
	if names := secrets.References(p.Login); len(names) == 1 {
		if kept, err := d.c.Secrets.List(); err == nil {
			if _, there := kept[names[0]]; !there {
				out.Problem = fmt.Sprintf("the secret %s, which holds the login of the proxy, is not set", names[0])
			}
		}
	}
	return out, nil
}

// show notes an address, without what is secret in it.
func (s *State) show(at *url.URL) {
	if at != nil {
		s.Address, s.Keyed = at.Scheme+"://"+at.Host, at.User != nil
	}
}

// A Choice is what the person sets.
type Choice struct {
	Source Source
	URL    string // with BySettings; a login in it goes to the keychain
	Login  string // user:password, which goes to the keychain; "": the one that is kept, unless Open
	Secret string // the name of a secret that holds the login, in place of Login
	Open   bool   // the proxy wants no login
	Direct []string
}

// Choose sets the way out. It counts at once, in every process.
func (d *Desk) Choose(ctx context.Context, c Choice) error {
	next := settings.Proxy{}
	switch c.Source {
	case ByEnvironment:
	case Direct:
		next.URL = settings.NoProxy
	case BySettings:
		var login string
		var err error
		if next, login, err = c.proxy(); err != nil {
			return err
		}
		if err := d.keep(&next, c, login); err != nil {
			return err
		}
	default:
		return fmt.Errorf("a proxy is set here, comes from the environment, or there is none: not %q", c.Source)
	}
	_, err := d.c.Settings.Update(func(s *settings.Settings) error { s.Proxy = next; return nil })
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.way = nil
	d.mu.Unlock()
	return d.c.Reload(ctx)
}

// proxy is the setting that a choice means, and the login that stands in its URL.
func (c Choice) proxy() (next settings.Proxy, login string, err error) {
	at := strings.TrimSpace(c.URL)
	if at == "" || at == settings.NoProxy {
		return next, "", errors.New("the address of the proxy is missing")
	}
	if !strings.Contains(at, "://") { // as it stands in the settings of browsers
		at = "http://" + at
	}
	u, err := url.Parse(at)
	if err != nil {
		return next, "", settings.Proxy{URL: at}.Check()
	}
	if login = c.Login; u.User != nil {
		name := u.User.Username()
		if password, ok := u.User.Password(); ok {
			name += ":" + password
		}
		if login != "" && login != name {
			return next, "", errors.New("there is a login in the address, and another one beside it: leave one of them out")
		}
		login, u.User = name, nil
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	next.URL = u.String()
	for _, host := range c.Direct {
		if host = strings.TrimSpace(host); host != "" && !slices.Contains(next.NoProxy, host) {
			next.NoProxy = append(next.NoProxy, host)
		}
	}
	return next, login, next.Check()
}

// keep has the login lie in the keychain, and names it.
func (d *Desk) keep(next *settings.Proxy, c Choice, login string) error {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return err
	}
	switch {
	case c.Open:
		return nil
	case c.Secret != "" && login != "":
		return errors.New("there is a login, and the name of a secret that holds one: leave one of them out")
	case c.Secret != "":
		next.Login = secrets.Reference(c.Secret)
		return next.Check()
	case login != "":
		if err := d.c.Secrets.Set(LoginName, login); err != nil {
			return fmt.Errorf("the login can't be stored: %w", err)
		}
		next.Login = secrets.Reference(LoginName)
	case set.Proxy.Login != "" && sameHost(set.Proxy.URL, next.URL): // it was given for that proxy, and for no other
		next.Login = set.Proxy.Login
	default:
		if u, err := url.Parse(set.Proxy.URL); err == nil && u.User != nil && sameHost(set.Proxy.URL, next.URL) {
			c.URL = set.Proxy.URL
			if _, login, err = c.proxy(); err != nil {
				return err
			}
			c.Direct = nil
			return d.keep(next, c, login)
		}
	}
	return nil
}

func sameHost(a, b string) bool {
	one, err := url.Parse(a)
	other, wrong := url.Parse(b)
	return err == nil && wrong == nil && strings.EqualFold(one.Host, other.Host)
}

// testLimit is how long a test waits.
const testLimit = 15 * time.Second

// Test asks an address for its head by the way that is set, and says through which proxy that went; "": directly. Whatever the
// server says is an answer.
func (d *Desk) Test(ctx context.Context, address string) (through string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", errors.New("write an address such as https://example.com")
	}
	via, err := d.Way(u)
	if err != nil {
		return "", err
	}
	if via != nil {
		through = via.Scheme + "://" + via.Host
	}
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, u.String(), nil)
	if err != nil {
		return through, err
	}
	wire := web.NewTransport(d.Way)
	defer wire.CloseIdleConnections()
	res, err := wire.RoundTrip(req)
	if err != nil {
		return through, d.explain(u, via, err)
	}
	_ = res.Body.Close()
	if res.StatusCode == http.StatusProxyAuthRequired {
		return through, fmt.Errorf("the proxy %s wants a login, or another one", through)
	}
	return through, nil
}

// explain says what an error means: that of a proxy names it.
func (d *Desk) explain(u, via *url.URL, err error) error {
	if via == nil {
		_, said := web.Explain(u, err)
		return said
	}
	if strings.Contains(err.Error(), "Proxy Authentication Required") {
		return fmt.Errorf("the proxy %s wants a login, or another one", via.Host)
	}
	if web.Refused(err) || strings.Contains(err.Error(), "proxyconnect") {
		_, said := web.Explain(via, err)
		return fmt.Errorf("the proxy is not reached: %w", said)
	}
	return fmt.Errorf("the proxy %s did not lead to %s: %w", via.Host, u.Host, err)
}
