package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"handrail/journal"
)

// A real full disk needs the right to mount one; TestFileThatMayNotGrow covers
// those who do not have it.
func TestFullDisk(t *testing.T) {
	for _, kind := range []journal.Kind{journal.Output, journal.Called} {
		t.Run(string(kind), func(t *testing.T) { testFullDisk(t, kind) })
	}
}

func testFullDisk(t *testing.T, kind journal.Kind) {
	t.Helper()
	disk := t.TempDir()
	err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m")
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Log("not allowed to mount: only the size limit is tested here")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	filler := filepath.Join(disk, "filler")
	write(t, filler, make([]byte, 1<<20))
	path := filepath.Join(disk, "journal.db")
	s := open(t, Config{Path: path})
	begin(t, s, "r")
	written, err := fill(s, kind)
	says(t, err, ErrFull, "disk is full", "free some space", path)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := goesOn(s, written); err != nil {
		t.Error(err)
	}

	useUp(t, filepath.Join(disk, "more"))
	_, err = Open(t.Context(), Config{Path: filepath.Join(disk, "new", "journal.db")})
	says(t, err, ErrFull, "disk is full")
}

// useUp writes a file until the disk has no room left.
func useUp(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
