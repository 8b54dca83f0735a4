package window

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/proxies"
)

// webWalks record what is set of the web: for all spaces, and for one.
func webWalks(t *testing.T) []walk {
	remote := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/locked":
			w.WriteHeader(http.StatusUnauthorized)
		case r.FormValue("q") == "nothing":
			fmt.Fprint(w, `{"results":[]}`)
		default:
			fmt.Fprint(w, `{"results":[{"title":"Handrails <b>of</b> stairs","url":"https://stairs.example/handrails"},{"title":"","url":"https://wiki.example/rails"}],"unresponsive_engines":[["startpage","timeout"]]}`)
		}
	}))
	t.Cleanup(remote.Close)
	set := func(provider SearchProvider, url, secret, key string) step {
		return step{"SetSearch", func(r *recorder) []any {
			return []any{SearchForm{Provider: provider, URL: strings.ReplaceAll(url, "REMOTE", remote.URL), Secret: secret, Key: key}}
		}}
	}
	test := func(query string) step { return step{"TestSearch", with(query)} }
	way := func(form ProxyForm) step { return step{"SetProxy", with(form)} }
	turn := func(word WebWord) step { return step{"TurnWeb", with("", word)} }
	own := func(word WebWord) step { return step{"TurnWeb", with(word)} }
	return []walk{
		{
			options: func(opt *operatortest.Options) { opt.Settings = "{}" },
			attend: func(r *recorder) {
				r.places = append(r.places, remote.URL, "http://127.0.0.1:8080", strings.TrimPrefix(remote.URL, "http://"), "127.0.0.1:8080")
			},
			typed: []string{"kim:pw-12345", "k-123456", "likes rails"},
			reads: []step{{"Web", with("")}, {"Proxy", with()}},
			branches: [][]step{
				{turn(WebOff), turn(WebOn)},
				{
					way(ProxyForm{Source: proxies.BySettings, URL: "ftp://proxy.example"}),
					way(ProxyForm{Source: proxies.BySettings, URL: "proxy.example:3128", Login: "kim:pw-12345", Direct: []string{".inside.example"}}),
					{"TestProxy", with("http://127.0.0.1:1")},
					way(ProxyForm{Source: proxies.BySettings, URL: "http://proxy.example:3128", Direct: []string{}}),
					way(ProxyForm{Source: proxies.Direct, Direct: []string{}}), way(ProxyForm{Source: proxies.ByEnvironment, Direct: []string{}}),
				},
				{{"AllowPages", with("http://wiki.example/x")}, {"AllowPages", with("wiki.example")}, {"AllowPages", with("192.168.1.7:8080")}, {"DisallowPages", with("wiki.example")}},
				{test("likes rails"), set(SearchBrave, "", "", "k-123456"), set(SearchBrave, "", "web-search-brave", ""), set(SearchNobody, "", "", "")},
				{set(SearchBrave, "http://search.example.com", "", "k-123456")},
				{set(SearchSearXNG, "REMOTE", "", ""), test("likes rails"), test("nothing"), set(SearchNobody, "", "", "")},
				{set(SearchEndpoint, "REMOTE/locked", "", "k-wrong-1"), test("likes rails"), set(SearchEndpoint, "REMOTE/locked", "", "")},
			},
		},
		{
			space:    welcome,
			options:  func(opt *operatortest.Options) { opt.Trusted, opt.Settings = true, "{}" },
			reads:    []step{{"Web", with()}},
			branches: [][]step{{own(WebOff), own(WebShared), own(WebOn), own(WebOff)}},
		},
	}
}
