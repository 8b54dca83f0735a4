package settings

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/lazy"
)

// Proxy is how Handrail leaves this machine (docs/spec/02-settings.md#proxy). Without a URL it is as the environment says.
type Proxy struct {
	URL     string   `json:"url,omitempty"`      // http, https, socks5 or socks5h; NoProxy: none, whatever the environment says
	Login   string   `json:"login,omitempty"`    // "${secret:NAME}", which holds user:password
	NoProxy []string `json:"no_proxy,omitempty"` // hosts that are reached without it
}

// NoProxy is the word of Proxy.URL for no proxy at all.
const NoProxy = "none"

// namedSecret is a text that names one secret, and is nothing else.
var namedSecret = lazy.Regexp(`^\$\{secret:[A-Za-z0-9._-]{1,64}\}$`)

// Address is the proxy's, without its login; nil for none, or for what the environment says.
func (p Proxy) Address() (*url.URL, error) {
	if p.URL == "" || p.URL == NoProxy {
		return nil, p.Check()
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return url.Parse(p.URL)
}

// Check refuses what is no such setting. Its error shows no password.
func (p Proxy) Check() error {
	switch {
	case p.URL == NoProxy && (p.Login != "" || len(p.NoProxy) > 0):
		return errors.New("proxy in the settings: login and no_proxy are of a proxy, and there is to be none")
	case p.URL == "" && (p.Login != "" || len(p.NoProxy) > 0):
		return errors.New("proxy in the settings: the url is missing")
	case p.URL == "" || p.URL == NoProxy:
		return nil
	}
	u, err := url.Parse(p.URL)
	switch {
	case err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.Path != "" && u.Path != "/" || !isPort(u.Port()):
		return errors.New(`proxy in the settings: the url has to look like "http://proxy.example.com:3128"`)
	case !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme):
		return fmt.Errorf("proxy in the settings: %q is no kind of proxy that is known: the url begins with http, https, socks5 or socks5h", u.Scheme)
	case u.User != nil && p.Login != "":
		return errors.New("proxy in the settings: there is a login in the url, and one beside it: leave one of them out")
	case p.Login != "" && !namedSecret().MatchString(p.Login):
		return errors.New("proxy in the settings: login names a secret, such as ${secret:proxy-login}, and holds none")
	}
	for _, host := range p.NoProxy {
		if !isDirect(host) {
			return fmt.Errorf("proxy in the settings: no_proxy has %.60q, which is no host: write one as intranet.example, .example, 10.0.0.0/8 or wiki.example:8080", host)
		}
	}
	return nil
}

// isPort reports whether a text is a port, or none.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

var directHost = lazy.Regexp(`^(\*\.|\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?(:[0-9]{1,5})?$`)

// isDirect reports whether a text names hosts as NO_PROXY does.
func isDirect(host string) bool {
	_, _, network := net.ParseCIDR(host)
	return network == nil || host == "*" || directHost().MatchString(host) || net.ParseIP(strings.Trim(host, "[]")) != nil
}

// ProxyWarnings are those of Load's warnings that are about the proxy, and not why nothing is reached, which
// Proxy.Check says.
func ProxyWarnings(warnings []string) []string {
	return slices.DeleteFunc(slices.Clone(warnings), func(w string) bool {
		return !strings.Contains(w, ": proxy holds ") && !strings.Contains(w, ": proxy has ")
	})
}

// proxyWarnings say why nothing leaves this machine, which keys nothing reads, and that a password lies open.
func proxyWarnings(path string, p Proxy, raw []byte) (warnings []string) {
	if err := p.Check(); err != nil {
		return []string{fmt.Sprintf("%s: %v; until then Handrail reaches nothing outside of this machine", path, err)}
	}
	if u, err := url.Parse(p.URL); err == nil && u.User != nil {
		warnings = append(warnings, fmt.Sprintf("%s: proxy holds a login in plain text: set it anew, and it goes to the keychain", path))
	}
	return append(warnings, unknownKeys[Proxy](path, "proxy", "proxy has", raw)...)
}
