package browsing_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/browsing"
	"handrail/operator/operatortest"
	"handrail/tools"
	"handrail/tools/web"
)

func state(t *testing.T, b *operatortest.Bench) browsing.State {
	t.Helper()
	s, err := operator.BrowsingOf(b.O).State(b.S.Dir(), true)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tool(t *testing.T, b *operatortest.Bench, name string) tools.Entry {
	t.Helper()
	e, err := b.O.Tool(b.Dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// What is turned on and off counts at once in open spaces; a space's own word beats the others'.
func TestTurn(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	desk := operator.BrowsingOf(b.O)
	for _, c := range []struct{ dir, word, why string }{
		{"", "off", "turned off"}, {b.Dir, "on", ""}, {b.Dir, "", "turned off"}, {"", "on", ""}, {b.Dir, "off", "turned off"}, {b.Dir, "", ""},
	} {
		if err := desk.Turn(t.Context(), c.dir, c.word); err != nil {
			t.Fatal(err)
		}
		if s := state(t, b); (s.Why == "") != (c.why == "") || !strings.Contains(s.Why, c.why) || (tool(t, b, "web_fetch").State == tools.Ready) != (c.why == "") {
			t.Errorf("%+v: %+v", c, s)
		}
	}
	for _, word := range []string{"maybe", ""} {
		if err := desk.Turn(t.Context(), "", word); err == nil {
			t.Errorf("%q was taken", word)
		}
	}
}

// Only hosts come on the list, each once, and one that is not there is not taken from it.
func TestAllow(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"tools":{"web_fetch":{"future":1}}}`})
	desk := operator.BrowsingOf(b.O)
	for _, host := range []string{"*.example", "http://a.example", "a.example/x", "", "a b", "999.1.1.1"} {
		if err := desk.Allow(t.Context(), host); err == nil || !strings.Contains(err.Error(), "192.168.1.7:8080") {
			t.Errorf("%q: %v", host, err)
		}
	}
	for _, host := range []string{"intranet.example", "192.168.1.7:8080", "intranet.example"} {
		if err := desk.Allow(t.Context(), host); err != nil {
			t.Fatal(err)
		}
	}
	if got := state(t, b).Hosts; fmt.Sprint(got) != "[intranet.example 192.168.1.7:8080]" {
		t.Errorf("got %v", got)
	}
	if err := desk.Disallow(t.Context(), "other"); err == nil || !strings.Contains(err.Error(), "intranet.example, 192.168.1.7:8080") {
		t.Errorf("got %v", err)
	}
	for _, host := range []string{"intranet.example", "192.168.1.7:8080"} {
		if err := desk.Disallow(t.Context(), host); err != nil {
			t.Fatal(err)
		}
	}
	if raw, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json")); err != nil || !strings.Contains(string(raw), `"future":1`) || strings.Contains(string(raw), "allow_hosts") {
		t.Errorf("%s %v", raw, err)
	}
}

// A provider that is chosen answers the test and the tool; its key is a secret, and stands nowhere else.
func TestChoose(t *testing.T) {
	const key = "key-of-the-search-1"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Subscription-Token") != key {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"type":"search","web":{"results":[{"title":"found","url":"https://a.example/"}]}}`)
	}))
	defer s.Close()
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	desk := operator.BrowsingOf(b.O)
	if _, err := desk.Test(t.Context(), "x"); tools.ActionOf(err).Kind != tools.SetSearch {
		t.Errorf("nobody: %v", err)
	}
	for _, c := range []browsing.Choice{
		{Provider: "askjeeves"}, {Provider: web.Brave}, {Provider: web.SearXNG}, {Provider: web.Endpoint}, {Provider: web.Brave, Secret: "a b}"}, {Secret: "x"}, {Provider: web.Exa, URL: "http://exa.example", Key: "k-123456"},
	} {
		if err := desk.Choose(t.Context(), c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
	if tool(t, b, "web_search").Action.Kind != tools.SetSearch {
		t.Error("a refused choice counts")
	}
	if err := desk.Choose(t.Context(), browsing.Choice{Provider: web.Brave, URL: s.URL, Secret: "gone"}); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b).Search; !strings.Contains(got.Problem, "gone") {
		t.Errorf("%+v", got)
	}
	if _, err := desk.Test(t.Context(), "x"); tools.ActionOf(err).Kind != tools.SetSecret {
		t.Errorf("a lost secret: %v", err)
	}
	for _, k := range []string{"another-key-1", key} {
		if err := desk.Choose(t.Context(), browsing.Choice{Provider: web.Brave, URL: s.URL, Key: k}); err != nil {
			t.Fatal(err)
		}
		found, err := desk.Test(t.Context(), "x")
		if k == key && (err != nil || len(found.Results) != 1) || k != key && tools.ActionOf(err).Kind != tools.CorrectSearch {
			t.Errorf("%s: %+v, %v", k, found, err)
		}
	}
	if raw, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json")); err != nil || strings.Contains(string(raw), key) || !strings.Contains(string(raw), "${secret:web-search-brave}") {
		t.Errorf("%s %v", raw, err)
	}
	if got := state(t, b).Search; got.Provider != web.Brave || got.Secret != "web-search-brave" || got.Problem != "" || tool(t, b, "web_search").State != tools.Ready {
		t.Errorf("%+v", got)
	}
	if err := desk.Choose(t.Context(), browsing.Choice{}); err != nil || tool(t, b, "web_search").State == tools.Ready {
		t.Errorf("none: %v", err)
	}
}
