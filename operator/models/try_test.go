package models

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"handrail/operator/settings"
)

// serve is a provider below /v1 that has two models, and notes the keys it is given.
func serve(t *testing.T, keys *[]string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		*keys = append(*keys, r.Header.Get("Authorization"))
		fmt.Fprint(w, `{"object":"list","data":[{"id":"text-embedding-1"},{"id":"small-talk"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ready\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// A model is asked for a word; the first chat is given one that can talk.
func TestAModelIsTried(t *testing.T) {
	k, _ := catalog(t)
	var seen []string
	st, err := k.Add(t.Context(), "mine", settings.Provider{Type: "openai", URL: serve(t, &seen) + "/v1"}, "a-key-of-mine")
	if err != nil || st.State != Ready {
		t.Fatalf("%+v, %v", st, err)
	}
	if s := k.State(t.Context()); s.Default != "mine/small-talk" {
		t.Errorf("new chats begin with %s", s.Default)
	}
	tried, err := k.Try(t.Context(), "mine", "")
	if err != nil || tried.Text != "ready" || tried.Model != "mine/small-talk" || tried.Took <= 0 {
		t.Errorf("%+v, %v", tried, err)
	}
	if _, err := k.Try(t.Context(), "nobody", ""); err == nil {
		t.Error("a provider that is not there was tried")
	}
}

// Whoever leaves out the /v1 is told the address that answers.
func TestAnAddressWithoutItsEnd(t *testing.T) {
	k, _ := catalog(t)
	var seen []string
	at := serve(t, &seen)
	st, err := k.Add(t.Context(), "mine", settings.Provider{Type: "openai", URL: at}, "a-key-of-mine")
	if err != nil || st.State != Unreachable || st.Better != at+"/v1" || !strings.Contains(st.Reason, at+"/v1") || strings.Contains(st.Reason, "Choose a model") {
		t.Fatalf("%+v, %v", st, err)
	}
	// Put right without its key: it keeps the one it has, as it is the same server.
	if st, err = k.Add(t.Context(), "mine", settings.Provider{Type: "openai", URL: st.Better}, ""); err != nil || st.State != Ready || !st.HasKey || seen[len(seen)-1] != "Bearer a-key-of-mine" {
		t.Errorf("%+v, %v, %q", st, err, seen)
	}
}

// Another server never gets the key of the one before.
func TestAKeyStaysWithItsServer(t *testing.T) {
	k, _ := catalog(t)
	var seen, other []string
	if _, err := k.Add(t.Context(), "mine", settings.Provider{Type: "openai", URL: serve(t, &seen) + "/v1"}, "a-key-of-mine"); err != nil {
		t.Fatal(err)
	}
	st, err := k.Add(t.Context(), "mine", settings.Provider{Type: "openai", URL: serve(t, &other) + "/v1"}, "")
	if err != nil || st.HasKey || other[0] != "" {
		t.Errorf("%+v, %v, %q", st, err, other)
	}
}

func TestPresets(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Presets() {
		if names[p.Name] || !providerName().MatchString(p.Name) || p.Title == "" || p.Type != "openai" && p.Type != "anthropic" {
			t.Errorf("%+v", p)
		}
		names[p.Name] = true
		if remote := strings.HasPrefix(p.URL, "https://") || p.Type == "anthropic"; remote != strings.HasPrefix(p.Keys, "https://") {
			t.Errorf("%s at %q has its keys at %q", p.Name, p.URL, p.Keys)
		}
	}
	for want, has := range map[string][]string{
		"gpt-5":     {"dall-e-3", "gpt-5-mini-2025-08-07", "gpt-5-mini", "gpt-5", "gpt-5-2025-08-07", "gpt-4o"},
		"o3":        {"whisper-1", "o3"},
		"whisper-1": {"whisper-1"},
		"":          nil,
	} {
		if got := first("https://api.openai.com/v1/", has); got != want {
			t.Errorf("of %v: %q, not %q", has, got, want)
		}
	}
}
