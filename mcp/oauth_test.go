package mcp

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSignIn(t *testing.T) {
	l := newLodge(t, func(l *lodge) { l.saysIss, l.iss = true, l.URL })
	v := &memoryVault{}
	s := SignIn{Vault: v}
	if err := list(t, l, s); !errors.Is(err, ErrSignIn) {
		t.Fatalf("before signing in: %v", err)
	}
	if err := Authorize(t.Context(), l.server(), s, "Handrail", browser(t)); err != nil {
		t.Fatal(err)
	}
	q := l.query
	if q.Get("resource") != l.resource || q.Get("scope") != "notes:read" || q.Get("tenant") != "1" || q.Get("code_challenge_method") != "S256" || !strings.HasPrefix(q.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("the person was sent with %v", q)
	}
	if err := list(t, l, s); err != nil {
		t.Errorf("after signing in: %v", err)
	}
	if state, err := SignedIn(t.Context(), l.server(), s); err != nil || !state.In || state.Issuer != l.URL {
		t.Errorf("the state is %+v, %v", state, err)
	}
	other := l.server()
	other.URL = strings.Replace(other.URL, "/mcp", "/other", 1)
	if state, err := SignedIn(t.Context(), other, s); err != nil || state.In {
		t.Errorf("the token counts for another URL: %+v, %v", state, err)
	}
	if err := Authorize(t.Context(), l.server(), s, "Handrail", browser(t)); err != nil || l.registered != 1 {
		t.Errorf("the second time: %v, registered %d times", err, l.registered)
	}
	last := v.grant(t).Refresh
	if err := SignOut(t.Context(), v); err != nil || v.text != "" || l.asked[len(l.asked)-1] != "revoke "+last {
		t.Errorf("signing out: %v, left %q, asked %q", err, v.text, l.asked)
	}
	if err := list(t, l, s); !errors.Is(err, ErrSignIn) {
		t.Errorf("after signing out: %v", err)
	}
}

// What is not sound is refused with a sentence, and nothing is kept.
func TestSignInRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*lodge)
		want   string
	}{
		"a lying issuer":         {func(l *lodge) { l.issuer = "https://bank.example" }, `says that it is "https://bank.example"`},
		"another resource":       {func(l *lodge) { l.resource = "https://bank.example/mcp" }, "could be meant for another server"},
		"a path below":           {func(l *lodge) { l.resource += "/x" }, "could be meant for another server"},
		"no PKCE":                {func(l *lodge) { l.noPKCE = true }, "does not offer PKCE"},
		"denied":                 {func(l *lodge) { l.deny = "access_denied" }, "you did not allow it"},
		"another no":             {func(l *lodge) { l.deny = "server_error" }, "does not let you in: server_error"},
		"an answer from another": {func(l *lodge) { l.iss = "https://bank.example" }, `comes from "https://bank.example"`},
		"an answer without name": {func(l *lodge) { l.saysIss = true }, `comes from ""`},
		"no registration":        {func(l *lodge) { l.noRegister = true }, "oauth_client_id"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLodge(t, c.change)
			v := &memoryVault{}
			err := Authorize(t.Context(), l.server(), SignIn{Vault: v}, "Handrail", browser(t))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if v.text != "" || len(l.asked) > 0 {
				t.Errorf("kept %q, asked %q", v.text, l.asked)
			}
		})
	}
}

// Who we are: what the person has registered, or a document; else a registration.
func TestSignInIdentity(t *testing.T) {
	const document = "https://handrail.example/client.json"
	for name, c := range map[string]struct {
		s        SignIn
		document bool
		want     string
	}{
		"registered by the person":     {SignIn{ClientID: "mine"}, true, "mine"},
		"a document":                   {SignIn{ClientID: document}, true, document},
		"a document that is not taken": {SignIn{ClientID: document}, false, "client-1"},
		"nothing":                      {SignIn{}, true, "client-1"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLodge(t, func(l *lodge) { l.document = c.document })
			c.s.Vault = &memoryVault{}
			if err := Authorize(t.Context(), l.server(), c.s, "Handrail", browser(t)); err != nil {
				t.Fatal(err)
			}
			if got := l.query.Get("client_id"); got != c.want {
				t.Errorf("we are %q, want %q", got, c.want)
			}
		})
	}
}

// A token that has run out is renewed once, however many want it; where that is
// refused the person has to sign in again, and no token is in the error.
func TestTokenRenewed(t *testing.T) {
	l := newLodge(t, func(l *lodge) { l.expires = 1 }) // it runs out at once
	v := &memoryVault{}
	s := SignIn{Vault: v}
	if err := Authorize(t.Context(), l.server(), s, "Handrail", browser(t)); err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	l.expires = 3600
	l.mu.Unlock()
	var all sync.WaitGroup
	for range 5 { // each as a process of its own would
		b := newBearer(l.server(), s)
		for range 4 {
			all.Go(func() {
				if token, err := b.token(t.Context()); err != nil || !l.valid[token] {
					t.Errorf("got %q, %v", token, err)
				}
			})
		}
	}
	all.Wait()
	if got := strings.Join(l.asked, " "); got != "authorization_code refresh_token" {
		t.Errorf("asked %s", got)
	}
	g := v.grant(t)
	l.mu.Lock()
	clear(l.valid) // the server takes it back before its time
	l.mu.Unlock()
	if err := list(t, l, s); err != nil {
		t.Errorf("a token that is refused is renewed: %v", err)
	}
	l.mu.Lock()
	clear(l.valid)
	clear(l.refreshes)
	l.mu.Unlock()
	err := list(t, l, s)
	if !errors.Is(err, ErrSignIn) || strings.Contains(err.Error(), lodgeSecret) {
		t.Errorf("got %v", err)
	}
	if after := v.grant(t); after.Token != "" || after.Refresh != "" || after.ClientID != g.ClientID {
		t.Errorf("left %+v", after)
	}
}

// The way back takes no answer but ours, and a wrong one ends nothing.
func TestWayBack(t *testing.T) {
	b, err := listenBack(t.Context(), SignIn{}, grant{}, provider{Issuer: "https://a.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	for _, query := range []string{"", "?code=x", "?code=x&state=guess", "?error=access_denied&state="} {
		resp, err := http.Get(b.redirect + query)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("%q got HTTP %d", query, resp.StatusCode)
		}
	}
	resp, err := http.Get(b.redirect + "?code=right&state=" + b.state)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if code, err := b.wait(t.Context()); err != nil || code != "right" {
		t.Errorf("got %q, %v", code, err)
	}
}

// No server from outside makes us ask what only this machine can reach, or in
// the clear.
func TestMayAsk(t *testing.T) {
	for in, c := range map[string]struct{ local, elsewhere bool }{
		"https://login.example/x": {true, true},
		"http://127.0.0.1:1/x":    {true, false},
		"https://localhost/x":     {true, false},
		"http://[::1]/x":          {true, false},
		"http://login.example/x":  {false, false},
		"file:///etc/passwd":      {false, false},
		"javascript:alert(1)":     {false, false},
	} {
		u, err := url.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := mayAsk(u, true) == nil; got != c.local {
			t.Errorf("%s for a server on this machine: %t", in, got)
		}
		if got := mayAsk(u, false) == nil; got != c.elsewhere {
			t.Errorf("%s for one elsewhere: %t", in, got)
		}
	}
}

func TestChallengeParams(t *testing.T) {
	for in, want := range map[string]string{
		`realm="x", scope="a b", resource_metadata="https://e.example/p?a=b,c"`: "https://e.example/p?a=b,c",
		`resource_metadata=https://e.example/p`:                                 "https://e.example/p",
		`Resource_Metadata="one", resource_metadata="two"`:                      "one",
		`nonsense`: "",
		`="`:       "",
	} {
		if got := params(in)["resource_metadata"]; got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

func TestGrantFresh(t *testing.T) {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for after, want := range map[time.Duration]bool{-time.Second: false, early - time.Second: false, early + time.Second: true} {
		if got := (grant{Token: "t", Expires: now.Add(after)}).fresh(now); got != want {
			t.Errorf("%v before its end: %t", after, got)
		}
	}
}
