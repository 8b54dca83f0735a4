package models

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/secrets"
	"handrail/operator/settings"
)

// keys are secrets in memory.
type keys map[string]string

func (k keys) Set(name, value string) error { k[name] = value; return nil }

func (k keys) Delete(name string) error { delete(k, name); return nil }

func (k keys) Expand(text string) (string, error) {
	for _, name := range secrets.References(text) {
		if k[name] == "" {
			return "", secrets.ErrNotFound
		}
		text = strings.ReplaceAll(text, secrets.Reference(name), k[name])
	}
	return text, nil
}

func catalog(t *testing.T) (*Catalog, keys) {
	t.Helper()
	kept := keys{}
	return New(Config{Settings: settings.Open(filepath.Join(t.TempDir(), "settings.json")), Secrets: kept, Redact: secrets.NewRedactor(func() {})}), kept
}

func TestProvidersThatAreRefused(t *testing.T) {
	k, _ := catalog(t)
	for name, tt := range map[string]struct {
		name string
		p    settings.Provider
	}{
		"a name with capitals":    {"Local", settings.Provider{Type: "openai"}},
		"the guide's name":        {"guide", settings.Provider{Type: "openai"}},
		"an unknown type":         {"local", settings.Provider{Type: "other"}},
		"a file":                  {"local", settings.Provider{Type: "openai", URL: "file:///etc/passwd"}},
		"a password in the url":   {"local", settings.Provider{Type: "openai", URL: "https://me:pw@example.com"}},
		"an address without host": {"local", settings.Provider{Type: "openai", URL: "http://"}},
	} {
		if _, err := k.Add(t.Context(), tt.name, tt.p, "key"); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if s := k.State(t.Context()); len(s.Providers) != 0 || s.Default != Guide || s.Problem != "" {
		t.Errorf("something is set: %+v", s)
	}
}

// A provider that cannot be reached is stored all the same, with its key as a secret,
// and removed with it.
func TestAddAndRemove(t *testing.T) {
	k, kept := catalog(t)
	st, err := k.Add(t.Context(), "local", settings.Provider{Type: "openai", URL: "http://127.0.0.1:1/v1"}, "the-key")
	if err != nil || st.State != Unreachable || st.Reason == "" || !st.HasKey {
		t.Fatalf("got %+v, %v", st, err)
	}
	set, _, err := k.c.Settings.Load()
	if err != nil || set.Models.Providers["local"].Key != secrets.Reference("local") {
		t.Errorf("stored as %+v, %v", set.Models, err)
	}
	delete(kept, "local")
	if s := k.State(t.Context()); s.Providers[0].State != NoKey {
		t.Errorf("without its key it is %s", s.Providers[0].State)
	}
	kept["local"] = "the-key"
	if err := k.SetDefault("local/small"); err != nil {
		t.Fatal(err)
	}
	if err := k.SetDefault("small"); err == nil {
		t.Error("a model without a provider is accepted")
	}
	if s := k.State(t.Context()); s.Default != "local/small" || len(s.Providers) != 1 {
		t.Errorf("got %+v", s)
	}
	if err := k.Remove("local"); err != nil {
		t.Fatal(err)
	}
	if len(kept) != 0 {
		t.Errorf("its key is still there: %v", kept)
	}
	if s := k.State(t.Context()); s.Default != Guide || len(s.Providers) != 0 {
		t.Errorf("got %+v", s)
	}
	if err := k.Remove("local"); err == nil {
		t.Error("what is not there was removed")
	}
}

// A server that accepts and never answers holds nobody up, is tried all the same, and
// what is said of it in the end is no error of Go.
func TestAProviderThatHangsHoldsNobodyUp(t *testing.T) {
	hangs := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hangs:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(hangs) })
	k, _ := catalog(t)
	if _, err := k.c.Settings.Update(func(s *settings.Settings) error {
		s.Models.Providers = map[string]settings.Provider{"slow": {Type: "openai", URL: server.URL}, "gone": {Type: "openai", URL: "http://127.0.0.1:1"}}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s := k.Glance(t.Context())
	if took := time.Since(began); took >= modelWait || len(s.Providers) != 2 || s.Providers[1].State != Checking || s.Providers[0].State != Unreachable {
		t.Fatalf("after %v: %+v", took, s.Providers)
	}
	for s.Providers[1].State == Checking && time.Since(began) < time.Minute {
		s = k.Glance(t.Context())
	}
	if p := s.Providers[1]; p.State != Unreachable || !strings.Contains(p.Reason, "did not answer within 4 seconds") {
		t.Errorf("%+v", p)
	}
	// It is looked at again; until that has ended, it is what it was.
	if p := k.Glance(t.Context()).Providers[1]; p.State != Unreachable {
		t.Errorf("%+v", p)
	}
}
