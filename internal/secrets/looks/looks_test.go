package looks_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
)

func TestNamesAndValues(t *testing.T) {
	tests := []struct {
		name, value string
		want        bool
	}{
		{"GITHUB_TOKEN", "x", true},
		{"github_token", "x", true},
		{"NPM_TOKENS", "x", true},
		{"AWS_SECRET_ACCESS_KEY", "x", true},
		{"AWS_ACCESS_KEY_ID", "x", true},
		{"CLIENT_SECRET", "x", true},
		{"PGPASSWORD", "x", true},
		{"MYSQL_PWD", "x", true},
		{"DB_PASS", "x", true},
		{"SSH_PASSPHRASE", "x", true},
		{"OPENAI_API_KEY", "x", true},
		{"OPENAI_APIKEY", "x", true},
		{"SIGNING.KEY", "x", true},
		{"GOOGLE_APPLICATION_CREDENTIALS", "x", true},
		{"NPM_CONFIG__AUTH", "x", true},
		{"GITHUB_PAT", "x", true},
		{"SENTRY_DSN", "x", true},
		{"DATABASE_URL", "postgres://me:pw@db/x", true},
		{"DATABASE_URL", "postgres://me@db/x", false},
		{"DATABASE_URL", "postgres://db/x", false},
		{"https_proxy", "http://me:pw@proxy:1", false},
		{"BROKEN_URL", "http://%zz:a@b", false},
		{"PWD", "/x", false},
		{"OLDPWD", "/x", false},
		{"PATH", "/x", false},
		{"KEYBOARD", "us", false},
		{"MONKEY", "x", false},
		{"GIT_AUTHOR_NAME", "x", false},
		{"COMPASS", "x", false},
		{"PATTERN", "x", false},
		{"", "x", false},
	}
	for _, tt := range tests {
		if got := looks.Secret(tt.name, tt.value); got != tt.want {
			t.Errorf("Secret(%q, %q) = %v, want %v", tt.name, tt.value, got, tt.want)
		}
	}
}

// keyOf makes a key of a shape, long enough for it. No key stands in this file.
func keyOf(s looks.Shape, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 7))
	letters := "ABCDEFGHJKMNPQRSTUVWXYZ23456789abcdefghijkmnopqrstuvwxyz-_."
	var b strings.Builder
	b.WriteString(s.Start)
	for n := 0; n < s.Least; {
		c := letters[random.IntN(len(letters)-3)]
		if s.Class(c) {
			b.WriteByte(c)
			n++
		}
	}
	return b.String()
}

// Every shape is found as a whole value under an innocent name, and in the middle of
// a text; and it says whose it is, and where its form is described.
func TestShapes(t *testing.T) {
	r := secrets.NewRedactor(nil)
	kinds := map[string]bool{}
	for _, s := range looks.Shapes() {
		kinds[s.Start] = true
		if len(s.Start) < 3 || s.Of == "" || s.From == "" || s.Least == 0 {
			t.Errorf("%+v is not whole", s)
		}
		for seed := range uint64(8) {
			key := keyOf(s, seed)
			if s.Mixed && !looks.Mixed(key[len(s.Start):]) {
				continue
			}
			if !looks.Key(key) || !looks.Secret("HUB", key) {
				t.Errorf("%s: %q is not taken for a key", s.Start, key)
			}
			if got := r.Text("it said " + key + ", twice"); got != "it said [redacted], twice" {
				t.Errorf("%s: of %q is left %q", s.Start, key, got)
			}
		}
	}
	if len(kinds) < 60 {
		t.Errorf("only %d kinds of key are known", len(kinds))
	}
}

func TestWholeValues(t *testing.T) {
	hex, word := strings.Repeat("0a1b2c3d", 8), strings.Repeat("aB3dE6gH9j", 8)
	for name, value := range map[string]string{
		"Twilio": "SK" + hex[:32], "Mailgun": "key-" + hex[:32], "Mailchimp": hex[:32] + "-us21", "Airtable": "pat" + word[:14] + "." + hex,
		"Telegram": "1234567890:" + word[:35], "Discord": word[:24] + "." + word[:6] + "." + word[:27], "MaxMind": word[:6] + "_" + word[:29] + "_mmk",
		"Terraform": word[:14] + ".atlasv1." + word[:64], "Microsoft": "a1b8Q~" + word[:32], "Octopus": "API-" + strings.ToUpper(word[:26]),
		"Firecrawl": "fc-" + hex[:32], "Brave": "BSA" + word[:27], "a web token": "eyJ" + word[:20] + "." + word[:20], "a header": "Bearer " + word[:20],
		"a private key": "-----BEGIN RSA PRIVATE KEY-----\n" + word, "Azure storage": "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + word + "==",
		"a webhook": "https://hooks.slack.com/services/" + word[:43], "with space around": " ghp_" + word[:36] + "\n",
	} {
		if !looks.Key(value) {
			t.Errorf("%s: %q is not taken for a key", name, value)
		}
	}
	for _, value := range []string{
		"", "true", "production", "https://example.com/a?b=c", "/usr/local/bin:/usr/bin", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "550e8400-e29b-41d4-a716-446655440000",
		"re_export_everything_of_this", "sk_live_", "npm_config_registry", "python3.12", "2026-11-23T00:00:00Z", "kim@example.com", "SG.example", "key-value-store", "ops_engineer", "eyJ",
		"pul-request-template", "dapi.example.com", "hf_cache", "com.example.app", "AKIA", "v1.0-beta", "Bearer of bad news",
	} {
		if looks.Key(value) {
			t.Errorf("%q is taken for a key", value)
		}
	}
}

// The parameters that the redactor looks for are names that look secret.
func TestParametersAreSecretNames(t *testing.T) {
	for _, p := range looks.Parameters() {
		if name := strings.TrimSuffix(p, "="); !looks.Name("DB_" + name) {
			t.Errorf("%s does not look secret", name)
		}
	}
}

func TestHideQuoted(t *testing.T) {
	for in, want := range map[string]string{
		"Incorrect API key provided: sk-abc1*******************wxyz.": "Incorrect API key provided: [key]",
		"bearer 0123456789abcdef== was refused":                       "[key] was refused",
		"model not found":                                             "model not found",
		"key gsk_" + strings.Repeat("*", 20) + "abcd is not valid":    "key [key] is not valid",
	} {
		if got := looks.HideQuoted(in, "[key]"); got != want {
			t.Errorf("of %q is left %q, want %q", in, got, want)
		}
	}
}

func BenchmarkEnvironment(b *testing.B) {
	var env [][2]string
	for i := range 60 {
		env = append(env, [2]string{fmt.Sprintf("VARIABLE_%d", i), strings.Repeat("/usr/share/things:", i%6) + "value of some length"})
	}
	for b.Loop() {
		for _, v := range env {
			if looks.Secret(v[0], v[1]) {
				b.Fatal(v)
			}
		}
	}
}
