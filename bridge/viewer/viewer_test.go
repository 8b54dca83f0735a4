package viewer

import (
	"strings"
	"testing"
)

// Only a page of ours is shown, whoever starts this.
func TestReadAddress(t *testing.T) {
	if u, err := readAddress(strings.NewReader("http://127.0.0.1:4321/o/key\nmore")); err != nil || u.Host != "127.0.0.1:4321" {
		t.Errorf("%v %v", u, err)
	}
	for _, bad := range []string{"", "\n", "http://127.0.0.1:4321/o/key", "https://127.0.0.1:1/\n", "http://127.0.0.1/\n", "http://127.0.0.1:1@evil.example/\n", "http://a@127.0.0.1:1/\n", "http://localhost:1/\n", "file:///etc/passwd\n", "http://[::1]:1/\n", strings.Repeat("x", 2000) + "\n"} {
		if u, err := readAddress(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: %v", bad, u)
		}
	}
}
