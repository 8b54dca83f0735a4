package servertest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
)

// SignInSecret is in every token that a SignIn gives.
const SignInSecret = "pl4nted-t0ken"

// A SignIn is a remote MCP server on loopback behind OAuth, and the authorization
// server before it, which lets everybody in at once. Its one tool, whoami, answers
// with the token that it was called with. Close it at the end.
type SignIn struct {
	*httptest.Server
	mu         sync.Mutex
	challenges map[string]string // by code
	refreshes  map[string]bool
	valid      map[string]bool
	made       int
	heard      []string // names, with a query if there was one, and the tokens that came
	revoked    []string
}

// StartSignIn starts one. MCP is spoken at every path below /mcp.
func StartSignIn() *SignIn {
	s := &SignIn{challenges: map[string]string{}, refreshes: map[string]bool{}, valid: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp/{name}", s.door)
	mux.HandleFunc("/.well-known/oauth-protected-resource/mcp/{name}", func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, map[string]any{"resource": s.URL + "/mcp/" + r.PathValue("name"), "authorization_servers": []string{s.URL}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, map[string]any{
			"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token", "revocation_endpoint": s.URL + "/revoke",
			"registration_endpoint": s.URL + "/register", "code_challenge_methods_supported": []string{"S256"},
		})
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		writeJSON(w, map[string]any{"client_id": "client", "token_endpoint_auth_method": "none"})
	})
	mux.HandleFunc("/authorize", s.authorize)
	mux.HandleFunc("/token", s.token)
	mux.HandleFunc("/revoke", func(_ http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.revoked = append(s.revoked, r.FormValue("token"))
	})
	s.Server = httptest.NewServer(mux)
	return s
}

// Address is the URL of the MCP server with this name.
func (s *SignIn) Address(name string) string { return s.URL + "/mcp/" + name }

// Tokens are those that are good now.
func (s *SignIn) Tokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for token := range s.valid {
		out = append(out, token)
	}
	return out
}

// Told are the tokens that came to the MCP server with this name, and with this query
// if one follows it after a question mark.
func (s *SignIn) Told(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, line := range s.heard {
		if at, token, _ := strings.Cut(line, " "); at == name && token != "" {
			out = append(out, token)
		}
	}
	return out
}

// Revoked are the tokens that were given back.
func (s *SignIn) Revoked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.revoked...)
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // whoever asked has hung up, then
}

// door is the MCP server: it lets in who has a token for its name.
func (s *SignIn) door(w http.ResponseWriter, r *http.Request) {
	name, token := r.PathValue("name"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	s.mu.Lock()
	at := name
	if r.URL.RawQuery != "" {
		at += "?" + r.URL.RawQuery
	}
	s.heard = append(s.heard, at+" "+token)
	ok := s.valid[token] && strings.Contains(token, "-"+name+"-")
	s.mu.Unlock()
	if !ok {
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+s.URL+"/.well-known/oauth-protected-resource/mcp/"+name+`"`)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var q request
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&q) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	reply := func(kind string, v any) { writeJSON(w, map[string]any{"jsonrpc": "2.0", "id": q.ID, kind: v}) }
	switch {
	case len(q.ID) == 0:
		w.WriteHeader(http.StatusAccepted)
	case q.Method == "initialize":
		reply("result", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]any{"name": "lodge", "version": "1"}})
	case q.Method == "tools/list":
		reply("result", map[string]any{"tools": []any{map[string]any{"name": "whoami", "inputSchema": map[string]any{"type": "object"}}}})
	case q.Method == "tools/call":
		reply("result", map[string]any{"content": []any{map[string]any{"type": "text", "text": "you are " + token}}})
	default:
		reply("error", map[string]any{"code": -32601, "message": "unknown method"})
	}
}

func (s *SignIn) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	s.mu.Lock()
	s.made++
	code := fmt.Sprintf("code-%d", s.made)
	s.challenges[code] = q.Get("code_challenge")
	s.mu.Unlock()
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"state": {q.Get("state")}, "code": {code}}.Encode(), http.StatusFound)
}

func (s *SignIn) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	want, good := s.challenges[r.FormValue("code")]
	good = good && base64.RawURLEncoding.EncodeToString(sum[:]) == want
	if r.FormValue("grant_type") == "refresh_token" {
		good = s.refreshes[r.FormValue("refresh_token")]
	}
	delete(s.challenges, r.FormValue("code"))
	delete(s.refreshes, r.FormValue("refresh_token"))
	name, ours := strings.CutPrefix(r.FormValue("resource"), s.URL+"/mcp/")
	if !good || !ours {
		w.WriteHeader(http.StatusBadRequest)
		writeJSON(w, map[string]any{"error": "invalid_grant"})
		return
	}
	s.made++
	token, next := fmt.Sprintf("%s-%s-%d", SignInSecret, name, s.made), fmt.Sprintf("%s-refresh-%s-%d", SignInSecret, name, s.made)
	s.valid[token], s.refreshes[next] = true, true
	writeJSON(w, map[string]any{"access_token": token, "token_type": "bearer", "refresh_token": next, "expires_in": 3600})
}
