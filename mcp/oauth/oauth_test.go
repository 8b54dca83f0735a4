package oauth_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"handrail/mcp/mcptest"
	"handrail/mcp/oauth"
)

func TestSignIn(t *testing.T) {
	l := mcptest.NewLodge(t, func(l *mcptest.Lodge) { l.SaysIssuer, l.Iss = true, l.URL })
	v := &mcptest.Vault{}
	s := oauth.SignIn{Vault: v}
	if err := mcptest.List(t, l, s); !errors.Is(err, oauth.ErrSignIn) {
		t.Fatalf("before signing in: %v", err)
	}
	if err := oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)); err != nil {
		t.Fatal(err)
	}
	q := l.Query()
	if q.Get("resource") != l.Resource || q.Get("scope") != "notes:read" || q.Get("tenant") != "1" || q.Get("code_challenge_method") != "S256" || !strings.HasPrefix(q.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("the person was sent with %v", q)
	}
	if err := mcptest.List(t, l, s); err != nil {
		t.Errorf("after signing in: %v", err)
	}
	if state, err := oauth.SignedIn(t.Context(), l.MCPServer(), s); err != nil || !state.In || state.Issuer != l.URL {
		t.Errorf("the state is %+v, %v", state, err)
	}
	other := l.MCPServer()
	other.URL = strings.Replace(other.URL, "/mcp", "/other", 1)
	if state, err := oauth.SignedIn(t.Context(), other, s); err != nil || state.In {
		t.Errorf("the token counts for another URL: %+v, %v", state, err)
	}
	if err := oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)); err != nil || l.Registered() != 1 {
		t.Errorf("the second time: %v, registered %d times", err, l.Registered())
	}
	last := v.Grant(t).Refresh
	if err := oauth.SignOut(t.Context(), v, nil); err != nil || v.Text != "" || l.Asked()[len(l.Asked())-1] != "revoke "+last {
		t.Errorf("signing out: %v, left %q, asked %q", err, v.Text, l.Asked())
	}
	if err := mcptest.List(t, l, s); !errors.Is(err, oauth.ErrSignIn) {
		t.Errorf("after signing out: %v", err)
	}
}

// A token that does not count any more is found out by the first question already, to servers that know no older revision.
func TestATokenThatHasRunOut(t *testing.T) {
	older := 0
	l := mcptest.NewLodge(t, func(l *mcptest.Lodge) {
		next := l.Config.Handler
		l.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			if strings.Contains(string(body), `"method":"initialize"`) {
				older++
				http.Error(w, "Missing MCP-Protocol-Version header", http.StatusBadRequest)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		})
	})
	s := oauth.SignIn{Vault: &mcptest.Vault{}}
	if err := oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)); err != nil {
		t.Fatal(err)
	}
	l.Withdraw()
	if err := mcptest.Greet(t, l, s); !errors.Is(err, oauth.ErrSignIn) || older > 0 {
		t.Errorf("got %v, and an older revision was tried %d times", err, older)
	}
}

// A server of revision 2025-03-26 that says nothing of itself is signed in to at the addresses of
// that revision, on its own host.
func TestSignInToAnOlderServer(t *testing.T) {
	l := mcptest.NewLodge(t, func(l *mcptest.Lodge) { l.Older = true })
	s := oauth.SignIn{Vault: &mcptest.Vault{}}
	if err := oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)); err != nil {
		t.Fatal(err)
	}
	if q := l.Query(); q.Get("code_challenge_method") != "S256" || q.Get("client_id") != "client-1" {
		t.Errorf("the person was sent with %v", q)
	}
	if err := mcptest.List(t, l, s); err != nil {
		t.Errorf("after signing in: %v", err)
	}
}

// What is not sound is refused with a sentence, and nothing is kept.
func TestSignInRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*mcptest.Lodge)
		want   string
	}{
		"a lying issuer":         {func(l *mcptest.Lodge) { l.Issuer = "https://bank.example" }, `says that it is "https://bank.example"`},
		"another resource":       {func(l *mcptest.Lodge) { l.Resource = "https://bank.example/mcp" }, "could be meant for another server"},
		"a path below":           {func(l *mcptest.Lodge) { l.Resource += "/x" }, "could be meant for another server"},
		"no PKCE":                {func(l *mcptest.Lodge) { l.NoPKCE = true }, "does not offer PKCE"},
		"denied":                 {func(l *mcptest.Lodge) { l.Deny = "access_denied" }, "you did not allow it"},
		"another no":             {func(l *mcptest.Lodge) { l.Deny = "server_error" }, "does not let you in: server_error"},
		"an answer from another": {func(l *mcptest.Lodge) { l.Iss = "https://bank.example" }, `comes from "https://bank.example"`},
		"an answer without name": {func(l *mcptest.Lodge) { l.SaysIssuer = true }, `comes from ""`},
		"no registration":        {func(l *mcptest.Lodge) { l.NoRegister = true }, "oauth_client_id"},
	} {
		t.Run(name, func(t *testing.T) {
			l := mcptest.NewLodge(t, c.change)
			v := &mcptest.Vault{}
			err := oauth.Authorize(t.Context(), l.MCPServer(), oauth.SignIn{Vault: v}, "Handrail", mcptest.Browser(t))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if v.Text != "" || len(l.Asked()) > 0 {
				t.Errorf("kept %q, asked %q", v.Text, l.Asked())
			}
		})
	}
}

// Who we are: what the person has registered, or a document; else a registration.
func TestSignInIdentity(t *testing.T) {
	const document = "https://handrail.example/client.json"
	for name, c := range map[string]struct {
		s        oauth.SignIn
		document bool
		want     string
	}{
		"registered by the person":     {oauth.SignIn{ClientID: "mine"}, true, "mine"},
		"a document":                   {oauth.SignIn{ClientID: document}, true, document},
		"a document that is not taken": {oauth.SignIn{ClientID: document}, false, "client-1"},
		"nothing":                      {oauth.SignIn{}, true, "client-1"},
	} {
		t.Run(name, func(t *testing.T) {
			l := mcptest.NewLodge(t, func(l *mcptest.Lodge) { l.Document = c.document })
			c.s.Vault = &mcptest.Vault{}
			if err := oauth.Authorize(t.Context(), l.MCPServer(), c.s, "Handrail", mcptest.Browser(t)); err != nil {
				t.Fatal(err)
			}
			if got := l.Query().Get("client_id"); got != c.want {
				t.Errorf("we are %q, want %q", got, c.want)
			}
		})
	}
}

// A token that has run out is renewed once, however many want it; where that is
// refused the person has to sign in again, and no token is in the error.
func TestTokenRenewed(t *testing.T) {
	l := mcptest.NewLodge(t, func(l *mcptest.Lodge) { l.Expires = 1 }) // it runs out at once
	v := &mcptest.Vault{}
	s := oauth.SignIn{Vault: v}
	if err := oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)); err != nil {
		t.Fatal(err)
	}
	l.Lengthen()
	var all sync.WaitGroup
	for range 5 { // each as a process of its own would
		b := oauth.NewBearer(l.MCPServer(), s)
		for range 4 {
			all.Go(func() {
				if token, err := b.Token(t.Context()); err != nil || !l.Takes(token) {
					t.Errorf("got %q, %v", token, err)
				}
			})
		}
	}
	all.Wait()
	if got := strings.Join(l.Asked(), " "); got != "authorization_code refresh_token" {
		t.Errorf("asked %s", got)
	}
	g := v.Grant(t)
	l.Expire() // the server takes it back before its time
	if err := mcptest.List(t, l, s); err != nil {
		t.Errorf("a token that is refused is renewed: %v", err)
	}
	l.Withdraw()
	err := mcptest.List(t, l, s)
	if !errors.Is(err, oauth.ErrSignIn) || strings.Contains(err.Error(), mcptest.Secret) {
		t.Errorf("got %v", err)
	}
	if after := v.Grant(t); after.Token != "" || after.Refresh != "" || after.ClientID != g.ClientID {
		t.Errorf("left %+v", after)
	}
}
