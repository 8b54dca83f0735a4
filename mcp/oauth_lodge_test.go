package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A memoryVault is a Vault that forgets with the test.
type memoryVault struct {
	held sync.Mutex
	mu   sync.Mutex
	text string
}

func (v *memoryVault) Load(context.Context) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text, nil
}

func (v *memoryVault) Save(_ context.Context, text string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.text = text
	return nil
}

func (v *memoryVault) Hold(context.Context) (func(), error) {
	v.held.Lock()
	return v.held.Unlock, nil
}

// A given is what signing in gave, as a Vault has it.
type given struct {
	Token    string `json:"access_token"`
	Refresh  string `json:"refresh_token"`
	ClientID string `json:"client_id"`
}

// grant is what the vault holds.
func (v *memoryVault) grant(t *testing.T) given {
	t.Helper()
	var g given
	if v.text != "" {
		if err := json.Unmarshal([]byte(v.text), &g); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// A lodge is an authorization server and an MCP server behind it, on loopback.
type lodge struct {
	*httptest.Server
	mu         sync.Mutex
	challenges map[string]string // by code
	valid      map[string]bool   // access tokens
	refreshes  map[string]bool   // refresh tokens, each good for one use
	made       int
	asked      []string // what was asked at the token endpoint
	registered int
	query      url.Values // of the last authorization

	// What it does otherwise.
	issuer, iss, resource, deny string
	noPKCE, noRegister, saysIss bool
	document                    bool
	expires                     int
}

const lodgeSecret = "SECRET"

func newLodge(t *testing.T, change func(*lodge)) *lodge {
	t.Helper()
	l := &lodge{challenges: map[string]string{}, valid: map[string]bool{}, refreshes: map[string]bool{}, expires: 3600}
	inner := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
	door := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return inner }, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		l.mu.Lock()
		ok := l.valid[token]
		l.mu.Unlock()
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", resource_metadata="`+l.URL+`/.well-known/oauth-protected-resource/mcp", scope="notes:read"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		door.ServeHTTP(w, r)
	})
	mux.HandleFunc("/.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"resource": l.resource, "authorization_servers": []string{l.URL}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		meta := map[string]any{"issuer": l.issuer, "authorization_endpoint": l.URL + "/authorize?tenant=1", "token_endpoint": l.URL + "/token", "revocation_endpoint": l.URL + "/revoke",
			"authorization_response_iss_parameter_supported": l.saysIss, "client_id_metadata_document_supported": l.document}
		if !l.noPKCE {
			meta["code_challenge_methods_supported"] = []string{"S256"}
		}
		if !l.noRegister {
			meta["registration_endpoint"] = l.URL + "/register"
		}
		reply(w, meta)
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, _ *http.Request) {
		l.registered++
		w.WriteHeader(http.StatusCreated)
		reply(w, map[string]any{"client_id": fmt.Sprintf("client-%d", l.registered), "token_endpoint_auth_method": "none"})
	})
	mux.HandleFunc("/authorize", l.authorize)
	mux.HandleFunc("/token", l.token)
	mux.HandleFunc("/revoke", func(_ http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.asked = append(l.asked, "revoke "+r.FormValue("token"))
	})
	l.Server = httptest.NewServer(mux)
	t.Cleanup(l.Close)
	l.issuer, l.resource = l.URL, l.URL+"/mcp"
	if change != nil {
		change(l)
	}
	return l
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// authorize lets everybody in at once.
func (l *lodge) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.query = q
	back := url.Values{"state": {q.Get("state")}}
	if l.iss != "" {
		back.Set("iss", l.iss)
	}
	if l.deny != "" {
		back.Set("error", l.deny)
	} else {
		l.made++
		code := fmt.Sprintf("code-%d", l.made)
		l.challenges[code] = q.Get("code_challenge")
		back.Set("code", code)
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// token exchanges codes and refresh tokens.
func (l *lodge) token(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kind := r.FormValue("grant_type")
	l.asked = append(l.asked, kind)
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	want, known := l.challenges[r.FormValue("code")]
	good := known && base64.RawURLEncoding.EncodeToString(sum[:]) == want
	if kind == "refresh_token" {
		good = l.refreshes[r.FormValue("refresh_token")]
	}
	delete(l.refreshes, r.FormValue("refresh_token"))
	delete(l.challenges, r.FormValue("code"))
	if !good || r.FormValue("resource") != l.resource {
		w.WriteHeader(http.StatusBadRequest)
		reply(w, map[string]any{"error": "invalid_grant"})
		return
	}
	l.made++
	token, next := fmt.Sprintf("%s-token-%d", lodgeSecret, l.made), fmt.Sprintf("%s-refresh-%d", lodgeSecret, l.made)
	l.valid[token], l.refreshes[next] = true, true
	reply(w, map[string]any{"access_token": token, "token_type": "bearer", "refresh_token": next, "expires_in": l.expires})
}

func (l *lodge) server() Server { return Server{Name: "notes", URL: l.URL + "/mcp"} }

// browser follows the redirects as a browser does.
func browser(t *testing.T) func(string) error {
	return func(at string) error {
		resp, err := http.Get(at)
		if err != nil {
			return err
		}
		t.Cleanup(func() { _ = resp.Body.Close() })
		return nil
	}
}

// list connects and lists the tools.
func list(t *testing.T, l *lodge, s SignIn) error {
	t.Helper()
	p, err := reach(t, transportConfig{Server: l.server(), SignIn: s}, legacyOnly())
	if err != nil {
		return err
	}
	_, err = p.ListTools(t.Context(), mcp.ListToolsRequest{})
	return err
}
