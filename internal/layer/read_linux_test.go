package layer_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/layer"
	"handrail/internal/snapshot"
)

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// folders are an empty folder and an empty layer over it.
func folders(t *testing.T) (lower, upper string) {
	t.Helper()
	top := t.TempDir()
	lower, upper = filepath.Join(top, "lower"), filepath.Join(top, "upper")
	must(t, os.Mkdir(lower, 0o755), os.Mkdir(upper, 0o755))
	return lower, upper
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
}

func whats(r layer.Reading) string {
	var out []string
	for _, c := range r.Changes {
		out = append(out, string(c.Path)+" "+c.What())
	}
	return strings.Join(out, ", ")
}

// TestMarks shows that the system's marks for what is not there are read: devices of the number 0,
// empty files with a mark, and folders through which nothing shines.
func TestMarks(t *testing.T) {
	lower, upper := folders(t)
	for _, name := range []string{"device", "marked", "full/old", "full/both", "stays"} {
		write(t, filepath.Join(lower, name), "x")
	}
	write(t, filepath.Join(upper, "full/both"), "y")
	write(t, filepath.Join(upper, "marked"), "")
	must(t, unix.Setxattr(filepath.Join(upper, "full"), "user.overlay.opaque", []byte("y"), 0), unix.Setxattr(filepath.Join(upper, "marked"), "user.overlay.whiteout", nil, 0))
	must(t, unix.Mknod(filepath.Join(upper, "device"), unix.S_IFCHR, 0), unix.Mknod(filepath.Join(upper, "never was"), unix.S_IFCHR, 0))
	r, err := layer.Read(t.Context(), layer.Config{Folder: lower, Own: upper})
	must(t, err)
	if got, want := whats(r), "device gone, full/both changed, full/old gone, marked gone"; got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
}

// TestForeignMarks shows that a layer with marks which ours cannot have is not read.
func TestForeignMarks(t *testing.T) {
	for _, mark := range []string{"user.overlay.redirect", "user.overlay.metacopy"} {
		lower, upper := folders(t)
		write(t, filepath.Join(upper, "folder/file"), "x")
		for _, name := range []string{"folder", "folder/file"} {
			must(t, unix.Setxattr(filepath.Join(upper, name), mark, []byte("/etc"), 0))
			if r, err := layer.Read(t.Context(), layer.Config{Folder: lower, Own: upper}); err == nil {
				t.Errorf("%s of %s: %s", mark, name, whats(r))
			}
			must(t, unix.Removexattr(filepath.Join(upper, name), mark))
		}
	}
}

// TestLinksAreNotFollowed shows that a link in a layer or in the folder is a link, wherever it leads.
func TestLinksAreNotFollowed(t *testing.T) {
	lower, upper := folders(t)
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, "s")
	must(t, os.Symlink(secret, filepath.Join(upper, "file")), os.Symlink(filepath.Dir(secret), filepath.Join(upper, "folder")), os.Symlink(filepath.Dir(secret), filepath.Join(lower, "below")))
	write(t, filepath.Join(upper, "below/secret"), "mine")
	r, err := layer.Read(t.Context(), layer.Config{Folder: lower, Own: upper})
	must(t, err)
	for _, c := range r.Changes {
		if c.After.Kind == snapshot.Link && c.After.Target == "" || c.Path == "below/secret" && c.Before != nil {
			t.Errorf("%+v", c)
		}
	}
	if got, want := whats(r), "below kind, below/secret new, file new, folder new"; got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
	contents, err := layer.OpenContents(upper, []snapshot.Change{{Path: "file", After: &snapshot.Entry{Kind: snapshot.File, Hash: "h"}}})
	must(t, err)
	defer contents.Close()
	if f, err := contents.Open("h"); err == nil {
		t.Errorf("a link was opened: %v", f)
	}
}

// TestClosed shows that what a program has closed to its owner is read all the same, and keeps
// the mode that it gave it; and that it cannot give a file the rights of its owner.
func TestClosed(t *testing.T) {
	lower, upper := folders(t)
	write(t, filepath.Join(upper, "closed/file"), "x")
	write(t, filepath.Join(upper, "root"), "x")
	must(t, os.Chmod(filepath.Join(upper, "root"), 0o755|fs.ModeSetuid), os.Chmod(filepath.Join(upper, "closed/file"), 0), os.Chmod(filepath.Join(upper, "closed"), 0))
	r, err := layer.Read(t.Context(), layer.Config{Folder: lower, Own: upper})
	must(t, err)
	if whats(r) != "closed new, closed/file new, root new" || r.Changes[0].After.Mode != 0 || r.Changes[1].After.Mode != 0 || r.Changes[1].After.Hash == "" || r.Changes[2].After.Mode != 0o755 {
		t.Errorf("%s: %+v", whats(r), r.Changes)
	}
	must(t, os.Chmod(filepath.Join(upper, "closed"), 0o700))
}

// TestMoved shows that what has changed in the folder since the layer began is told.
func TestMoved(t *testing.T) {
	lower, upper := folders(t)
	for _, name := range []string{"a", "b", "c"} {
		write(t, filepath.Join(lower, name), "1")
		write(t, filepath.Join(upper, name), "2")
	}
	info, err := os.Stat(filepath.Join(upper, "c"))
	must(t, err)
	since := info.ModTime()
	for deadline := time.Now().Add(10 * time.Second); ; { // until the clock of the disk has gone on
		write(t, filepath.Join(lower, "b"), "3")
		now, err := os.Stat(filepath.Join(lower, "b"))
		must(t, err)
		if now.ModTime().After(since) {
			since = now.ModTime()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the clock of the disk stands still")
		}
	}
	r, err := layer.Read(t.Context(), layer.Config{Folder: lower, Own: upper, Since: since})
	must(t, err)
	if len(r.Moved) != 1 || r.Moved[0] != "b" {
		t.Errorf("moved: %q", r.Moved)
	}
}
