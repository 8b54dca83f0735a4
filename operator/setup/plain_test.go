package setup_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/setup"
)

const plainServers = `{"tools":{"mcp_servers":{
	"a":{"command":"x","args":["--api-key","abcdef-123456"],"env":{"API_TOKEN":"abcdef-234567","LEVEL":"2","KEPT":"${secret:other}"},"later":{"x":1}},
	"b":{"url":"https://example.com/mcp?token=abcdef-345678&region=eu","headers":{"Authorization":"Bearer abcdef-456789"},"oauth_client_secret":"abcdef-567890"},
	"c":{"command":["x"],"env":{"API_TOKEN":"abcdef-678901"}},
	"d":{"command":"x","env":{"API_TOKEN":"abcdef-234567"}}
}},"later":true}`

// openPlain opens a space whose settings hold keys in plain text.
func openPlain(t *testing.T) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{Settings: plainServers})
}

func settingsOf(t *testing.T, b *operatortest.Bench) string {
	t.Helper()
	raw, err := os.ReadFile(b.O.Settings().Path())
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Keys that settings hold in plain text are named by server and place, never by value,
// also among the problems of a space.
func TestPlainKeysAreNamed(t *testing.T) {
	b := openPlain(t)
	got, err := b.O.Setup().Plain()
	want := []setup.Plain{
		{Server: "a", Places: []string{"API_TOKEN", "argument 2"}},
		{Server: "b", Places: []string{"header Authorization", "address, token", "oauth_client_secret"}},
		{Server: "d", Places: []string{"API_TOKEN"}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	var told []string
	for _, p := range b.S.Problems() {
		if strings.Contains(p.Text, "plain text") {
			told = append(told, p.Text+" "+p.Action.Subject)
		}
		if p.Severity != "warning" || strings.Contains(p.Text, "abcdef") {
			t.Errorf("%+v", p)
		}
	}
	if len(told) != 3 || told[0] != "the server a stores 2 keys in plain text: API_TOKEN, argument 2 a" {
		t.Errorf("told %q", told)
	}
}

// What is moved stands in the store of secrets, a reference in its place, and all else
// stays as it was.
func TestPlainKeysAreMoved(t *testing.T) {
	b := openPlain(t)
	if _, err := b.O.Setup().Secure(t.Context(), "nobody"); err == nil {
		t.Error("nobody was secured")
	}
	if settingsOf(t, b) != plainServers {
		t.Error("a refused move changed the settings")
	}
	if done, err := b.O.Setup().Secure(t.Context(), "d"); err != nil || len(done) != 1 || !cmp.Equal(done[0].Secrets, []string{"d.API_TOKEN"}) {
		t.Errorf("one: %+v, %v", done, err)
	}
	done, err := b.O.Setup().Secure(t.Context())
	if err != nil || len(done) != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	text := settingsOf(t, b)
	if strings.Count(text, "abcdef") != 1 || !strings.Contains(text, "abcdef-678901") { // what cannot be read stays
		t.Errorf("the settings are\n%s", text)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	for reference, want := range map[string]string{
		saved["a"].Args[1]: "abcdef-123456", saved["a"].Env["API_TOKEN"]: "abcdef-234567", saved["b"].Headers["Authorization"]: "Bearer abcdef-456789",
		saved["b"].URL: "https://example.com/mcp?token=abcdef-345678&region=eu", saved["b"].OAuthClientSecret: "abcdef-567890", saved["d"].Env["API_TOKEN"]: "abcdef-234567",
	} {
		if got, err := b.Secrets().Expand(reference); err != nil || got != want || reference == want {
			t.Errorf("%q stands for %q, %v; want %q", reference, got, err, want)
		}
	}
	if saved["a"].Env["LEVEL"] != "2" || saved["a"].Env["KEPT"] != "${secret:other}" || !strings.Contains(text, `"later":true`) || !strings.Contains(text, `"x":1`) {
		t.Errorf("something else changed:\n%s", text)
	}
	if again, err := b.O.Setup().Secure(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	for _, p := range b.S.Problems() {
		if strings.Contains(p.Text, "plain text") {
			t.Errorf("still told: %s", p.Text)
		}
	}
}

// A value that cannot be kept stays in the settings.
func TestAKeyThatCannotBeKeptStays(t *testing.T) {
	b := openPlain(t)
	if err := os.WriteFile(b.Options.Dirs.Data+"/secrets.json", []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := b.O.Setup().Secure(t.Context()); err == nil {
		t.Error("it was moved nowhere")
	}
	if got := settingsOf(t, b); got != plainServers {
		t.Errorf("the settings are\n%s", got)
	}
}

// Two programs that move at once lose no key.
func TestKeysAreMovedTogether(t *testing.T) {
	b := openPlain(t)
	var all sync.WaitGroup
	for _, o := range []*operator.Operator{b.O, operatortest.Open(t, b.Options, b.Person)} {
		all.Go(func() {
			if _, err := o.Setup().Secure(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Secrets().Expand(saved["a"].Env["API_TOKEN"]); err != nil || got != "abcdef-234567" || saved["a"].Env["API_TOKEN"] == got {
		t.Errorf("it is %q, %v", got, err)
	}
}
