package secrets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// Both places keep the same promises. The keyring is the library's own memory:
// a test must not touch the person's.
func TestStore(t *testing.T) {
	keyring.MockInit()
	withKeyring := Open(t.TempDir())
	keyring.MockInitWithError(errors.New("no bus"))
	withFile := Open(t.TempDir())
	if text, safe := withFile.Where(); safe || !strings.Contains(text, "no bus") {
		t.Errorf("the fallback says %q, safe is %t", text, safe)
	}
	for name, s := range map[string]*Store{"keyring": withKeyring, "file": withFile} {
		t.Run(name, func(t *testing.T) {
			if s.keyring {
				keyring.MockInit()
			}
			if _, err := s.Get("a"); !errors.Is(err, ErrNotFound) {
				t.Errorf("a missing secret: %v", err)
			}
			if err := s.Set("a", "one\ntwo"); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get("a"); err != nil || got != "one\ntwo" {
				t.Errorf("got %q, %v", got, err)
			}
			if got, err := s.Expand("x-${secret:a}-y"); err != nil || got != "x-one\ntwo-y" {
				t.Errorf("got %q, %v", got, err)
			}
			if got, err := s.Expand("${secret:a} ${secret:nope}"); err == nil || got != "" || !strings.Contains(err.Error(), `"nope"`) {
				t.Errorf("got %q, %v", got, err)
			}
			for range 2 {
				if err := s.Delete("a"); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Get("a"); !errors.Is(err, ErrNotFound) {
				t.Errorf("after Delete: %v", err)
			}
			for _, bad := range []string{"", "a b", "a/b", "${secret:x}", strings.Repeat("a", 65)} {
				if err := s.Set(bad, "x"); err == nil {
					t.Errorf("%q was taken as a name", bad)
				}
			}
		})
	}
}

func TestTheFileIsSealedPrivateAndNeverOverwrittenWhenDamaged(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	dir := t.TempDir()
	s := Open(dir)
	if err := s.Set("a", "hunter2"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "secrets.enc")
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Contains(raw, []byte("hunter2")) {
		t.Fatalf("the file is not sealed, or not there: %v", err)
	}
	for _, f := range []string{path, filepath.Join(dir, "secrets.key")} {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
	for name, damage := range map[string]func() error{
		"a changed byte": func() error { return os.WriteFile(path, append([]byte("x"), raw[1:]...), 0o600) },
		"cut short":      func() error { return os.WriteFile(path, raw[:5], 0o600) },
		"empty":          func() error { return os.WriteFile(path, nil, 0o600) },
		"no key":         func() error { return os.Remove(filepath.Join(dir, "secrets.key")) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		if err := s.Set("b", "x"); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: Set says %v", name, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the damaged file was overwritten", name)
		}
	}
}
