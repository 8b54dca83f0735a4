package secrets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

// asOther makes the test program another Handrail, which changes secrets.
const asOther = "HANDRAIL_TEST_SECRETS"

const (
	others = 4
	each   = 12
)

// Several processes keep secrets at the same time, and none loses what another
// has kept: neither the values nor the list of them.
func TestProcessesKeepEachOthersSecrets(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	if dir := os.Getenv(asOther); dir != "" {
		s := Open(dir, nil)
		for i := range each {
			if err := s.Set(fmt.Sprintf("p%s-%d", os.Getenv("NUMBER"), i), "value"); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	dir := t.TempDir()
	var running []*exec.Cmd
	for n := range others {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProcessesKeepEachOthersSecrets$")
		c.Env = append(os.Environ(), asOther+"="+dir, fmt.Sprintf("NUMBER=%d", n))
		c.Stderr, c.Stdout = os.Stderr, os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, c)
	}
	for _, c := range running {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	s := Open(dir, nil)
	listed, err := s.index.all()
	if err != nil || len(listed) != others*each {
		t.Errorf("the list has %d secrets of %d, %v", len(listed), others*each, err)
	}
	values, err := s.file.values()
	if err != nil || len(values) != others*each {
		t.Errorf("the file has %d secrets of %d, %v", len(values), others*each, err)
	}
}

// A process that is killed lets go of what it holds.
func TestHoldEndsWithItsProcess(t *testing.T) {
	if dir := os.Getenv(asOther); dir != "" {
		release, err := Open(dir, nil).Hold(t.Context(), SignInName("x"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "held"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		for { // until it is killed; the garbage collector must not close what is held
			time.Sleep(time.Hour)
			runtime.KeepAlive(release)
		}
	}
	dir := t.TempDir()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHoldEndsWithItsProcess$")
	c.Env = append(os.Environ(), asOther+"="+dir)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Wait() }()
	defer func() { _ = c.Process.Kill() }()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for {
		if _, err := os.Stat(filepath.Join(dir, "held")); err == nil {
			break
		}
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatal("it never held it")
		}
	}
	s := Open(dir, nil)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Hold(short, SignInName("x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it was held twice: %v", err)
	}
	if release, err := s.Hold(t.Context(), SignInName("y")); err != nil {
		t.Errorf("another secret is held too: %v", err)
	} else {
		release()
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	release, err := s.Hold(t.Context(), SignInName("x"))
	if err != nil {
		t.Fatal(err)
	}
	release()
	if release, err = s.Hold(t.Context(), SignInName("x")); err != nil {
		t.Fatalf("it cannot be held again: %v", err)
	}
	release()
}

// Each token of a sign-in is learned by itself, and nothing can name it.
func TestSignInSecrets(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	dir := t.TempDir()
	learned := map[string]string{}
	learn := func(name, value string) { learned[name] = value }
	name := SignInName("notes")
	if err := Open(dir, learn).Set(name, `{"access_token":"aaa","refresh_token":"rrr","client_secret":"ccc","issuer":"https://example.com"}`); err != nil {
		t.Fatal(err)
	}
	Open(dir, learn).Learn()
	want := map[string]string{"oauth:notes:token": "aaa", "oauth:notes:refresh": "rrr", "oauth:notes:client": "ccc"}
	for name, value := range want {
		if learned[name] != value {
			t.Errorf("%s was learned as %q, want %q", name, learned[name], value)
		}
	}
	if len(learned) != len(want) {
		t.Errorf("learned %v", learned)
	}
	if names := References(Reference(name)); len(names) != 0 {
		t.Errorf("settings can name it: %v", names)
	}
}

// What a keychain finds too long is kept in the file, and found there.
func TestTooLongForTheKeychain(t *testing.T) {
	keyring.MockInit()
	s := Open(t.TempDir(), nil)
	if err := s.Set("a", "short"); err != nil {
		t.Fatal(err)
	}
	s.ring.write = func(_, _, _ string) error { return keyring.ErrSetDataTooBig }
	if err := s.Set("a", "long"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get("a"); err != nil || got != "long" {
		t.Errorf("got %q, %v", got, err)
	}
	if kept, err := s.List(); err != nil || kept["a"] != InFile {
		t.Errorf("it is kept in %q, %v", kept["a"], err)
	}
}
