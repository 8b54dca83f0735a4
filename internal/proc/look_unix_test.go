//go:build unix

package proc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// write makes a file with the given mode.
func write(t *testing.T, file, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil { // whatever the umask
		t.Fatal(err)
	}
	return file
}

func TestLook(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	write(t, a+"/plain", "", 0o644)
	write(t, b+"/plain", "#!/bin/sh\n", 0o755)
	write(t, a+"/only-plain", "", 0o644)
	write(t, a+"/both", "#!/bin/sh\n", 0o755)
	write(t, b+"/both", "#!/bin/sh\n", 0o755)
	if err := os.Mkdir(a+"/folder", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(a)
	locked := filepath.Join(t.TempDir(), "locked")
	if err := os.Mkdir(locked, 0); err != nil {
		t.Fatal(err)
	}
	path := locked + ":" + a + ":" + b
	tests := []struct {
		name, program, path, want string
		kind                      error
		says                      string
	}{
		{"first on PATH", "both", path, a + "/both", nil, ""},
		{"one that cannot be run is passed over", "plain", path, b + "/plain", nil, ""},
		{"full path", b + "/both", "", b + "/both", nil, ""},
		{"relative path", "./both", "", "./both", nil, ""},
		{"missing", "nothing", path, "", ErrNotFound, "install it"},
		{"missing full path", a + "/nothing", path, "", ErrNotFound, "does not exist"},
		{"not executable", "only-plain", path, "", ErrNotExecutable, "chmod +x"},
		{"not executable by full path", a + "/plain", path, "", ErrNotExecutable, "chmod +x"},
		{"a folder", "folder", path, "", ErrNotExecutable, "folder"},
		{"empty PATH", "both", "", "", ErrNotFound, "PATH is empty"},
		{"the current folder on PATH", "both", ".:", "", ErrNotFound, "not found on PATH"},
		{"no name", "", path, "", ErrNotFound, "no program was named"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Look(tt.program, tt.path)
			if got != tt.want || !errors.Is(err, tt.kind) {
				t.Errorf("Look = %q, %v, want %q, %v", got, err, tt.want, tt.kind)
			}
			if err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q does not say %q", err, tt.says)
			}
		})
	}
}

func TestProgramsThatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	gone := filepath.Join(dir, "gone")
	program := write(t, dir+"/program", "#!/bin/sh\n", 0o755)
	env := []string{"PATH=" + os.Getenv("PATH")}
	huge := strings.Repeat("x", inlineScript+1)
	tests := []struct {
		name string
		c    Command
		kind error
		says string
	}{
		{"no name", Command{}, ErrNotFound, "no program was named"},
		{"not on PATH", Command{Path: "no-such-program", Env: env}, ErrNotFound, "install it"},
		{"no PATH at all", Command{Path: "true"}, ErrNotFound, "PATH is empty"},
		{"no such file", Command{Path: gone}, ErrNotFound, "does not exist"},
		{"not executable", Command{Path: write(t, dir+"/data", "x", 0o644)}, ErrNotExecutable, "chmod +x"},
		{"a folder", Command{Path: dir}, ErrNotExecutable, "not executable"},
		{"not a program", Command{Path: write(t, dir+"/text", "some text\n", 0o755)}, ErrNotExecutable, "#!/bin/sh"},
		{"interpreter missing", Command{Path: write(t, dir+"/script", "#!/no/such/interpreter\n", 0o755)}, ErrNotExecutable, "first line"},
		{"folder missing", Command{Path: program, Dir: gone}, ErrNoFolder, "create it"},
		{"folder missing, program too", Command{Path: gone, Dir: gone}, ErrNoFolder, "create it"},
		{"folder is a file", Command{Path: program, Dir: program}, ErrNoFolder, "is a file"},
		{"argument too long", Command{Path: program, Args: []string{huge}}, ErrTooLong, "standard input"},
		{"variable too long", Command{Path: program, Env: []string{"A=" + huge}}, ErrTooLong, "standard input"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := Run(t.Context(), tt.c)
			var start *StartError
			if !errors.As(err, &start) || !errors.Is(err, tt.kind) {
				t.Fatalf("error %v, want %v", err, tt.kind)
			}
			if start.Program != tt.c.Path || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q for %q, want it to say %q", err, start.Program, tt.says)
			}
			if out.ExitCode != -1 {
				t.Errorf("ExitCode = %d, want -1: nothing ran", out.ExitCode)
			}
		})
	}
}

func TestFolderThatWasDeletedWhileItWasCurrent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c := bash(t, "echo here")
	c.Dir = dir
	if out := run(t, c); out.Stdout.Text != "here\n" {
		t.Fatalf("printed %q", out.Stdout.Text)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c); !errors.Is(err, ErrNoFolder) {
		t.Errorf("error %v, want ErrNoFolder", err)
	}
}

// Running out of descriptors is said, not taken for something else.
func TestNoDescriptorLeft(t *testing.T) {
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	c := bash(t, "echo here")
	few := was
	few.Cur = 3
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), c)
	if back := unix.Setrlimit(unix.RLIMIT_NOFILE, &was); back != nil {
		t.Fatal(back)
	}
	if !errors.Is(err, ErrSystem) || !errors.Is(err, unix.EMFILE) {
		t.Errorf("error %v, want ErrSystem, because of EMFILE", err)
	}
}
