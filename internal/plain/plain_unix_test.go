//go:build unix

package plain

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// Nothing here waits: the whole test has ended, or the deadline ends it.
func TestNothingWaits(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("pipe", at("link")), os.Mkdir(at("folder"), 0o700),
		os.WriteFile(at("folder/file"), []byte("text"), 0o600), os.Symlink("folder/file", at("to file")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	root, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for _, name := range []string{"pipe", "link", "socket"} {
			refused(t, root, dir, name)
		}
		read(t, root, dir)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("something waits for the other end of a pipe")
	}
}

// refused opens what is neither a file nor a folder, in every way that there is.
func refused(t *testing.T, root *Root, dir, name string) {
	path := filepath.Join(dir, name)
	_, err1 := Open(path)
	_, err2 := Read(path, 10)
	_, err3 := root.Open(name)
	_, err4 := root.ReadFile(name)
	_, err5 := root.FS().Open(name)
	_, err6 := fs.ReadFile(root.FS(), name)
	_, err7 := root.OpenFile(name, os.O_WRONLY, 0)
	for i, err := range []error{err1, err2, err3, err4, err5, err6, err7} {
		if !errors.Is(err, ErrNoFile) {
			t.Errorf("%s, way %d: %v, want %v", name, i+1, err, ErrNoFile)
		}
	}
	_, err1 = OpenFolder(path)
	_, err2 = OpenRoot(path)
	_, err3 = root.OpenRoot(name)
	_, err4 = fs.ReadDir(root.FS(), name)
	for i, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, syscall.ENOTDIR) {
			t.Errorf("%s as a folder, way %d: %v, want %v", name, i+1, err, syscall.ENOTDIR)
		}
	}
	if found := Glob(filepath.Join(path, "*")); len(found) != 0 {
		t.Errorf("in %s there are %q", name, found)
	}
}

// read opens what is a file or a folder.
func read(t *testing.T, root *Root, dir string) {
	for _, name := range []string{"folder/file", "to file"} {
		if text, err := Read(filepath.Join(dir, name), 4); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if text, err := fs.ReadFile(root.FS(), name); err != nil || string(text) != "text" {
			t.Errorf("%s in the root: %q, %v", name, text, err)
		}
	}
	if _, err := Read(filepath.Join(dir, "to file"), 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a file of 4 bytes of which 3 may be read: %v", err)
	}
	f, err := OpenFolder(filepath.Join(dir, "folder"))
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	names, err := f.Readdirnames(10)
	if _, end := f.Readdirnames(10); err != nil || !slices.Equal(names, []string{"file"}) || !errors.Is(end, io.EOF) {
		t.Errorf("names in the folder: %q, %v, %v", names, err, end)
	}
	for pattern, want := range map[string][]string{
		"f*/f*":    {"folder/file"},
		"folder/*": {"folder/file"},
		"folder":   {"folder"},
		"gone":     nil,
		"*":        {"folder", "link", "pipe", "socket", "to file"},
		"[":        nil,
	} {
		found := Glob(filepath.Join(dir, pattern))
		for i := range found {
			if found[i], err = filepath.Rel(dir, found[i]); err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(found, want) {
			t.Errorf("Glob(%q) = %q, want %q", pattern, found, want)
		}
	}
	if _, err := OpenRoot(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) || err.Error() != "open "+filepath.Join(dir, "gone")+": no such file or directory" {
		t.Errorf("a folder that is not there: %v", err)
	}
}
