package mcptest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/mcp/transport"
)

// A Vault keeps a sign-in for as long as a test runs. It implements oauth.Vault.
type Vault struct {
	held sync.Mutex
	mu   sync.Mutex
	Text string
}

// Load implements oauth.Vault.
func (v *Vault) Load(context.Context) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.Text, nil
}

// Save implements oauth.Vault.
func (v *Vault) Save(_ context.Context, text string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.Text = text
	return nil
}

// Hold implements oauth.Vault.
func (v *Vault) Hold(context.Context) (func(), error) {
	v.held.Lock()
	return v.held.Unlock, nil
}

// A Given is what signing in gave, as a Vault has it.
type Given struct {
	Token    string `json:"access_token"`
	Refresh  string `json:"refresh_token"`
	ClientID string `json:"client_id"`
}

// Grant is what the vault holds.
func (v *Vault) Grant(t *testing.T) Given {
	t.Helper()
	v.mu.Lock()
	text := v.Text
	v.mu.Unlock()
	var g Given
	if text != "" {
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// A Lodge is an authorization server and an MCP server behind it, on loopback.
type Lodge struct {
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
	Issuer, Iss, Resource, Deny    string
	NoPKCE, NoRegister, SaysIssuer bool
	Older                          bool // it says nothing of itself: revision 2025-03-26
	Document                       bool
	Expires                        int
	Machine                        func(*http.Request) bool // lets in who signs in without a person; nil: nobody
	Wants                          string                   // rights without which it serves nobody, as the header has them; asked for by no 401
	Never                          bool                     // it does not serve those who have them either
}

// Secret begins every token that a Lodge gives out, so that a test can look for them.
const Secret = "SECRET"

// NewLodge starts a server that asks for a sign-in, and its authorization server. change,
// which may be nil, changes how they behave. Both end with the test.
func NewLodge(t *testing.T, change func(*Lodge)) *Lodge {
	t.Helper()
	l := &Lodge{challenges: map[string]string{}, valid: map[string]bool{}, refreshes: map[string]bool{}, Expires: 3600}
	mux := l.rooms()
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.Older && strings.HasPrefix(r.URL.Path, "/.well-known/") {
			http.NotFound(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(l.Close)
	l.Issuer, l.Resource = l.URL, l.URL+"/mcp"
	if change != nil {
		change(l)
	}
	return l
}

// Asked is what was asked at the token endpoint, in order.
func (l *Lodge) Asked() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.asked)
}

// Registered counts the clients that have registered.
func (l *Lodge) Registered() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.registered
}

// Query is what the last authorization asked for.
func (l *Lodge) Query() url.Values {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.query
}

// Takes reports whether an access token is good.
func (l *Lodge) Takes(token string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.valid[token]
}

// Expire ends every access token before its time.
func (l *Lodge) Expire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.valid)
}

// Lengthen gives every token from now on an hour.
func (l *Lodge) Lengthen() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Expires = 3600
}

// Withdraw ends every token, those to refresh with as well.
func (l *Lodge) Withdraw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.valid)
	clear(l.refreshes)
}

// rooms is what is where.
func (l *Lodge) rooms() *http.ServeMux {
	inner := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
	door := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return inner }, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		l.mu.Lock()
		ok := l.valid[token]
		narrow := l.Wants != "" && (l.Never || !strings.Contains(l.query.Get("scope"), l.Wants))
		l.mu.Unlock()
		if !ok {
			if l.Older {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", resource_metadata="`+l.URL+`/.well-known/oauth-protected-resource/mcp", scope="notes:read"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if narrow {
			w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+l.Wants+`"`)
			w.WriteHeader(http.StatusForbidden)
			return
		}
		door.ServeHTTP(w, r)
	})
	mux.HandleFunc("/.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"resource": l.Resource, "authorization_servers": []string{l.URL}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		meta := map[string]any{"issuer": l.Issuer, "authorization_endpoint": l.URL + "/authorize?tenant=1", "token_endpoint": l.URL + "/token", "revocation_endpoint": l.URL + "/revoke",
			"authorization_response_iss_parameter_supported": l.SaysIssuer, "client_id_metadata_document_supported": l.Document}
		if !l.NoPKCE {
			meta["code_challenge_methods_supported"] = []string{"S256"}
		}
		if !l.NoRegister {
			meta["registration_endpoint"] = l.URL + "/register"
		}
		reply(w, meta)
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, _ *http.Request) {
		l.mu.Lock()
		l.registered++
		id := fmt.Sprintf("client-%d", l.registered)
		l.mu.Unlock()
		w.WriteHeader(http.StatusCreated)
		reply(w, map[string]any{"client_id": id, "token_endpoint_auth_method": "none"})
	})
	mux.HandleFunc("/authorize", l.authorize)
	mux.HandleFunc("/token", l.token)
	mux.HandleFunc("/revoke", func(_ http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.asked = append(l.asked, "revoke "+r.FormValue("token"))
	})
	return mux
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// authorize lets everybody in at once.
func (l *Lodge) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.query = q
	back := url.Values{"state": {q.Get("state")}}
	if l.Iss != "" {
		back.Set("iss", l.Iss)
	}
	if l.Deny != "" {
		back.Set("error", l.Deny)
	} else {
		l.made++
		code := fmt.Sprintf("code-%d", l.made)
		l.challenges[code] = q.Get("code_challenge")
		back.Set("code", code)
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// token exchanges codes and refresh tokens.
func (l *Lodge) token(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kind := r.FormValue("grant_type")
	l.asked = append(l.asked, kind)
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	want, known := l.challenges[r.FormValue("code")]
	good := known && base64.RawURLEncoding.EncodeToString(sum[:]) == want
	switch kind {
	case "refresh_token":
		good = l.refreshes[r.FormValue("refresh_token")]
	case "client_credentials":
		good = l.Machine != nil && l.Machine(r)
	}
	delete(l.refreshes, r.FormValue("refresh_token"))
	delete(l.challenges, r.FormValue("code"))
	if !good || r.FormValue("resource") != l.Resource {
		w.WriteHeader(http.StatusBadRequest)
		reply(w, map[string]any{"error": "invalid_grant"})
		return
	}
	l.made++
	token, next := fmt.Sprintf("%s-token-%d", Secret, l.made), fmt.Sprintf("%s-refresh-%d", Secret, l.made)
	l.valid[token], l.refreshes[next] = true, true
	reply(w, map[string]any{"access_token": token, "token_type": "bearer", "refresh_token": next, "expires_in": l.Expires})
}

// MCPServer is the lodge as settings name it.
func (l *Lodge) MCPServer() mcp.Server { return mcp.Server{Name: "notes", URL: l.URL + "/mcp"} }

// Browser follows the redirects as a browser does.
func Browser(t *testing.T) func(string) error {
	return func(at string) error {
		resp, err := http.Get(at)
		if err != nil {
			return err
		}
		t.Cleanup(func() { _ = resp.Body.Close() })
		return nil
	}
}

// List connects and lists the tools.
func List(t *testing.T, l *Lodge, s oauth.SignIn) error {
	t.Helper()
	p, err := Reach(t, transport.Config{Server: l.MCPServer(), SignIn: s}, LegacyOnly())
	if err != nil {
		return err
	}
	_, err = p.ListTools(t.Context(), protocol.ListToolsRequest{})
	return err
}

// Greet connects to a Lodge as to a server of which nobody knows its revision.
func Greet(t *testing.T, l *Lodge, s oauth.SignIn) error {
	t.Helper()
	_, err := Reach(t, transport.Config{Server: l.MCPServer(), SignIn: s})
	return err
}
