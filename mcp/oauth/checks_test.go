package oauth

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

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
