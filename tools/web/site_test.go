package web_test

import (
	"testing"

	"handrail/tools/web"
)

func TestSite(t *testing.T) {
	for host, want := range map[string]string{
		"evil.example": "evil.example", "a.evil.example": "evil.example", "A.B.Evil.Example.": "evil.example", "example.com": "example.com", "x.y.example.co.uk": "example.co.uk", "co.uk": "co.uk",
		"one.github.io": "github.io", "a.one.github.io": "github.io", "github.io": "github.io", "one.s3.eu-central-1.amazonaws.com": "amazonaws.com",
		"localhost": "localhost", "wiki.intern": "wiki.intern", "a.wiki.intern": "wiki.intern", "127.0.0.1": "127.0.0.1", "2001:db8::1": "2001:db8::1", "": "", "xn--mnchen-3ya.de": "xn--mnchen-3ya.de", "a.xn--mnchen-3ya.de": "xn--mnchen-3ya.de",
	} {
		if got := web.Site(host); got != want {
			t.Errorf("%q is of %q, want %q", host, got, want)
		}
	}
}
