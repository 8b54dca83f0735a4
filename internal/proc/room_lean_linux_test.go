package proc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// leanHelper is the program that is a room alone, in memory.
func leanHelper(t *testing.T) *room.Helper {
	t.Helper()
	path := filepath.Join(t.TempDir(), "roomer")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", path, "./roomer")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := room.NewHelperOf(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// A program that lies in memory becomes a room, and nobody can change it.
func TestAProgramInMemoryBecomesARoom(t *testing.T) {
	h := leanHelper(t)
	for name, change := range map[string]func(fd int) error{
		"written":      func(fd int) error { _, err := unix.Pwrite(fd, []byte{0}, 0); return err },
		"made shorter": func(fd int) error { return unix.Ftruncate(fd, 1) },
		"made longer":  func(fd int) error { return unix.Ftruncate(fd, 1<<30) },
		"let go":       func(fd int) error { _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, 0); return err },
	} {
		fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", h.FD()), unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := change(fd); !errors.Is(err, unix.EPERM) {
			t.Errorf("%s: %v", name, err)
		}
		if err := unix.Close(fd); err != nil {
			t.Error(err)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w, err := OpenWalls(WallsConfig{Profile: sandbox.Profile{Write: []string{dir}, Temp: dir, Home: dir}, Helper: h, MustRoom: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	c := bash(t, "echo hello; exit 3")
	c.Dir, c.Walls, c.Timeout = dir, w, 30*time.Second
	if out := run(t, c); out.ExitCode != 3 || out.Stdout.Text != "hello\n" {
		t.Errorf("%d, %q, %q", out.ExitCode, out.Stdout.Text, out.Stderr.Text)
	}
	if exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", w.Room().PID())); err != nil || !strings.Contains(exe, "memfd:") {
		t.Errorf("the room is %q: %v", exe, err)
	}
}
