package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// key is a private key's text, made up.
func key() string {
	body := strings.Repeat("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8c\n", 6)
	return "-----BEGIN PRIVATE KEY-----\n" + body + "wIDAQAB\n-----END PRIVATE KEY-----\n"
}

func TestKnownValuesAreReplacedInAllTheirForms(t *testing.T) {
	value := `p"4ss<w0rd>'&$x\y/ü+1`
	r := NewRedactor(nil)
	if !r.Add("db", value) || !r.Add("pin", "4711081512") || !r.Add("pem", key()) {
		t.Fatal("a value was not taken")
	}
	quoted, _ := json.Marshal(value)
	long := base64.StdEncoding.EncodeToString([]byte("a line of text that comes before, so that the value is broken: " + value))
	tests := map[string]struct{ in, want string }{
		"nothing":        {"nothing to see", "nothing to see"},
		"as it is":       {"x " + value + " y", "x [secret db] y"},
		"then a token":   {value + "sk-aB3dE6gH9jK2mN5pQ8sT1", "[secret db][redacted]"},
		"twice":          {value + value, "[secret db][secret db]"},
		"JSON":           {string(quoted), `"[secret db]"`},
		"a query":        {"?q=" + url.QueryEscape(value), "?q=[secret db]"},
		"small percents": {lowerPercent(url.PathEscape(value)), "[secret db]"},
		"single quotes":  {"'" + strings.ReplaceAll(value, "'", `'\''`) + "'", "'[secret db]'"},
		"Python's":       {"'" + strings.ReplaceAll(value, "'", `'"'"'`) + "'", "'[secret db]'"},
		"hexadecimal":    {hex.EncodeToString([]byte(value)), "[secret db]"},
		"a number":       {"pin 4711081512.", "pin [secret pin]."},
		"all of a key":   {"k:" + strings.TrimSpace(key()) + ";", "k:[secret pem];"},
		"a line of it":   {"> " + strings.Split(key(), "\n")[2] + "|", "> [secret pem]|"},
		"base64":         {base64.StdEncoding.EncodeToString([]byte("4711081512")), "[secret pin]Mg=="[:len("[secret pin]")] + "=="},
		"a short number": {"pin 4711", "pin 4711"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if name == "base64" { // the last character holds two bits of the value
				if got := r.Text(tt.in); !strings.HasPrefix(got, "[secret pin]") || len(got) > len("[secret pin]")+3 {
					t.Errorf("got %q", got)
				}
				return
			}
			if diff := cmp.Diff(tt.want, r.Text(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
	var broken strings.Builder
	for i, c := range long {
		if i > 0 && i%76 == 0 {
			broken.WriteByte('\n')
		}
		broken.WriteRune(c)
	}
	for before := range 4 {
		in := base64.URLEncoding.EncodeToString([]byte(strings.Repeat("x", before) + value))
		if got := r.Text(in); !strings.Contains(got, "[secret db]") {
			t.Errorf("%d bytes before: %s", before, got)
		}
	}
	if got := r.Text(broken.String()); !strings.Contains(got, "[secret db]") {
		t.Errorf("broken lines: %s", got)
	}
}

func TestValuesThatAnyTextMayHoldAreLeft(t *testing.T) {
	r := NewRedactor(nil)
	for _, value := range []string{"", "short", "Localhost", "aaaaaaaaaa", "1234567", "password", "\x00binary", "not\xffutf8"} {
		if r.Add("x", value) {
			t.Errorf("%q was taken", value)
		}
	}
	env := []string{
		"SSH_AUTH_SOCK=/run/user/1000/keyring/ssh", "KEY_FILE=/home/kim/key", "AUTH_TYPE=kerberosX", "AUTH_URL=https://example.com/login", "PWD=/tmp/abcdef",
		"API_TOKEN=Xo-very-own-token", "DB_URL=postgres://kim:s3cretpw@db.example.com/x", "AWS_SECRET_KEY=/Wo1bPxRfiCYEXAMPLEKEY", "EMPTY_TOKEN=",
	}
	r.AddEnv(env, func(name, _ string) bool { return name != "PWD" })
	for in, want := range map[string]string{
		"/run/user/1000/keyring/ssh": "/run/user/1000/keyring/ssh", "/home/kim/key": "/home/kim/key", "kerberosX": "kerberosX",
		"https://example.com/login": "https://example.com/login", "Xo-very-own-token": "[secret API_TOKEN]", "it is s3cretpw": "it is [secret DB_URL]",
		"/Wo1bPxRfiCYEXAMPLEKEY":           "[secret AWS_SECRET_KEY]",
		"postgres://kim:s3cretpw@db/x?a=b": "postgres://kim:[secret DB_URL]@db/x?a=b",
	} {
		if got := r.Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
	if got := fmt.Sprintf("%v %+v %#v", r, r, r); strings.Contains(got, "s3cret") {
		t.Errorf("a Redactor prints what it knows: %s", got)
	}
}

// patternsFound are texts with what becomes of them; those that stay the same are no
// secrets.
func patternsFound() map[string]string {
	alnum := "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
	redacted := map[string]string{
		"sk-" + alnum: "[redacted]", "sk-ant-api03-" + alnum + "-x": "[redacted]", "key=sk-proj-" + alnum + ".": "key=[redacted].",
		"ghp_" + alnum: "[redacted]", "github_pat_11AA_" + alnum: "[redacted]", "glpat-" + alnum[:20] + "\n": "[redacted]\n",
		"xoxb-123456789012-abcdef": "[redacted]", "AKIAIOSFODNN7EXAMPLE": "[redacted]", "AIza" + alnum[:35]: "[redacted]",
		"npm_" + alnum: "[redacted]", "sk_live_" + alnum: "[redacted]", `"\nsk-` + alnum + `"`: `"\n[redacted]"`,
		"token " + jwt + ", so": "token [redacted], so", "Authorization: Bearer " + alnum: "Authorization: Bearer [redacted]",
		"https://kim:hunter2@example.com/x":   "https://kim:[redacted]@example.com/x",
		"https://example.com/?token=abcdef&x": "https://example.com/?token=[redacted]&x",
		"a " + key() + "b":                    "a [redacted]\nb",
		strings.ReplaceAll(key(), "\n", `\n`): `[redacted]\n`,
		"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----;": "[redacted];",
		strings.TrimSuffix(key(), "-----END PRIVATE KEY-----\n") + "{":                                                                            "[redacted]{",
	}
	for _, same := range []string{
		"da39a3ee5e6b4b0d3255bfef95601890afd80709", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"550e8400-e29b-41d4-a716-446655440000", "task-550e8400-e29b-41d4-a716-446655440000", "sk-circle-fade-dot-spinner-large", "disk-usage-of-the-whole-machine-2024",
		"sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==", "eyJ", "eyJhbGciOiJIUzI1NiJ9", "Bearer of bad news",
		"bearer authentication", "https://example.com:8080/a@b", "https://kim@example.com", "http://$USER:$PASSWORD@example.com", "http://[secret x]@h", "git@example.com:a/b.git",
		`strings.Contains(s, "-----BEGIN PRIVATE KEY-----")`, "-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "AKIA", "AKIAIOSFODNN7EXAMPLE7", "xoxb-",
		"password=hunter2", "&password := range", "?token=$TOKEN", "npm_config_registry", "npm_lifecycle_event", "ghp_short", "sk_live_", "-----", "://", "::", "",
		"BearerTokenAuthenticationHandler", "?token=", "github_pat_", "user:pass@host",
	} {
		redacted[same] = same
	}
	return redacted
}

func TestPatterns(t *testing.T) {
	r := NewRedactor(nil)
	for in, want := range patternsFound() {
		if got := r.Text(in); got != want {
			t.Errorf("Text(%q)\n= %q,\nwant %q", in, got, want)
		}
		if again := r.Text(want); again != want {
			t.Errorf("redacted again, %q becomes %q", want, again)
		}
	}
}

func TestAKnownTokenIsCalledByItsName(t *testing.T) {
	r := NewRedactor(nil)
	token := "sk-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
	r.Add("model", token)
	for in, want := range map[string]string{
		token: "[secret model]", "Authorization: Bearer " + token: "Authorization: Bearer [secret model]", "http://x:" + token + "@h": "http://x:[secret model]@h",
		"http://h/?token=" + token + "&a": "http://h/?token=[secret model]&a",
	} {
		if got := r.Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
	if got := r.Placeholder("write [secret other] and [secret model] here"); got != "[secret model]" {
		t.Errorf("Placeholder = %q", got)
	}
	if got := r.Placeholder("[secret other]"); got != "" {
		t.Errorf("Placeholder = %q", got)
	}
}

func TestJSONStaysJSON(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("a", "n123\"456")
	r.Add("number", "1234567891")
	for in, want := range map[string]string{
		`{"k":"n123\"456"}`:              `{"k":"[secret a]"}`,
		`{"n123\u0022456":[1,true]}`:     `{"[secret a]":[1,true]}`,
		`["\u006e123\"4\u00356\n"]`:      `["[secret a]\n"]`,
		`{"n": 1234567891, "m": 12}`:     `{"n": "[secret number]", "m": 12}`,
		`"x\\"`:                          `"x\\"`,
		`{"a":"\ud83d\ude00 n123\"456"}`: "{\"a\":\"😀 [secret a]\"}",
		`not JSON n123\"456`:             `not JSON [secret a]`,
		`"\n123"`:                        `"\n123"`,
	} {
		if got := string(r.JSON(json.RawMessage(in))); got != want {
			t.Errorf("JSON(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestAStreamHoldsBackOnlyWhatMayBecomeASecret(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("a", "hunter22")
	var out bytes.Buffer
	w := r.Stream(&out)
	for _, step := range []struct{ write, seen string }{
		{"one hun", "one "}, {"dred", "one hundred"}, {" h", "one hundred "}, {"unter", "one hundred "}, {"22", "one hundred [secret a]"},
		{" progress", "one hundred [secret a] progress"}, {" Continue? ", "one hundred [secret a] progress Continue? "}, {"hunter2", "one hundred [secret a] progress Continue? "},
	} {
		if n, err := w.Write([]byte(step.write)); n != len(step.write) || err != nil {
			t.Fatal(n, err)
		}
		if out.String() != step.seen {
			t.Errorf("after %q: %q, want %q", step.write, out.String(), step.seen)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := "one hundred [secret a] progress Continue? hunter2"; out.String() != want {
		t.Errorf("after Close: %q", out.String())
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("a closed stream takes more")
	}
}

func TestAStreamStaysSmall(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("a", "hunter22")
	var n counter
	w := r.Stream(&n)
	for range 1000 {
		for _, piece := range []string{"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAMIIE", strings.Repeat("eyJaaaa", 200), strings.Repeat("a", 4000), "sk-", "hunter2"} {
			if _, err := w.Write([]byte(piece)); err != nil {
				t.Fatal(err)
			}
			if held := len(w.(*stream).held); held > 4096 {
				t.Fatalf("%d bytes are held", held)
			}
		}
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
