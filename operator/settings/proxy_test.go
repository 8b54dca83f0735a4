package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A proxy that cannot be used is a warning that says why, and never shows a password; so is one that lies open.
func TestProxy(t *testing.T) {
	for text, want := range map[string]string{
		`{"url": "http://proxy.example.com:3128", "login": "${secret:p}", "no_proxy": [".x.example", "10.0.0.0/8", "a.example:80", "::1", "*"]}`: "",
		`{"url": "socks5://127.0.0.1:1080"}`:                               "",
		`{"url": "none"}`:                                                  "",
		`{"url": "none", "no_proxy": ["x"]}`:                               "there is to be none",
		`{"login": "${secret:p}"}`:                                         "the url is missing",
		`{"url": "proxy.example.com:3128"}`:                                `has to look like`,
		`{"url": "http://kim:pw-12345@proxy.example.com/x"}`:               `has to look like`,
		`{"url": "quic://proxy.example.com"}`:                              `"quic" is no kind`,
		`{"url": "http://proxy.example.com:99999"}`:                        `has to look like`,
		`{"url": "http://p.example", "login": "kim:pw-12345"}`:             "login names a secret",
		`{"url": "http://p.example", "no_proxy": ["two words"]}`:           "which is no host",
		`{"url": "http://kim:pw-12345@p.example", "login": "${secret:p}"}`: "leave one of them out",
		`{"url": "http://kim:pw-12345@p.example"}`:                         "in plain text",
		`{"url": "http://p.example", "noproxy": []}`:                       `did you mean "no_proxy"?`,
	} {
		path := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(`{"proxy": `+text+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		_, warnings, err := Open(path).Load()
		got := strings.Join(warnings, "\n")
		if err != nil || (want == "") != (got == "") || !strings.Contains(got, want) || strings.Contains(got, "pw-12345") {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}
