//go:build linux || darwin

package local

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgramsOfOneUserMeet(t *testing.T) {
	path := filepath.Join(shortDir(t), "s")
	l, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v, %v; want 0600", info.Mode(), err)
	}
	if _, err := Listen(path); !errors.Is(err, ErrTaken) {
		t.Errorf("a second listener gets %v, want ErrTaken", err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "hello")
			_ = c.Close()
		}
	}()
	c, err := Dial(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(c); string(got) != "hello" {
		t.Errorf("read %q", got)
	}
	if err := errors.Join(c.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

func TestWhatIsLeftBehindIsReplaced(t *testing.T) {
	path := filepath.Join(shortDir(t), "s")
	first, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	first.l.SetUnlinkOnClose(false) // as if it had been killed
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestListenRefuses(t *testing.T) {
	dir := shortDir(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(file); err == nil || !strings.Contains(err.Error(), "no socket") {
		t.Errorf("over a file: %v", err)
	}
	if _, err := Listen(filepath.Join(dir, strings.Repeat("x", 200))); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a long path: %v", err)
	}
	if _, err := Dial(context.Background(), filepath.Join(dir, "none")); err == nil {
		t.Error("there is nobody to dial")
	}
}

// shortDir is a folder whose path leaves room for a socket's name.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "l") //nolint:usetesting // its paths are too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
