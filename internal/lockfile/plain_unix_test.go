//go:build unix

package lockfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"handrail/internal/lockfile"
)

// What stands in place of a lock file is refused, waits for nobody and stays as it is.
func TestWhatIsNoLockFile(t *testing.T) {
	for name, tt := range map[string]struct {
		put  func(path, other string) error
		says string
	}{
		"pipe":          {func(path, _ string) error { return syscall.Mkfifo(path, 0o600) }, "a named pipe"},
		"folder":        {func(path, _ string) error { return os.Mkdir(path, 0o700) }, "a folder"},
		"link":          {func(path, other string) error { return os.Symlink(other, path) }, "a symbolic link"},
		"dangling link": {func(path, other string) error { return os.Symlink(other+".gone", path) }, "a symbolic link"},
		"second name":   {func(path, other string) error { return os.Link(other, path) }, "somebody's file"},
		"other file":    {func(path, _ string) error { return os.WriteFile(path, []byte(strings.Repeat("mine ", 100)), 0o600) }, "somebody's file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, other := filepath.Join(dir, "settings.json"), filepath.Join(dir, "other")
			if err := os.WriteFile(other, []byte("important"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := tt.put(path+".lock", other); err != nil {
				t.Fatal(err)
			}
			err := lockfile.File{Path: path}.Change(func() error { t.Error("it was changed"); return nil })
			if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), path+".lock") {
				t.Errorf("%v, want %q", err, tt.says)
			}
			if raw, err := os.ReadFile(other); err != nil || string(raw) != "important" {
				t.Errorf("the other file is %q, %v", raw, err)
			}
			if _, err := os.Lstat(other + ".gone"); err == nil {
				t.Error("what a link led to was made")
			}
		})
	}
}

// What stands in place of the file itself is neither followed, waited for nor replaced.
func TestWhatIsNoFile(t *testing.T) {
	for name, tt := range map[string]struct {
		put    func(path, other string) error
		says   string
		unread bool
	}{
		"pipe":   {func(path, _ string) error { return syscall.Mkfifo(path, 0o600) }, "a named pipe", true},
		"folder": {func(path, _ string) error { return os.Mkdir(path, 0o700) }, "a folder", true},
		"link":   {func(path, other string) error { return os.Symlink(other, path) }, "is a link to", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, other := filepath.Join(dir, "settings.json"), filepath.Join(dir, "other")
			if err := os.WriteFile(other, []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := tt.put(path, other); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			for what, err := range map[string]error{
				"Change":  lockfile.File{Path: path}.Change(func() error { t.Error("it was changed"); return nil }),
				"Replace": lockfile.Replace(path, []byte("new"), 0o600),
			} {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("%s: %v, want %q", what, err, tt.says)
				}
			}
			if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("it is another now: %v", err)
			}
			if raw, err := lockfile.Read(path); (err != nil) != tt.unread {
				t.Errorf("read: %q, %v", raw, err)
			}
		})
	}
}
