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
		if err := p.check(c.issuer); err == nil != c.ok {
			t.Errorf("%s sends to %s: %v", c.issuer, c.page, err)
		}
	}
}
