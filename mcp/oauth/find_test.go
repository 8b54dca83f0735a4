package oauth

import "testing"

// A server from elsewhere may not have the browser open a page of this machine,
// where programs listen that trust whoever can reach them.
func TestThePageToSignInOnIsNotOfThisMachine(t *testing.T) {
	for _, c := range []struct {
		issuer, page string
		ok           bool
	}{
		{"https://auth.example.com", "https://auth.example.com/authorize", true},
		{"https://auth.example.com", "https://login.example.org/authorize", true},
		{"http://127.0.0.1:8080", "http://localhost:8080/authorize", true},
		{"https://auth.example.com", "http://127.0.0.1:631/printers?x=", false},
		{"https://auth.example.com", "https://localhost/authorize", false},
		{"https://auth.example.com", "http://auth.example.com/authorize", false},
		{"https://auth.example.com", "file:///etc/passwd", false},
	} {
		p := provider{Issuer: c.issuer, Authorize: c.page, Token: c.issuer + "/token", Challenges: []string{"S256"}}
		if err := p.check(c.issuer, false, false); err == nil != c.ok {
			t.Errorf("%s sends to %s: %v", c.issuer, c.page, err)
		}
	}
}

// A server that is its own authorization server may call itself by a path below its own place, and by no
// other; one that another server names is who it was named as.
func TestWhoAnAuthorizationServerSaysItIs(t *testing.T) {
	const issuer = "https://mcp.example.com"
	for _, c := range []struct {
		says string
		own  bool
		ok   bool
	}{
		{issuer, false, true},
		{issuer + "/", false, true},
		{issuer + "/oauth", false, false},
		{issuer + "/oauth", true, true},
		{issuer + "/oauth?x=1", true, false},
		{"https://mcp.example.com.evil.example/oauth", true, false},
		{"https://mcp.example.com@evil.example/oauth", true, false},
		{"http://mcp.example.com/oauth", true, false},
		{"https://bank.example", true, false},
		{"", true, false},
	} {
		p := provider{Issuer: c.says, Authorize: issuer + "/authorize", Token: issuer + "/token", Challenges: []string{"S256"}}
		if err := p.check(issuer, c.own, false); err == nil != c.ok {
			t.Errorf("%q, its own: %v: %v", c.says, c.own, err)
		}
	}
}
