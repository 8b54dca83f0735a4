package mcp

import "testing"

// Of an address only the host is told, also where nobody can read it: the rest may be a key.
func TestHostIn(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://h.example:8443/a?api_key=word":  "h.example:8443",
		"http://127.0.0.1:port/%zz?api_key=word": "127.0.0.1:port",
		"http://${HOST}/mcp?key=word":            "${HOST}",
		"http://me:word@bad host/x":              "bad host",
		"word":                                   "another machine",
	} {
		if got := HostIn(address); got != want {
			t.Errorf("of %s is told %q, want %q", address, got, want)
		}
	}
}
