package oauth_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/mcp/oauth"
)

// An authorization server that cannot answer now takes nothing away: what signing in
// gave is kept, and tried again. Only one that says that it is over ends it.
func TestARenewalThatFailsForNow(t *testing.T) {
	t.Parallel()
	for answer, over := range map[string]bool{
		`503 {"error":"temporarily_unavailable","error_description":"later"}`: false,
		`500 {"error":"server_error"}`:                                        false,
		`429 {"error":"slow_down"}`:                                           false,
		`400 {"error":"invalid_grant"}`:                                       true,
		`401 {"error":"invalid_client"}`:                                      true,
		`400 {"error":"a word of its own"}`:                                   true,
		`400 {"error":"unauthorized_client"}`:                                 true,
	} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			status, body := 0, ""
			if _, err := fmt.Sscanf(answer, "%d", &status); err != nil {
				t.Fatal(err)
			}
			_, body, _ = strings.Cut(answer, " ")
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body))
			}))
			t.Cleanup(web.Close)
			server := mcp.Server{Name: "s", URL: web.URL + "/mcp"}
			v := &mcptest.Vault{}
			s := oauth.SignIn{Vault: v}
			kept, err := json.Marshal(map[string]any{
				"resource": server.URL, "issuer": web.URL, "access_token": "old", "refresh_token": "again",
				"expires_at": time.Now().Add(-time.Minute), "client_id": "c", "token_endpoint": web.URL + "/token",
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Save(t.Context(), string(kept)); err != nil {
				t.Fatal(err)
			}
			_, err = oauth.NewBearer(server, s).Token(t.Context())
			if err == nil || errors.Is(err, oauth.ErrSignIn) != over {
				t.Errorf("it says %v", err)
			}
			if has := v.Grant(t).Refresh == "again"; has == over {
				t.Errorf("what signing in gave is kept: %t", has)
			}
		})
	}
}
