package lockfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// asOther makes the test program another process, which works on the file that it
// names as asWhat says.
const (
	asOther = "HANDRAIL_TEST_LOCKFILE"
	asWhat  = "HANDRAIL_TEST_LOCKFILE_WHAT"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(asOther); path != "" {
		if err := beOther(os.Getenv(asWhat), path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const increments = 50

// beOther does the work of the other process. "locked" on its standard output says
// that it holds what it was to hold; it then stays until it is killed.
func beOther(what, path string) error {
	// stay keeps what is locked from the garbage collector, which would close it.
	stay := func(locked any) error {
		fmt.Println("locked")
		for {
			time.Sleep(time.Hour)
			runtime.KeepAlive(locked)
		}
	}
	switch what {
	case "count":
		for range increments {
			if err := increment(path); err != nil {
				return err
			}
		}
	case "half": // it stays in the middle of a change, with half a file written
		return File{Path: path}.Change(func() error {
			if err := os.WriteFile(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new"), []byte("ha"), 0o600); err != nil {
				return err
			}
			return stay(nil)
		})
	case "hold":
		l, err := Try(path)
		if l == nil {
			return fmt.Errorf("it is held already: %w", err)
		}
		return stay(l)
	case "foreign": // as another program does, which knows nothing of our lock files
		f := flock.New(path)
		if ok, err := f.TryLock(); !ok {
			return fmt.Errorf("it is held already: %w", err)
		}
		return stay(f)
	}
	return nil
}

// increment adds one to the number in the file.
func increment(path string) error {
	return File{Path: path}.Change(func() error {
		raw, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		n, err := strconv.Atoi(strings.TrimSpace("0" + string(raw)))
		if err != nil {
			return err
		}
		return Replace(path, fmt.Appendln(nil, n+1), 0o600)
	})
}

// other starts the other process. If it is to hold something, it does when other
// returns.
func other(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env, c.Stderr = append(os.Environ(), asOther+"="+path, asWhat+"="+what), os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if what != "count" {
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("it does not hold it: %q, %v", line, err)
		}
		t.Cleanup(func() { kill(c) })
	}
	return c
}

// kill ends a process without giving it a chance to clean up. What it answers does
// not matter: it may be gone already.
func kill(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

// Several processes change one file, and one of them is killed in the middle of its
// change: every change that was confirmed is there, and nothing half written.
func TestNoChangeIsLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counter")
	killed := other(t, "half", path)
	var others []*exec.Cmd
	for range 4 {
		others = append(others, other(t, "count", path))
	}
	kill(killed)
	for _, c := range others {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	raw, err := os.ReadFile(path)
	if want := fmt.Sprintln(4 * increments); err != nil || string(raw) != want {
		t.Errorf("the file holds %q, want %q; %v", raw, want, err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 2 {
		t.Errorf("beside the file and its lock there is something left: %v, %v", entries, err)
	}
}

// A lock that is not released is an error that names the file and the process; the
// change does not run.
func TestHeldForEver(t *testing.T) {
	ways := []string{"half"}
	if runtime.GOOS == "linux" { // elsewhere the lock of a foreign program has no name, or is felt by rename
		ways = append(ways, "foreign")
	}
	for _, what := range ways {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.json")
			if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
			c := other(t, what, path)
			f := File{Path: path, Wait: 50 * time.Millisecond}
			changed := false
			change := func() error { changed = true; return nil }
			err := f.Change(change)
			var held *HeldError
			if !errors.As(err, &held) || changed {
				t.Fatalf("changed %t, %v", changed, err)
			}
			if held.File != path || held.PID != c.Process.Pid || held.Program == "" || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %+v: %v; the owner is process %d", held, err, c.Process.Pid)
			}
			kill(c)
			if err := f.Change(change); err != nil || !changed {
				t.Errorf("its owner was killed, and it is not free: %v", err)
			}
		})
	}
}

// Where the system does not list its locks, the signature in the lock file names the
// owner.
func TestSignature(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := Try(path)
	if l == nil {
		t.Fatal(err)
	}
	defer l.Release()
	if pid, program := signedBy(signature(path)); pid != os.Getpid() || program == "" {
		t.Errorf("signed by process %d, %q", pid, program)
	}
	for _, text := range []string{"", "x y z", "12"} {
		if _, program := signedBy(text); program != "" {
			t.Errorf("%q was signed by %q", text, program)
		}
	}
}

// A lock has one owner, also within a process, and its file can be removed.
func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	first, err := Try(path)
	if first == nil {
		t.Fatal(err)
	}
	if second, err := Try(path); second != nil || err != nil {
		t.Errorf("it has two owners: %v, %v", second, err)
	}
	first.Release()
	c := other(t, "hold", path)
	if l, err := Try(path); l != nil || err != nil {
		t.Errorf("it has two owners: %v, %v", l, err)
	}
	kill(c)
	l, err := Try(path)
	if l == nil {
		t.Fatalf("its owner was killed, and it is not free: %v", err)
	}
	l.Release()
	if _, err := Try(filepath.Join(path, "below")); err == nil {
		t.Error("a file below a file can be locked")
	}
}

func TestAcquireEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := Acquire(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var held *HeldError
	if _, err := Acquire(ctx, path); !errors.As(err, &held) || !errors.Is(err, context.Canceled) || held.PID != os.Getpid() {
		t.Errorf("got %v", err)
	}
	l.Release()
	if l, err = Acquire(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	l.Release()
}

// What cannot be replaced is left as it is, and nothing lies beside it.
func TestReplaceLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, []byte("text"), 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("there is %v, %v", entries, err)
	}
	path = filepath.Join(dir, "y")
	if err := Replace(path, []byte("text"), 0o640); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() != 4 {
		t.Errorf("%v, %v", info, err)
	}
}
