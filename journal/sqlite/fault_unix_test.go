//go:build unix

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/journal"
)

// systemHelpers are the helpers of this system.
func systemHelpers() map[string]func(path string) error {
	return map[string]func(path string) error{"size limit": helpSizeLimit, "read only": helpReadOnly}
}

// helpReadOnly begins a run in a journal, as somebody who may not write it.
func helpReadOnly(path string) error {
	if os.Getuid() == 0 {
		if err := syscall.Setgid(65534); err != nil {
			return err
		}
		if err := syscall.Setuid(65534); err != nil {
			return err
		}
	}
	s, err := Open(context.Background(), Config{Path: path})
	if err == nil { // what is there may be read; what happens cannot be recorded
		err = s.Begin(context.Background(), journal.Run{ID: "r2", Started: time.Now()})
	}
	fmt.Println(errors.Is(err, ErrReadOnly), strings.ReplaceAll(fmt.Sprint(err), "\n", " "))
	return nil
}

func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	made := filepath.Join(folder, "made")
	if err := os.Mkdir(made, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(made, "journal.db")
	begin(t, open(t, Config{Path: path}), "r")
	for _, p := range []struct {
		path string
		mode os.FileMode
	}{{path, 0o444}, {path + "-wal", 0o444}, {path + "-shm", 0o444}, {made, 0o555}, {folder, 0o555}, {filepath.Dir(folder), 0o755}} {
		if err := os.Chmod(p.path, p.mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, p := range []string{folder, made} {
			if err := os.Chmod(p, 0o700); err != nil {
				t.Error(err)
			}
		}
	})
	for name, path := range map[string]string{
		"a new journal": filepath.Join(folder, "journal.db"), "a new folder": filepath.Join(folder, "new", "journal.db"), "an old journal": path,
	} {
		_, out := start(t, "read only", path)
		said := line(t, out)
		for _, want := range []string{"true ", path, "cannot be written", "HANDRAIL_DATA_DIR"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q does not say %q", name, said, want)
			}
		}
	}
}

// helpSizeLimit fills a journal until the system says no, and goes on when
// there is room again.
func helpSizeLimit(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	if err := s.Begin(ctx, journal.Run{ID: "r", Started: time.Now()}); err != nil {
		return err
	}
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		return err
	}
	limit := was
	limit.Cur = 400 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	written, failed := fill(s, journal.Output)
	if _, again := fill(s, journal.Called); again == nil {
		return errors.New("at the limit, a larger write is accepted")
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		return err
	}
	var ours *Error
	if !errors.As(failed, &ours) || !strings.Contains(failed.Error(), path) {
		return fmt.Errorf("at the limit: %w", failed)
	}
	return goesOn(s, written)
}

// fill records events until one fails, and says how many did not. kind decides
// whether each is written by one statement or by a transaction of several.
func fill(s *Store, kind journal.Kind) (written int, err error) {
	for ; written < 10_000; written++ {
		e := text("r", strings.Repeat("x", 2000))
		e.Kind = kind
		if err := s.Record(context.Background(), e); err != nil {
			return written, err
		}
	}
	return written, nil
}

// goesOn checks that a journal that was full has what was written, and takes
// more.
func goesOn(s *Store, written int) error {
	ctx := context.Background()
	if err := s.Record(ctx, text("r", "room again")); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	list, err := s.History().Events(ctx, "r", 0, 1<<20)
	if err != nil {
		return err
	}
	if len(list) != written+1 || !strings.Contains(string(list[written].Data), "room again") {
		return fmt.Errorf("%d events are there, want %d and one more", len(list), written)
	}
	if err := s.Check(ctx); err != nil {
		return err
	}
	return s.Close()
}

func TestFileThatMayNotGrow(t *testing.T) {
	cmd, out := start(t, "size limit", journalIn(t))
	for out.Scan() {
		t.Log(out.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
