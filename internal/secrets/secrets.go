// Package secrets keeps the person's secrets: in the keyring of the system or,
// where there is none, in an encrypted file. It says which of the two it is.
package secrets

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/zalando/go-keyring"
)

// service is under which name the system's keyring lists our secrets.
const service = "Handrail"

// ErrNotFound says that there is no secret of that name.
var ErrNotFound = errors.New("no such secret")

// A Store keeps secrets by name. It is safe for concurrent use.
type Store struct {
	file    *file
	keyring bool
	why     string // why the keyring is not used
}

// Open finds out whether the system has a keyring that answers, and falls back
// to an encrypted file in the folder dir.
func Open(dir string) *Store {
	s := &Store{file: newFile(dir)}
	_, err := keyring.Get(service, "handrail-probe")
	if err == nil || errors.Is(err, keyring.ErrNotFound) {
		s.keyring = true
		return s
	}
	s.why = err.Error()
	return s
}

// Where says in words where secrets are kept, and whether that is as safe as
// it should be: a file is only as safe as the person's account.
func (s *Store) Where() (text string, safe bool) {
	if s.keyring {
		return "in the keyring of this system", true
	}
	return fmt.Sprintf("in the encrypted file %s, because this system has no keyring (%s); whoever can read your files can read it and its key", s.file.path, s.why), false
}

// Get returns a secret, or ErrNotFound.
func (s *Store) Get(name string) (string, error) {
	if !s.keyring {
		return s.file.get(name)
	}
	value, err := keyring.Get(service, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	return value, err
}

// Set keeps a secret.
func (s *Store) Set(name, value string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("%q cannot name a secret: use letters, digits, dots, - and _", name)
	}
	if !s.keyring {
		return s.file.set(name, value)
	}
	return keyring.Set(service, name, value)
}

// Delete forgets a secret. One that is not there is no error.
func (s *Store) Delete(name string) error {
	if !s.keyring {
		return s.file.set(name, "")
	}
	if err := keyring.Delete(service, name); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	return nil
}

var (
	nameForm  = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	reference = regexp.MustCompile(`\$\{secret:([A-Za-z0-9._-]{1,64})\}`)
)

// Reference is how settings and definitions name a secret.
func Reference(name string) string { return "${secret:" + name + "}" }

// Expand replaces every ${secret:NAME} in text. A missing secret is an error
// that names it and says how to set it; the text is then empty.
func (s *Store) Expand(text string) (string, error) {
	var firstErr error
	out := reference.ReplaceAllStringFunc(text, func(m string) string {
		name := strings.TrimSuffix(strings.TrimPrefix(m, "${secret:"), "}")
		value, err := s.Get(name)
		if err != nil && firstErr == nil {
			firstErr = fmt.Errorf("the secret %q is named, but not kept here: add it in the settings (%w)", name, err)
		}
		return value
	})
	if firstErr != nil {
		return "", firstErr
	}
	return out, nil
}
