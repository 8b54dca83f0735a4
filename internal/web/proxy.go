package web

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// A Way finds the proxy through which a URL is reached; nil is none. It is asked at every request, so that a change counts at
// once. No Way leads a URL of this machine through a proxy.
type Way func(*url.URL) (*url.URL, error)

// For is what a http.Transport asks. A nil Way is the one that the environment of this process names.
func (w Way) For(r *http.Request) (*url.URL, error) {
	if w == nil {
		return http.ProxyFromEnvironment(r)
	}
	return w(r.URL)
}

// EnvironWay is what an environment names: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in capitals or small letters.
func EnvironWay(getenv func(string) string) Way {
	either := func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return getenv(strings.ToLower(name))
	}
	c := httpproxy.Config{HTTPProxy: either("HTTP_PROXY"), HTTPSProxy: either("HTTPS_PROXY"), NoProxy: either("NO_PROXY")}
	return c.ProxyFunc()
}

// ProxyWay leads through one proxy, but for the hosts of direct, which are written as in NO_PROXY.
func ProxyWay(proxy *url.URL, direct []string) Way {
	c := httpproxy.Config{HTTPProxy: proxy.String(), HTTPSProxy: proxy.String(), NoProxy: strings.Join(direct, ",")}
	return c.ProxyFunc()
}
