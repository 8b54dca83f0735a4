// Package secrets keeps the person's secrets: in the keychain of the system or,
// where there is none, in an encrypted file. It says which of the two it is, and
// keeps their values out of what others write (Redactor).
package secrets

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"handrail/internal/lazy"

	"github.com/zalando/go-keyring"
)

// service is under which name the system's keychain lists our secrets.
const service = "Handrail"

// mostBytes is how long a secret may be; Windows keeps 2,560 bytes.
const mostBytes = 32 << 10

// ErrNotFound says that there is no secret of that name.
var ErrNotFound = errors.New("no such secret")

// A NotSetError says that something names a secret that is not set. It is ErrNotFound.
type NotSetError struct{ Name string }

// Error implements error.
func (e *NotSetError) Error() string {
	return fmt.Sprintf("the secret %q has no value here", e.Name)
}

// Unwrap makes errors.Is find ErrNotFound.
func (e *NotSetError) Unwrap() error { return ErrNotFound }

// ErrBadSecret says that a name or a value cannot be kept.
var ErrBadSecret = errors.New("this can't be stored as a secret")

// ErrTaken says that a secret of that name is kept already.
var ErrTaken = errors.New("one of that name is stored already")

// Where a secret is kept.
const (
	InKeychain = "keyring" // the stored word, which old indexes have
	InFile     = "file"
)

// A Store keeps secrets by name. It is safe for concurrent use.
type Store struct {
	file  *file
	index *index
	ring  *ring
	learn func(name, value string) // hears of each value that was read or set; may be nil

	mu     sync.Mutex
	probed bool
	has    bool   // the system has a keychain
	why    string // why it has none
	rest   sync.Once
}

// Open opens the store in the folder dir. It touches neither the keychain nor the
// disk: a keychain that is locked asks the person, and only a secret that is
// needed is worth a question. learn, which may be nil, hears of every value that
// is read or set.
func Open(dir string, learn func(name, value string)) *Store {
	if learn == nil {
		learn = func(string, string) {}
	}
	return &Store{file: newFile(dir), index: newIndex(dir), ring: newRing(), learn: learn}
}

// keychain reports whether the system has a keychain that answers. The error is
// ErrSilent: there is one, and it waits for the person.
func (s *Store) keychain() (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.probed {
		return s.has, nil
	}
	_, err := s.ring.get("handrail-probe")
	if errors.Is(err, ErrSilent) {
		return false, err // it may answer the next time
	}
	s.probed = true
	s.has = err == nil || errors.Is(err, keyring.ErrNotFound)
	if !s.has {
		s.why = err.Error()
	}
	return s.has, nil
}

// Where says in words where secrets are kept, and whether that is as safe as
// it should be: a file is only as safe as the person's account.
func (s *Store) Where() (text string, safe bool) {
	has, err := s.keychain()
	switch {
	case err != nil:
		return "in this system's keychain; " + err.Error(), true
	case has:
		return "in this system's keychain", true
	}
	return fmt.Sprintf("in the encrypted file %s, because this system has no keychain (%s); whoever can read your files can read it and its key", s.file.path, s.why), false
}

// Get returns a secret. The error is ErrNotFound, or says why the place where it
// is kept does not give it out.
func (s *Store) Get(name string) (string, error) {
	value, err := s.get(name)
	if err == nil {
		s.tell(name, value)
	}
	return value, err
}

func (s *Store) get(name string) (string, error) {
	kept := s.index.where(name)
	if kept == InFile || s.index.none() && s.file.exists() { // known without asking anybody
		if value, err := s.file.get(name); !errors.Is(err, ErrNotFound) {
			return value, err
		}
	}
	has, err := s.keychain()
	switch {
	case err != nil:
		return "", fmt.Errorf("the secret %q: %w", name, err)
	case !has && kept == InKeychain:
		return "", fmt.Errorf("the secret %q is stored in this system's keychain, which does not answer now (%s)", name, s.why)
	case !has:
		return s.file.get(name)
	}
	value, err := s.ring.get(name)
	if errors.Is(err, keyring.ErrNotFound) {
		return s.file.get(name)
	}
	if err != nil {
		return "", fmt.Errorf("the secret %q: this system's keychain says: %w", name, err)
	}
	if kept != InKeychain { // set before there was an index
		_ = s.index.put(name, InKeychain) // it is there, whether or not it can be listed
	}
	s.tell(name, value)
	s.rest.Do(s.learnRest)
	return value, nil
}

// learnRest reads what else the keychain holds, once it has given out a secret: it
// is open, so nobody is asked, and what is known can be redacted.
func (s *Store) learnRest() {
	names, err := s.index.all()
	if err != nil {
		return
	}
	for name, kept := range names {
		if kept != InKeychain {
			continue
		}
		value, err := s.ring.get(name)
		if errors.Is(err, ErrSilent) {
			return
		}
		if err == nil {
			s.tell(name, value)
		}
	}
}

// Learn reads what can be read without anybody being asked, so that it can be
// redacted: the encrypted file, and the keychain of Windows, which opens with the
// account. Other keychains may be locked, and are read with the first secret that
// is needed from them. What cannot be read is not known; whoever needs it hears why.
func (s *Store) Learn() {
	if s.file.exists() {
		if all, err := s.file.values(); err == nil {
			for name, value := range all {
				s.tell(name, value)
			}
		}
	}
	if runtime.GOOS == "windows" && !s.index.none() {
		s.rest.Do(s.learnRest)
	}
}

// Need is Get for something that names a secret: of one that is not set, the error is a
// NotSetError.
func (s *Store) Need(name string) (string, error) {
	if strings.ContainsRune(name, ':') {
		return "", fmt.Errorf("%w: %q is Handrail's own, and nothing can name it", ErrBadSecret, name)
	}
	value, err := s.Get(name)
	if errors.Is(err, ErrNotFound) {
		err = &NotSetError{Name: name}
	}
	return value, err
}

// checkForm is nil if a name has the form of one.
func checkForm(name string) error {
	if !nameForm().MatchString(name) {
		return fmt.Errorf("%w: %q cannot name one: use up to 64 letters, digits, dots, - and _", ErrBadSecret, name)
	}
	return nil
}

// sound is nil if a name and a value can be kept.
func sound(name, value string) error {
	if err := checkForm(name); err != nil {
		return err
	}
	switch {
	case value == "":
		return fmt.Errorf("%w: the value of %q is empty; to delete a secret, remove it", ErrBadSecret, name)
	case !utf8.ValidString(value) || strings.ContainsRune(value, 0):
		return fmt.Errorf("%w: the value of %q is not text; encode it, for example in base64", ErrBadSecret, name)
	case len(value) > mostBytes:
		return fmt.Errorf("%w: the value of %q has %d bytes, and %d are the most", ErrBadSecret, name, len(value), mostBytes)
	}
	return nil
}

// Set keeps a secret, in place of one of that name. The error wraps ErrBadSecret
// where the name or the value is no good; a value is never in an error.
func (s *Store) Set(name, value string) error {
	if err := sound(name, value); err != nil {
		return err
	}
	has, err := s.keychain()
	if err != nil {
		return err
	}
	kept := InFile
	if has {
		kept, err = InKeychain, s.ring.set(name, value)
	}
	if !has || errors.Is(err, keyring.ErrSetDataTooBig) { // Windows and macOS keep short ones only, and tokens can be long
		kept, err = InFile, s.file.set(name, value)
	}
	if err != nil {
		return fmt.Errorf("the secret %q could not be stored: %w", name, err)
	}
	s.tell(name, value)
	if kept == InFile && has {
		if err := s.ring.remove(name); err != nil && !errors.Is(err, keyring.ErrNotFound) { // a shorter one
			return fmt.Errorf("the old secret %q could not be removed: %w", name, err)
		}
	}
	if kept == InKeychain && s.file.exists() { // from a time without a keychain
		if err := s.file.set(name, ""); err != nil {
			return err
		}
	}
	return s.index.put(name, kept)
}

// Add is Set for a name that no secret has: of one that is kept, the error is
// ErrTaken, and it stays as it is. The name is taken in the index first, so that of
// two who add at once, in two processes, one fails.
func (s *Store) Add(name, value string) error {
	if err := sound(name, value); err != nil {
		return err
	}
	switch _, err := s.Get(name); {
	case err == nil:
		return fmt.Errorf("the secret %q: %w", name, ErrTaken)
	case !errors.Is(err, ErrNotFound):
		return err
	}
	kept := InFile
	if has, err := s.keychain(); err != nil {
		return err
	} else if has {
		kept = InKeychain
	}
	if err := s.index.claim(name, kept); err != nil {
		return err
	}
	if err := s.Set(name, value); err != nil {
		return errors.Join(err, s.index.put(name, ""))
	}
	return nil
}

// Delete forgets a secret, wherever it is kept. One that is not there is no
// error.
func (s *Store) Delete(name string) error {
	kept := s.index.where(name)
	if s.file.exists() {
		if err := s.file.set(name, ""); err != nil {
			return err
		}
	}
	if kept != InFile {
		has, err := s.keychain()
		switch {
		case err != nil:
			return err
		case has:
			if err := s.ring.remove(name); err != nil && !errors.Is(err, keyring.ErrNotFound) {
				return fmt.Errorf("the secret %q could not be removed: %w", name, err)
			}
		case kept == InKeychain:
			return fmt.Errorf("the secret %q is stored in this system's keychain, which does not answer now (%s): remove it there", name, s.why)
		}
	}
	return s.index.put(name, "")
}

// List says which secrets there are, by name, and where each is kept: InKeychain
// or InFile. It reads no value, and asks no keyring. A secret that a version
// before this one has put into a keychain is listed once it was used.
func (s *Store) List() (map[string]string, error) {
	all, err := s.index.all()
	if err != nil {
		return nil, err
	}
	if s.file.exists() {
		values, err := s.file.values()
		if err != nil {
			return all, err
		}
		for name := range values {
			all[name] = InFile
		}
	}
	return all, nil
}

var (
	nameForm  = lazy.Regexp(`^((oauth|machine):)?[A-Za-z0-9._-]{1,64}$`)
	reference = lazy.Regexp(`\$\{secret:([A-Za-z0-9._-]{1,64})\}`)
	notInName = lazy.Regexp(`[^A-Za-z0-9._-]+`)
)

// NameOf makes a name that a secret may have of any text. There is room for a number
// behind it.
func NameOf(text string) string {
	name := strings.Trim(notInName().ReplaceAllString(text, "-"), "-.")
	if name == "" {
		return "secret"
	}
	return name[:min(len(name), 60)]
}

// Reference is how settings and definitions name a secret.
func Reference(name string) string { return "${secret:" + name + "}" }

// References are the names of the secrets that text names, in order.
func References(text string) []string {
	var names []string
	for _, m := range reference().FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// Expand replaces every ${secret:NAME} in text. A missing secret is an error
// that names it, as of Need; the text is then empty.
func (s *Store) Expand(text string) (string, error) {
	var firstErr error
	out := reference().ReplaceAllStringFunc(text, func(m string) string {
		name := strings.TrimSuffix(strings.TrimPrefix(m, "${secret:"), "}")
		value, err := s.Need(name)
		if err != nil && firstErr == nil {
			firstErr = err
		}
		return value
	})
	if firstErr != nil {
		return "", firstErr
	}
	return out, nil
}
