package secrets

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/lockfile"
)

// signInPrefix begins the names of what signing in to a server gave. Nothing can
// name such a secret with ${secret:…}: it is for that server alone.
const signInPrefix = "oauth:"

// MachineName is the name under which the keys of this machine are kept, by which the person's other machines know
// it. Nothing can name it with ${secret:…}, either.
const MachineName = "machine:keys"

// CheckName is nil if a secret of the person's may be called so. The error wraps ErrBadSecret.
func CheckName(name string) error {
	if strings.ContainsRune(name, ':') {
		return fmt.Errorf("%w: %q is a name of Handrail's own: use a name without a colon", ErrBadSecret, name)
	}
	return checkForm(name)
}

// SignInName is the name under which it is kept what signing in gave.
func SignInName(name string) string { return signInPrefix + name }

// Hold waits until no other process or goroutine holds the secret name, and
// holds it until release is called. It keeps nobody from reading or changing it:
// it is for those who want to do both in one.
func (s *Store) Hold(ctx context.Context, name string) (release func(), err error) {
	dir := filepath.Dir(s.file.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockfile.Acquire(ctx, filepath.Join(dir, "secrets-"+strings.ReplaceAll(name, ":", "-")+".lock"))
	if err != nil {
		return nil, err
	}
	return lock.Release, nil
}

// tell tells of a value that was read or set, so that it can be redacted. What
// signing in gave is JSON, in which each token is a value of its own.
func (s *Store) tell(name, value string) {
	if !strings.HasPrefix(name, signInPrefix) {
		s.learn(name, value)
		return
	}
	var tokens struct {
		Token   string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Secret  string `json:"client_secret"`
	}
	_ = json.Unmarshal([]byte(value), &tokens) // what cannot be read was not written by us
	for what, token := range map[string]string{":token": tokens.Token, ":refresh": tokens.Refresh, ":client": tokens.Secret} {
		if token != "" {
			s.learn(name+what, token)
		}
	}
}
