package window

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools/web"
)

func webOf(t *testing.T, b *operatortest.Bench) *Web {
	t.Helper()
	return &Web{&app{ctx: t.Context(), o: b.O}}
}

// The page turns the web on and off for all spaces and for one, and says why its tools are not there, and where that is changed.
func TestTurnWeb(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	w := webOf(t, b)
	for _, c := range []struct {
		space string
		word  WebWord
		on    bool
		own   WebWord
		why   string
	}{
		{"", WebOff, false, WebShared, "The web is turned off in the settings. Turn it on, on the Web page of the settings"},
		{b.Dir, WebOn, false, WebOn, ""}, {"", WebOn, true, WebOn, ""}, {b.Dir, WebOff, true, WebOff, "turned off"}, {b.Dir, WebShared, true, WebShared, ""},
	} {
		if _, err := w.TurnWeb(c.space, c.word); err != nil {
			t.Fatal(err)
		}
		v, err := w.Web(b.Dir)
		if err != nil || v.On != c.on || v.Own != c.own || (v.Why == "") != (c.why == "") || !strings.Contains(v.Why, c.why) {
			t.Errorf("%+v: %+v, %v", c, v, err)
		}
	}
	for _, c := range []struct {
		space string
		word  WebWord
	}{{"", "maybe"}, {"", WebShared}, {b.Dir, "ON"}, {filepath.Join(b.Dir, "gone"), WebOn}} {
		if _, err := w.TurnWeb(c.space, c.word); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
	if v, err := w.Web(""); err != nil || !v.On {
		t.Errorf("what was refused counts: %+v, %v", v, err)
	}
}

// What an untrusted space may not do is said with where it is trusted.
func TestWebOfAnUntrustedSpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"space.manifest.json": `{"id": "s", "name": "S", "tools": [{"id": "x", "name": "X", "description": "X.", "command": "true"}]}`}})
	if v, err := webOf(t, b).Web(b.Dir); err != nil || !strings.Contains(v.Why, "not trusted") || !strings.Contains(v.Why, "Trust page") {
		t.Errorf("%+v, %v", v, err)
	}
}

// Hosts come on the list and leave it; what somebody wrote into the file, and is no host, is said.
func TestAllowPages(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Settings: `{"tools":{"web_fetch":{"allow_hosts":["*.wrong"]}}}`})
	w := webOf(t, b)
	if v, err := w.Web(""); err != nil || !strings.Contains(v.HostsProblem, `"*.wrong" is no host`) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := w.DisallowPages("*.wrong"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.AllowPages("http://a.example/"); err == nil || !strings.Contains(err.Error(), "intranet.example") {
		t.Errorf("%v", err)
	}
	if v, err := w.AllowPages(" a.example "); err != nil || fmt.Sprint(v.Hosts) != "[a.example]" || v.HostsProblem != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := w.DisallowPages("b.example"); err == nil {
		t.Error("a host that is not there was taken from the list")
	}
}

// A key that is typed goes to the keychain, is used, and never comes back; one in the file is said.
func TestSetSearch(t *testing.T) {
	const key = "key-of-the-search-1"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"results":[{"title":"<b>found</b>","url":"https://a.example/"},{"url":"https://b.example/"},{"title":"c","url":"https://c.example/"},{"title":"d","url":"https://d.example/"}]}`)
	}))
	defer s.Close()
	b := operatortest.New(t, operatortest.Options{Settings: fmt.Sprintf(`{"tools":{"web_search":{"endpoint":%q,"key":"plain-key-1"}}}`, s.URL)})
	w := webOf(t, b)
	v, err := w.Web("")
	if err != nil || !v.Search.Plain || v.Search.Secret != "" || v.Search.URL != s.URL || len(v.Providers) != len(web.Kinds()) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := w.TestSearch("x"); err == nil || !strings.Contains(fmt.Sprint(ErrorText(err)), "Web page of the settings") {
		t.Errorf("%v", err)
	}
	if v, err = w.SetSearch(SearchForm{Provider: SearchEndpoint, URL: s.URL, Key: key}); err != nil || v.Search.Secret == "" || v.Search.Plain || v.Search.Provider != SearchEndpoint {
		t.Errorf("%+v, %v", v, err)
	}
	if strings.Contains(fmt.Sprintf("%+v", v), key) {
		t.Error("the key came back")
	}
	if v, err = w.SetSearch(SearchForm{Provider: SearchEndpoint, URL: s.URL, Secret: v.Search.Secret}); err != nil || v.Search.Problem != "" {
		t.Errorf("a key that is kept: %+v, %v", v, err)
	}
	if found, err := w.TestSearch("x"); err != nil || len(found.Results) != 3 || found.Results[1].Title != "https://b.example/" {
		t.Errorf("%+v, %v", found, err)
	}
	for _, f := range []SearchForm{{Provider: "askjeeves"}, {Provider: SearchBrave}, {Provider: SearchSearXNG}, {Secret: "x"}, {Provider: SearchBrave, Secret: "a b}"}} {
		if _, err := w.SetSearch(f); err == nil {
			t.Errorf("%+v was taken", f)
		}
	}
	if v, err := w.Web(""); err != nil || v.Search.Provider != SearchEndpoint {
		t.Errorf("what was refused counts: %+v, %v", v, err)
	}
	if raw, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json")); err != nil || strings.Contains(string(raw), key) {
		t.Errorf("%s %v", raw, err)
	}
	if v, err := w.SetSearch(SearchForm{}); err != nil || v.Search != (SearchView{}) {
		t.Errorf("%+v, %v", v, err)
	}
}

// The words of the page are those that the settings know.
func TestEveryProviderOfSearchesIsAWord(t *testing.T) {
	known := map[string]bool{}
	for _, w := range words(SearchSearXNG, SearchBrave, SearchTavily, SearchExa, SearchKagi, SearchEndpoint) {
		known[string(w.Value)] = true
	}
	for _, k := range web.Kinds() {
		if !known[string(k)] {
			t.Errorf("the page has no word for %s", k)
		}
		delete(known, string(k))
	}
	if len(known) > 0 {
		t.Errorf("nobody answers as %v", known)
	}
}
