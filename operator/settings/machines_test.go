package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMachinesInTheSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	for text, want := range map[string]string{
		`{}`: "", `{"url":"tls://nats.example.com","credentials":"${secret:nats}"}`: "", `{"name":"laptop"}`: "", `{"url":"nats://127.0.0.1:4222"}`: "",
		`{"url":"nats://nats.example.com"}`: "write tls://", `{"credentials":"${secret:nats}"}`: "the url of the server is missing",
		`{"url":"tls://x","credentials":"sesame"}`: "hold none", `{"url":"tls://x","credential":"${secret:nats}"}`: `did you mean "credentials"`,
	} {
		if err := os.WriteFile(path, []byte(`{"machines":`+text+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		_, warnings, err := Open(path).Load()
		got := strings.Join(warnings, "\n")
		if err != nil || (want == "") != (got == "") || !strings.Contains(got, want) || strings.Contains(got, "sesame") {
			t.Errorf("%s: %v, %q, want %q", text, err, got, want)
		}
	}
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, []byte("pem"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := Machines{URL: "tls://x", Credentials: "${secret:nats}", CA: ca}
	c, err := m.Server(func(text string) (string, error) { return "of " + text, nil })
	if err != nil || c.URL != "tls://x" || c.Credentials != "of ${secret:nats}" || string(c.CA) != "pem" {
		t.Errorf("%+v, %v", c, err)
	}
	for name, f := range map[string]func() error{
		"no server": func() error { _, err := Machines{}.Server(nil); return err },
		"no file": func() error {
			_, err := Machines{URL: "tls://x", CA: ca + "x"}.Server(func(string) (string, error) { return "", nil })
			return err
		},
		"no secret": func() error {
			_, err := m.Server(func(string) (string, error) { return "", errors.New("none") })
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: it is connected to", name)
		}
	}
}
