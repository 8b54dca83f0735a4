package oauth

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// What a token endpoint sends is read as it is meant, whatever its type says.
func TestAnswersOfATokenEndpoint(t *testing.T) {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for body, want := range map[string]time.Duration{
		`{"access_token":"t","expires_in":60}`:       time.Minute,
		`{"access_token":"t","expires_in":"60"}`:     time.Minute,
		`{"access_token":"t","expires_in":60.9}`:     time.Minute,
		`{"access_token":"t","expires_in":null}`:     0,
		`{"access_token":"t","expires_in":"a word"}`: 0,
		`{"access_token":"t"}`:                       0,
		`{"access_token":"t","expires_in":-5}`:       0,
	} {
		for _, kind := range []string{"application/json", "text/plain", "application/x-www-form-urlencoded"} {
			resource := ""
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				resource = r.FormValue("resource")
				w.Header().Set("Content-Type", kind)
				_, _ = w.Write([]byte(body))
			}))
			g, err := refresh(t.Context(), web.URL, nil, grant{Refresh: "again", Endpoint: web.URL, Indicator: "https://notes.example/mcp"}, now)
			web.Close()
			if err != nil || g.Token != "t" || g.Refresh != "again" || resource != "https://notes.example/mcp" {
				t.Errorf("%s as %s: %+v, %v, for %q", body, kind, g, err, resource)
			}
			if got := g.Expires; want == 0 && !got.IsZero() || want > 0 && !got.Equal(now.Add(want)) {
				t.Errorf("%s ends at %s", body, got)
			}
		}
	}
}
