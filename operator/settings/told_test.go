package settings

import (
	"strings"
	"testing"
)

// A copy of the settings for people to read says all but what is secret, also where that stands in plain text.
func TestToldSettingsHoldNoSecrets(t *testing.T) {
	raw := `{
  // how I work
  "tools": {"mcp_servers": {"a": {"command": "srv", "args": ["--api-key", "arg-one-value", "--token=arg-two-value", "--port", "8080", "notes.txt"],
    "env": {"API_KEY": "env-value", "MODE": "fast", "MY_TOKEN": "${secret:mine}"}},
    "b": {"url": "https://x.example/mcp", "headers": {"Authorization": "Bearer header-value"}, "oauth_client_secret": "oauth-value"},
    "c": {"url": "http://127.0.0.1:port/%zz?x=kept-value&api_key=query-value&key=other-value#token=end-value"}},
    "web_search": {"provider": "brave", "key": "search-value"}},
  "channels": {"t": {"type": "telegram", "token": "chan-value", "chat_id": "-1001"}, "m": {"password": "mail-value", "username": "kim-of-mail"}},
  "machines": {"url": "tls://n.example:4222", "credentials": "kim:machine-value"},
}`
	got, err := Told([]byte(raw), "[redacted]")
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"arg-one-value", "arg-two-value", "env-value", "header-value", "oauth-value", "search-value", "chan-value", "mail-value", "machine-value", "query-value", "other-value", "end-value"} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is told", gone)
		}
	}
	for _, kept := range []string{"how I work", "8080", "notes.txt", "fast", "${secret:mine}", "brave", "-1001", "kim-of-mail", "x.example", "x=kept-value&api_key=[redacted]&key=[redacted]#token=[redacted]", `"--api-key", "[redacted]"`, "--token=[redacted]"} {
		if !strings.Contains(got, kept) {
			t.Errorf("%s is gone", kept)
		}
	}
	for _, bad := range []string{`{"tools": `, `{"token": "odd\u002dvalue"}`} {
		if got, err := Told([]byte(bad), "[redacted]"); err == nil || got != "" {
			t.Errorf("%s is told as %q", bad, got)
		}
	}
}
