package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"handrail/tools"
)

const searchKey = "k-1234567890"

// asking is a provider at a local server.
func asking(t *testing.T, kind Kind, key string, h http.HandlerFunc) (search func(query string, count int) (Findings, error), server *httptest.Server) {
	t.Helper()
	server = httptest.NewServer(h)
	t.Cleanup(server.Close)
	p, err := NewProvider(kind, server.URL, key != "")
	if err != nil {
		t.Fatal(err)
	}
	f := New(Config{})
	return func(query string, count int) (Findings, error) { return f.Search(t.Context(), p, key, query, count) }, server
}

// Each provider is asked as it documents, and what it documents of its answer is read.
func TestProviders(t *testing.T) {
	body := func(r *http.Request) map[string]any {
		raw, _ := io.ReadAll(r.Body)
		var got map[string]any
		_ = json.Unmarshal(raw, &got)
		return got
	}
	for kind, asked := range map[Kind]func(r *http.Request) bool{
		SearXNG: func(r *http.Request) bool {
			return r.Method == http.MethodGet && r.URL.Path == "/search" && r.FormValue("q") == "likes & rails" && r.FormValue("format") == "json"
		},
		Brave: func(r *http.Request) bool {
			return r.Method == http.MethodGet && r.Header.Get("X-Subscription-Token") == searchKey && r.FormValue("q") == "likes & rails" && r.FormValue("count") == "7"
		},
		Tavily: func(r *http.Request) bool {
			b := body(r)
			return r.Method == http.MethodPost && r.Header.Get("Authorization") == "Bearer "+searchKey && b["query"] == "likes & rails" && b["max_results"] == 7.0
		},
		Exa: func(r *http.Request) bool {
			b := body(r)
			return r.Method == http.MethodPost && r.Header.Get("X-Api-Key") == searchKey && b["query"] == "likes & rails" && b["numResults"] == 7.0
		},
		Kagi: func(r *http.Request) bool {
			return r.Method == http.MethodGet && r.Header.Get("Authorization") == "Bot "+searchKey && r.FormValue("q") == "likes & rails" && r.FormValue("limit") == "7"
		},
		Endpoint: func(r *http.Request) bool {
			return r.Method == http.MethodGet && r.Header.Get("Authorization") == "Bearer "+searchKey && r.FormValue("q") == "likes & rails" && r.FormValue("count") == "7"
		},
	} {
		search, _ := asking(t, kind, searchKey, func(w http.ResponseWriter, r *http.Request) {
			if !asked(r) || r.Header.Get("Accept") != "application/json" {
				t.Errorf("%s was asked %s %s %v", kind, r.Method, r.URL, r.Header)
			}
			raw, err := os.ReadFile("testdata/search/" + string(kind) + ".json")
			if err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(raw)
		})
		found, err := search("likes & rails", 7)
		if err != nil || len(found.Results) != 2 {
			t.Errorf("%s: %+v, %v", kind, found, err)
			continue
		}
		one := found.Results[0]
		if one.URL != "https://rail.example/one" || !strings.HasPrefix(one.Title, "Rails") || !strings.HasPrefix(one.Snippet, "How a") || !strings.HasPrefix(one.Date, "2026-03-01") || found.Results[1].URL != "https://rail.example/two" {
			t.Errorf("%s: %+v", kind, found)
		}
		switch kind {
		case SearXNG:
			if one.Title != "Rails for beginners" || one.Snippet != "How a <rail> is laid." || found.Note != "engines that did not answer: google: CAPTCHA" {
				t.Errorf("%+v", found)
			}
		case Brave:
			if one.Title != "Rails & sleepers" || one.Snippet != "How a rail is laid <here>." || found.Results[1].Date != "3 days ago" {
				t.Errorf("%+v", found)
			}
		}
	}
}

// Nothing found is a result, and more than was asked for is not shown.
func TestSearchResults(t *testing.T) {
	for kind, text := range map[Kind]string{
		SearXNG: `{"results":[]}`, Brave: `{"type":"search","query":{}}`, Tavily: `{"results":[]}`, Exa: `{"results":[]}`, Kagi: `{"data":[]}`, Endpoint: `[]`,
	} {
		search, _ := asking(t, kind, searchKey, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) })
		if found, err := search("x", 5); err != nil || len(found.Results) != 0 || found.Results == nil {
			t.Errorf("%s: %+v, %v", kind, found, err)
		}
	}
	search, _ := asking(t, Endpoint, "", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("a key that is not there was sent")
		}
		fmt.Fprintf(w, `[{"title":"a","url":"https://a.example"},{"title":%q,"url":"https://b.example","snippet":%q},{"title":"c","url":"https://c.example"}]`, strings.Repeat("t", 201), strings.Repeat("ä", 1001))
	})
	found, err := search("x", 2)
	if err != nil || len(found.Results) != 2 || len([]rune(found.Results[1].Title)) != 200 || len([]rune(found.Results[1].Snippet)) != 1000 {
		t.Errorf("%+v, %v", found, err)
	}
}

// A refusal says whose fault it is and what to do, and never the key.
func TestSearchRefusals(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		status int
		body   string
		code   tools.Code
		says   string
		do     tools.ActionKind
	}{
		{Tavily, 401, `{"detail":{"error":"Unauthorized: missing or invalid API key."}}`, tools.Unavailable, `does not take the key (401): it says "Unauthorized: missing`, tools.CorrectSearch},
		{Brave, 422, `{"type":"ErrorResponse","error":{"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"The provided subscription token is invalid.","status":422}}`, tools.Unavailable, "does not take the key (422)", tools.CorrectSearch},
		{SearXNG, 403, `<html>`, tools.Unavailable, "search.formats has to name json", tools.CorrectSearch},
		{Exa, 402, `{"requestId":"r","error":"no credits","tag":"NO_MORE_CREDITS"}`, tools.Unavailable, `used up (402): it says "no credits"`, ""},
		{Tavily, 432, `{"detail":{"error":"plan limit"}}`, tools.Unavailable, "used up (432)", ""},
		{Kagi, 400, `{"meta":{},"data":null,"error":[{"code":1,"msg":"Missing q parameter","ref":null}]}`, tools.ExecutionFailed, "Missing q parameter", ""},
		{Brave, 429, `{"type":"ErrorResponse"}`, tools.Unavailable, "wants a pause of 30 s (429)", ""},
		{Exa, 502, "bad", tools.Unavailable, "fault of its own (502 Bad Gateway)", ""},
		{Endpoint, 404, "", tools.ExecutionFailed, "its address may be wrong", tools.CorrectSearch},
		{Brave, 200, "<!doctype html><title>Sign in</title>", tools.ExecutionFailed, "a page for people", tools.CorrectSearch},
		{Brave, 200, "", tools.ExecutionFailed, "answered with nothing", tools.CorrectSearch},
		{Brave, 200, `{"type":"search","web":{"results":[{"title":"a`, tools.ExecutionFailed, "cannot be read", tools.CorrectSearch},
		{Kagi, 200, `{"results":1}`, tools.ExecutionFailed, "cannot be read", tools.CorrectSearch},
	} {
		search, _ := asking(t, c.kind, searchKey, func(w http.ResponseWriter, _ *http.Request) {
			if strings.HasPrefix(c.body, "<") {
				w.Header().Set("Content-Type", "text/html")
			}
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		})
		_, err := search("x", 5)
		var e *tools.Error
		if !asError(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.says) || e.Action.Kind != c.do || strings.Contains(e.Message, searchKey) {
			t.Errorf("%s %d: %v %+v", c.kind, c.status, err, tools.ActionOf(err))
		}
	}
	big, _ := asking(t, Endpoint, "", func(w http.ResponseWriter, _ *http.Request) {
		for range 11 {
			if _, err := io.WriteString(w, strings.Repeat(" ", 1<<20)); err != nil {
				return
			}
		}
	})
	var e *tools.Error
	if _, err := big("x", 5); !asError(err, &e) || e.Code != tools.TooLarge {
		t.Errorf("got %v", err)
	}
}

func asError(err error, to **tools.Error) bool {
	e, ok := err.(*tools.Error) //nolint:errorlint // it is handed on as it is
	*to = e
	return ok
}

// A key goes to one place: a redirect within it is followed, one to anywhere else is not.
func TestSearchRedirects(t *testing.T) {
	reached := ""
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached = r.Header.Get("Authorization") + "!" }))
	defer other.Close()
	to := ""
	search, _ := asking(t, Endpoint, searchKey, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there" {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
			return
		}
		fmt.Fprintf(w, `[{"title":%q,"url":"https://a.example"}]`, r.Header.Get("Authorization"))
	})
	to = "/there"
	if found, err := search("x", 5); err != nil || found.Results[0].Title != "Bearer "+searchKey {
		t.Errorf("within: %+v, %v", found, err)
	}
	for _, to = range []string{other.URL, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), "https://public.example/x"} {
		if found, err := search("x", 5); err == nil || reached != "" {
			t.Errorf("to %s: %+v, reached %q", to, found, reached)
		}
	}
}

// After 402 or 429 nothing is sent for as long as the provider says: Brave counts windows.
func TestSearchPause(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		status int
		header http.Header
		left   time.Duration
	}{
		{429, http.Header{"Retry-After": {"7"}}, 7 * time.Second},
		{402, http.Header{"Retry-After": {"60"}}, time.Minute},
		{402, nil, 0},
		{429, nil, usualPause},
		{429, http.Header{"X-Ratelimit-Remaining": {"0, 900"}, "X-Ratelimit-Reset": {"1, 1419704"}}, time.Second},
		{429, http.Header{"X-Ratelimit-Remaining": {"0, 0"}, "X-Ratelimit-Reset": {"1, 1419704"}}, longestHold},
		{429, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1790000000"}}, usualPause},
	} {
		times := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			times++
			for name := range c.header {
				w.Header().Set(name, c.header.Get(name))
			}
			w.WriteHeader(c.status)
		}))
		p, err := NewProvider(Endpoint, server.URL, false)
		if err != nil {
			t.Fatal(err)
		}
		at := now
		f := New(Config{Now: func() time.Time { return at }})
		ask := func() { _, _ = f.Search(context.Background(), p, "", "x", 5) }
		ask()
		if c.left > 0 {
			at = now.Add(c.left - time.Millisecond)
			ask()
			at = now.Add(c.left)
		}
		before := times
		ask()
		server.Close()
		if before != 1 || times != 2 {
			t.Errorf("%d %v: sent %d times in the pause of %v, %d after it", c.status, c.header, before, c.left, times)
		}
	}
}

// What the settings say is refused where it would send a key to strangers, or nowhere.
func TestNewProvider(t *testing.T) {
	for _, c := range []struct {
		kind    Kind
		address string
		keyed   bool
		want    string // the address, or a part of the error
	}{
		{SearXNG, "http://127.0.0.1:8080", false, "http://127.0.0.1:8080/search"},
		{SearXNG, "http://search.lan/sx/", true, "http://search.lan/sx/search"},
		{SearXNG, "https://s.example/search", false, "https://s.example/search"},
		{SearXNG, "", false, "needs the address"},
		{Brave, "", true, "https://api.search.brave.com/res/v1/web/search"},
		{Kagi, "", true, "https://kagi.com/api/v0/search"},
		{Tavily, "", false, "without a key"},
		{Exa, "http://exa.example/search", true, "write https"},
		{Endpoint, "http://search.example/api", false, "http://search.example/api"},
		{Endpoint, "ftp://x", false, "cannot be asked"},
		{Endpoint, "https://me:pw@x.example", false, "password"},
		{"google", "", true, "there are searxng, brave, tavily, exa, kagi, endpoint"},
	} {
		p, err := NewProvider(c.kind, c.address, c.keyed)
		got := fmt.Sprint(err)
		if err == nil {
			got = p.URL.String()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%s %q: %s", c.kind, c.address, got)
		}
	}
}
