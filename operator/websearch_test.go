package operator_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

const ownSearch = `{"tools":{"web_fetch":{"allow_hosts":["HOST"]},"web_search":{"endpoint":"SEARCH"}}}`

// searchable is a server that finds one page of another.
func searchable(t *testing.T, opt operatortest.Options) *visitor {
	t.Helper()
	var site string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `[{"title":"for %s","url":"%s/found?x=1"}]`, r.FormValue("q"), site)
	}))
	t.Cleanup(s.Close)
	opt.Settings = strings.ReplaceAll(opt.Settings, "SEARCH", s.URL)
	v := visit(t, opt)
	site = v.site
	return v
}

// What a search finds has come in: it is fetched unasked, and the search itself is no question once a provider is set.
func TestSearchesAndReads(t *testing.T) {
	v := searchable(t, operatortest.Options{Settings: ownSearch, Trusted: true})
	asked := 0
	v.Person.Answer = counting(v, &asked)
	if r := v.call("web_search", map[string]any{"query": "rails"}); r.Error != nil || !strings.Contains(r.Content, "for rails") {
		t.Fatalf("%q %v", r.Content, r.Error)
	}
	if r := v.call("web_fetch", map[string]any{"url": v.site + "/found?x=1"}); r.Error != nil || asked != 0 {
		t.Errorf("asked %d times, %v", asked, r.Error)
	}
	if r := v.call("web_fetch", map[string]any{"url": v.site + "/found?x=2"}); r.Error != nil || asked != 1 {
		t.Errorf("an address that did not come in: asked %d times, %v", asked, r.Error)
	}
}

// An address that the agent asks for is its own, though the provider repeats it.
func TestSearchMakesNoAddressKnown(t *testing.T) {
	v := searchable(t, operatortest.Options{Settings: ownSearch, Trusted: true})
	asked := 0
	v.Person.Answer = counting(v, &asked)
	if r := v.call("web_search", map[string]any{"query": v.site + "/found?x=1"}); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := v.call("web_fetch", map[string]any{"url": v.site + "/found?x=1"}); r.Error != nil || asked != 1 {
		t.Errorf("asked %d times, %v", asked, r.Error)
	}
}

// No secret of the person's is searched for, nor what looks like one, however it is hidden in the query.
func TestSearchHoldsNoSecret(t *testing.T) {
	const secret = "tidepool-4711-qz"
	v := searchable(t, operatortest.Options{Settings: ownSearch, Trusted: true})
	if err := v.O.Secrets().Set("db", secret); err != nil {
		t.Fatal(err)
	}
	for name, query := range map[string]string{
		"whole":         secret,
		"among words":   "who uses " + secret + "?",
		"base64":        base64.StdEncoding.EncodeToString([]byte(secret)),
		"a form":        "is ghp_" + strings.Repeat("a1B2c3", 6) + " good?",
		"zero width":    "tide\u200bpool-\u200d4711-qz",
		"soft hyphens":  "tide\u00adpool-4711\u00ad-qz",
		"selectors":     "tide\ufe0fpool-4711\U000e0101-qz",
		"tags":          "tide\U000e0041pool-4711-qz",
		"fillers":       "tide\u3164pool-4711\u034f-qz",
		"controls":      "tide\x7fpool-47\x1b11-qz",
		"turned":        "\u202etide\u2066pool-4711-qz",
		"a hidden form": "ghp_\u200b" + strings.Repeat("a1B2c3", 6),
	} {
		r := v.call("web_search", map[string]any{"query": query})
		if r.Error == nil || r.Error.Code != tools.PermissionDenied || !strings.Contains(r.Error.Message, "holds a secret") || strings.Contains(r.Error.Message, "4711") {
			t.Errorf("%s: %q %v", name, r.Content, r.Error)
		}
	}
	if r := v.call("web_search", map[string]any{"query": "tide pool 4711 \U0001f469\u200d\U0001f4bb"}); r.Error != nil {
		t.Errorf("no secret: %v", r.Error)
	}
}

// In mode ask the first search of a session asks.
func TestSearchInModeAsk(t *testing.T) {
	v := searchable(t, operatortest.Options{Settings: `{"mode":"ask",` + ownSearch[1:], Trusted: true})
	asked := 0
	v.Person.Answer = counting(v, &asked)
	for range 2 {
		if r := v.call("web_search", map[string]any{"query": "rails"}); r.Error != nil || asked != 1 {
			t.Errorf("asked %d times, %v", asked, r.Error)
		}
	}
}

// Rules are about it, and the setting web; without a provider it is listed with what to do.
func TestSearchObeys(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		trusted  bool
		code     tools.Code
		do       tools.ActionKind
	}{
		"denied":      {`{"rules":{"deny":["web_search"]},` + ownSearch[1:], true, tools.PermissionDenied, ""},
		"web off":     {`{"web":"off",` + ownSearch[1:], true, tools.PermissionDenied, tools.TurnWebOn},
		"network off": {`{"network":"off",` + ownSearch[1:], true, tools.PermissionDenied, tools.ChangeNetwork},
		"untrusted":   {ownSearch, false, tools.PermissionDenied, tools.TrustSpace},
		"nobody":      {`{}`, true, tools.NotFound, tools.SetSearch},
		"unknown":     {`{"tools":{"web_search":{"provider":"askjeeves"}}}`, true, tools.NotFound, tools.CorrectSearch},
		"both":        {`{"tools":{"web_search":{"provider":"brave","endpoint":"https://x.example","key":"k"}}}`, true, tools.NotFound, tools.CorrectSearch},
		"without key": {`{"tools":{"web_search":{"provider":"brave"}}}`, true, tools.NotFound, tools.CorrectSearch},
		"lost secret": {`{"tools":{"web_search":{"provider":"brave","key":"${secret:gone}"}}}`, true, tools.Unavailable, tools.SetSecret},
	} {
		v := searchable(t, operatortest.Options{Settings: c.settings, Trusted: c.trusted, Files: map[string]string{"agent/tools/x.md": "---\nid: x\ncommand: echo\n---\nx"}})
		r := v.call("web_search", map[string]any{"query": "rails"})
		if r.Error == nil || r.Error.Code != c.code || c.do != "" && r.Error.Action.Kind != c.do {
			t.Errorf("%s: %s %+v %v", name, r.Error.Code, r.Error.Action, r.Error)
		}
	}
	v := searchable(t, operatortest.Options{Settings: `{"rules":{"ask":["web_search"]},` + ownSearch[1:], Trusted: true})
	asked := 0
	v.Person.Answer = counting(v, &asked)
	if r := v.call("web_search", map[string]any{"query": "rails"}); r.Error != nil || asked != 1 {
		t.Errorf("a rule asks: %d times, %v", asked, r.Error)
	}
}

// A broken list of private hosts turns off what fetches, and not what searches.
func TestSearchBesideABrokenList(t *testing.T) {
	v := searchable(t, operatortest.Options{Settings: strings.Replace(ownSearch, "HOST", "*.x", 1), Trusted: true})
	if r := v.call("web_search", map[string]any{"query": "rails"}); r.Error != nil {
		t.Error(r.Error)
	}
	if state, err := operator.BrowsingOf(v.O).State("", true); err != nil || state.Wrong == "" {
		t.Errorf("%+v, %v", state, err)
	}
}

// counting has the person answer as before, and counts.
func counting(v *visitor, asked *int) func(context.Context, tools.Question) (tools.Answer, error) {
	answer := v.Person.Answer
	return func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		*asked++
		return answer(ctx, q)
	}
}
