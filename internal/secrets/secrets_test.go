package secrets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"
)

// Both places keep the same promises. The keychain is the library's own memory:
// a test must not touch the person's.
func TestStore(t *testing.T) {
	keyring.MockInit()
	withKeychain := Open(t.TempDir(), nil)
	if text, safe := withKeychain.Where(); !safe || !strings.Contains(text, "keychain") {
		t.Errorf("the keychain says %q, safe is %t", text, safe)
	}
	keyring.MockInitWithError(errors.New("no bus"))
	withFile := Open(t.TempDir(), nil)
	if text, safe := withFile.Where(); safe || !strings.Contains(text, "no bus") {
		t.Errorf("the fallback says %q, safe is %t", text, safe)
	}
	for name, s := range map[string]*Store{"keyring": withKeychain, "file": withFile} {
		t.Run(name, func(t *testing.T) {
			if s.has {
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
			if got, err := s.Expand("${secret:a} ${secret:nope}"); err == nil || got != "" || !strings.Contains(err.Error(), `the secret "nope" has no value here`) || !errors.Is(err, ErrNotFound) {
				t.Errorf("got %q, %v", got, err)
			}
			for _, own := range []string{MachineName, SignInName("notes")} {
				if err := s.Add(own, "of Handrail's own"); err != nil {
					t.Fatal(err)
				}
				if got, err := s.Need(own); err == nil || got != "" {
					t.Errorf("a definition that names %s gets %q, %v", own, got, err)
				}
				if err := s.Delete(own); err != nil {
					t.Fatal(err)
				}
			}
			kept := InFile
			if s.has {
				kept = InKeychain
			}
			if got, err := s.List(); err != nil || !cmp.Equal(got, map[string]string{"a": kept}) {
				t.Errorf("List = %v, %v", got, err)
			}
			for _, bad := range []string{"", "\x00abc", "\xff\xfe", strings.Repeat("x", mostBytes+1)} {
				if err := s.Set("a", bad); !errors.Is(err, ErrBadSecret) {
					t.Errorf("%.10q was taken as a value: %v", bad, err)
				}
			}
			for range 2 {
				if err := s.Delete("a"); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Get("a"); !errors.Is(err, ErrNotFound) {
				t.Errorf("after Delete: %v", err)
			}
			if got, err := s.List(); err != nil || len(got) > 0 {
				t.Errorf("after Delete, List = %v, %v", got, err)
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
	s := Open(dir, nil)
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
		"a changed byte": func() error { return os.WriteFile(path, append([]byte{raw[0] ^ 1}, raw[1:]...), 0o600) },
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

func TestAKeychainThatNobodyUnlocksHoldsUpNobodyForEver(t *testing.T) {
	keyring.MockInit()
	synctest.Test(t, func(t *testing.T) {
		s := Open(t.TempDir(), nil)
		unlocked := make(chan struct{})
		s.ring.read = func(string, string) (string, error) { <-unlocked; return "value of it", nil }
		began := time.Now()
		if _, err := s.Get("a"); !errors.Is(err, ErrSilent) || errors.Is(err, ErrNotFound) {
			t.Errorf("Get says %v", err)
		}
		if took := time.Since(began); took != ringWait {
			t.Errorf("Get took %v", took)
		}
		began = time.Now()
		if err := s.Set("a", "value"); !errors.Is(err, ErrSilent) {
			t.Errorf("Set says %v: it must not fall back to the file while there is a keychain", err)
		}
		if text, safe := s.Where(); !safe || !strings.Contains(text, "unlock") {
			t.Errorf("Where says %q, %t", text, safe)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("while one call hangs, others took %v", took)
		}
		close(unlocked)
		synctest.Wait()
		if got, err := s.Get("a"); err != nil || got != "value of it" {
			t.Errorf("once it is unlocked: %q, %v", got, err)
		}
	})
}

func TestASecretInAKeychainThatIsGoneIsNotSaidToBeMissing(t *testing.T) {
	keyring.MockInit()
	dir := t.TempDir()
	if err := Open(dir, nil).Set("a", "value"); err != nil {
		t.Fatal(err)
	}
	keyring.MockInitWithError(errors.New("no bus"))
	s := Open(dir, nil)
	if _, err := s.Get("a"); err == nil || errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "no bus") {
		t.Errorf("Get says %v", err)
	}
	if err := s.Delete("a"); err == nil {
		t.Error("Delete says that it is gone")
	}
	if err := s.Set("a", "another"); err != nil {
		t.Error(err)
	}
	keyring.MockInit()
	if got, err := Open(dir, nil).Get("a"); err != nil || got != "another" {
		t.Errorf("what was set last is %q, %v", got, err)
	}
}

// What the app needs to redact: all that is read or set, the rest of an open
// keychain, the whole file; and opening reads nothing.
func TestValuesAreLearned(t *testing.T) {
	keyring.MockInit()
	dir := t.TempDir()
	learned := map[string]string{}
	learn := func(name, value string) { learned[name] = value }
	s := Open(dir, learn)
	for _, name := range []string{"a", "b", "c"} {
		if err := s.Set(name, "value of "+name); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string]string{"a": "value of a", "b": "value of b", "c": "value of c"}
	if diff := cmp.Diff(all, learned); diff != "" {
		t.Error(diff)
	}
	clear(learned)
	s = Open(dir, learn)
	s.ring.read = func(service, name string) (string, error) {
		if len(learned) == 0 && name != "b" && name != "handrail-probe" {
			t.Errorf("%s was read before b", name)
		}
		return keyring.Get(service, name)
	}
	if len(learned) > 0 {
		t.Error("opening reads", learned)
	}
	if _, err := s.Get("b"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, learned); diff != "" {
		t.Error(diff)
	}

	clear(learned)
	dir = t.TempDir()
	keyring.MockInitWithError(errors.New("no bus"))
	for name, value := range all {
		if err := Open(dir, nil).Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	s = Open(dir, learn)
	s.ring.read = func(string, string) (string, error) {
		t.Error("the keychain was asked")
		return "", keyring.ErrNotFound
	}
	s.Learn()
	if _, err := s.Get("a"); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(all, learned); diff != "" {
		t.Error(diff)
	}
}

// What is added never replaces a secret, and of two who add at once one does.
func TestAddReplacesNothing(t *testing.T) {
	for name, keychain := range map[string]func(){"keyring": keyring.MockInit, "file": func() { keyring.MockInitWithError(errors.New("no bus")) }} {
		t.Run(name, func(t *testing.T) {
			keychain()
			dir := t.TempDir()
			one, two := Open(dir, nil), Open(dir, nil)
			one.ring.turn = two.ring.turn // the library's double of a keychain is one map, which nothing guards
			results := make(chan error, 2)
			for value, s := range map[string]*Store{"first": one, "other": two} {
				go func() { results <- s.Add("a", value) }()
			}
			a, b := <-results, <-results
			if (a == nil) == (b == nil) || !errors.Is(errors.Join(a, b), ErrTaken) {
				t.Fatalf("two who add at once: %v, %v", a, b)
			}
			kept, err := one.Get("a")
			if err != nil {
				t.Fatal(err)
			}
			if err := two.Add("a", "later"); !errors.Is(err, ErrTaken) || strings.Contains(err.Error(), "later") {
				t.Errorf("a name that is taken: %v", err)
			}
			if now, err := two.Get("a"); err != nil || now != kept {
				t.Errorf("it is %q, %v now, and was %q", now, err, kept)
			}
			if err := one.Add("b", ""); !errors.Is(err, ErrBadSecret) {
				t.Errorf("an empty secret: %v", err)
			}
			if all, err := one.List(); err != nil || len(all) != 1 {
				t.Errorf("listed: %v, %v", all, err)
			}
		})
	}
}
