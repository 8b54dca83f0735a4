package secrets

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
)

// Redacted stands for a text that has the form of a secret, but is none that
// this app knows.
const Redacted = "[redacted]"

// Mark is what stands for the value of a known secret.
func Mark(name string) string { return "[secret " + name + "]" }

// A Redactor replaces the values of secrets in text: those that it was told of,
// in the forms in which programs print them, by [secret NAME], and what has the
// well-known form of a token or a private key by [redacted]
// (docs/spec/02-settings.md#secrets). Hashes, digests and UUIDs are left as
// they are. It is safe for concurrent use.
type Redactor struct {
	first sync.Once
	load  func()

	mu    sync.Mutex
	known map[string]string     // names by value; guarded by mu
	table atomic.Pointer[table] // nil: to be made of known
}

// NewRedactor makes a Redactor. load, which may be nil, is called once, before
// the first text is looked at: it adds what is known by then, so that an app
// that has nothing to redact reads nothing.
func NewRedactor(load func()) *Redactor {
	return &Redactor{load: load, known: map[string]string{}}
}

// Add makes a value known under a name. It reports whether the value will be
// redacted: one that is shorter than 6 bytes, is a common word, or is no UTF-8
// text is not, because then ordinary text would be unreadable.
func (r *Redactor) Add(name, value string) bool {
	value = strings.Trim(value, " \t\r\n")
	if !telling(value) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.known[value]; ok {
		return true
	}
	r.known[value] = name
	r.table.Store(nil)
	return true
}

// AddEnv makes the values of a person's environment known that look secret:
// looksSecret says which names do. A path, an address without a password and
// what only says which kind of secret there is are not secret themselves.
func (r *Redactor) AddEnv(vars []string, looksSecret func(name, value string) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, kv := range vars {
		name, value, _ := strings.Cut(kv, "=")
		if name == "" || !looksSecret(name, value) {
			continue
		}
		if value = secretOfEnv(name, value); !telling(value) {
			continue
		}
		if _, ok := r.known[value]; !ok {
			r.known[value] = cleanName(name)
			r.table.Store(nil)
		}
	}
}

// Text returns text without secrets.
func (r *Redactor) Text(text string) string {
	if len(text) < shortest {
		return text
	}
	t := r.now()
	src := []byte(text)
	s := state{lazy: true}
	out, _, changed := t.scan(nil, src, &s, true)
	if !changed {
		return text
	}
	return string(out)
}

// Holds reports whether a text holds a secret, or what has the form of one, also where characters that cannot be seen are
// strewn into it (docs/spec/05-built-in-tools.md#message).
func (r *Redactor) Holds(text string) bool {
	if r.Text(text) != text {
		return true
	}
	seen := strings.Map(func(c rune) rune {
		if c != '\n' && unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	return seen != text && r.Text(seen) != seen
}

// Placeholder returns the first [secret NAME] in text that stands for a secret
// this Redactor knows, "" if there is none: whoever sends that back means the
// value, and was never shown it.
func (r *Redactor) Placeholder(text string) string {
	const open = "[secret "
	if !strings.Contains(text, open) {
		return ""
	}
	r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	first, at := "", len(text)
	for _, name := range r.known {
		if i := strings.Index(text, Mark(name)); i >= 0 && i < at {
			first, at = Mark(name), i
		}
	}
	return first
}

// now is the table, with what was loaded.
func (r *Redactor) now() *table {
	if r.load != nil {
		r.first.Do(r.load)
	}
	if t := r.table.Load(); t != nil {
		return t
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t := newTable(r.known)
	r.table.Store(t)
	return t
}

// shortest is how many bytes a value has at least that is redacted.
const shortest = 6

// telling reports whether a value says something: else ordinary text would
// become unreadable.
func telling(value string) bool {
	if len(value) < shortest || len(value) > longest || !validText(value) {
		return false
	}
	if strings.Count(value, value[:1]) == len(value) || len(value) < 8 && strings.Trim(value, "0123456789") == "" {
		return false
	}
	return !slices.Contains(commonWords(), strings.ToLower(value))
}

// commonWords are values that people set and that any text may hold.
func commonWords() []string {
	return []string{
		"secret", "secrets", "redacted", "[redacted]", "password", "passwd", "passphrase", "changeme", "change-me", "default", "example", "username",
		"localhost", "127.0.0.1", "0.0.0.0", "enabled", "disabled", "keychain", "keyring", "basic", "bearer", "oauth", "oauth2", "negotiate", "kerberos",
		"production", "development", "staging", "testing", "public", "private", "undefined", "always", "prompt", "1234567", "12345678", "123456789", "1234567890",
	}
}

// secretOfEnv is what of a variable's value is the secret itself; "" if nothing is.
func secretOfEnv(name, value string) string {
	upper := strings.ToUpper(name)
	for _, end := range []string{"_TYPE", "_METHOD", "_BACKEND", "_FILE", "_PATH", "_DIR", "_HOST", "_PORT", "_USER", "_USERNAME", "_NAME", "_PROVIDER", "_STORE", "_HELPER"} {
		if strings.HasSuffix(upper, end) {
			return ""
		}
	}
	if _, after, ok := strings.Cut(value, "://"); ok && !strings.ContainsAny(value, " \n") {
		user, _, has := strings.Cut(after, "@")
		_, password, hasPassword := strings.Cut(user, ":")
		if !has || !hasPassword || strings.Contains(user, "/") {
			return ""
		}
		return password
	}
	if isPath(value) {
		return ""
	}
	return value
}

// isPath reports whether a value is a path of this machine: a secret in base64
// may begin with a slash as well, so the first folder must be a usual one.
func isPath(value string) bool {
	if strings.HasPrefix(value, "~/") || len(value) > 2 && value[1] == ':' && (value[2] == '\\' || value[2] == '/') {
		return true
	}
	rest, ok := strings.CutPrefix(value, "/")
	if !ok {
		return false
	}
	top, _, _ := strings.Cut(rest, "/")
	return slices.Contains([]string{
		"home", "usr", "etc", "var", "tmp", "opt", "root", "run", "mnt", "media", "dev", "proc", "sys", "srv", "nix", "snap", "bin", "sbin", "lib",
		"Users", "Library", "Applications", "private", "Volumes", "System", "workspace", "work", "data", "app",
	}, top)
}

// cleanName is a variable's name as a mark may hold it.
func cleanName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

// String says how much is known, and none of it.
func (r *Redactor) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprintf("a Redactor of %d values", len(r.known))
}

// GoString is String: %#v of a Redactor must not print values.
func (r *Redactor) GoString() string { return r.String() }
