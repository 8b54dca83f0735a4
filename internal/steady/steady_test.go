package steady_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/internal/steady"
)

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// No link is followed, on the way or at the end, wherever it leads.
func TestNoLinkIsFollowed(t *testing.T) {
	top, other := t.TempDir(), t.TempDir()
	write(t, filepath.Join(top, "a", "b", "file"), "mine")
	write(t, filepath.Join(other, "file"), "theirs")
	for name, to := range map[string]string{"out": other, "in": "a", "a/link": "b/file", "a/b/up": "../../.."} {
		if err := os.Symlink(to, filepath.Join(top, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"a/b/file": "mine", "out/file": "", "in/b/file": "", "a/link": "", "a/b/up/x": "", "a/b": "", "../x": "", "": ""} {
		got := ""
		at, err := steady.Open([]string{t.TempDir(), top}, filepath.Join(top, filepath.FromSlash(path)))
		if err == nil {
			var data []byte
			data, _, err = at.Read(100)
			got = string(data)
			at.Close()
		}
		if got != want || (want == "") != (err != nil) {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}

// A program that exchanges a folder for a link all the time leads nobody out.
func TestAFolderThatIsExchanged(t *testing.T) {
	top, other := t.TempDir(), t.TempDir()
	write(t, filepath.Join(top, "a", "file"), "mine")
	write(t, filepath.Join(other, "file"), "theirs")
	if err := os.Symlink(other, filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	done := make(chan struct{})
	at := func(name string) string { return filepath.Join(top, name) }
	go func() {
		defer close(done)
		for !stop.Load() {
			_ = os.Rename(at("a"), at("kept"))
			_ = os.Rename(at("link"), at("a"))
			_ = os.Rename(at("a"), at("link"))
			_ = os.Rename(at("kept"), at("a"))
		}
	}()
	read := 0
	for n := 0; n < 20000 && (n < 2000 || read < 20); n++ {
		spot, err := steady.Open([]string{top}, at("a/file"))
		if err != nil {
			continue
		}
		if data, _, err := spot.Read(100); err == nil {
			read++
			if strings.Contains(string(data), "theirs") {
				t.Fatal("it was led out")
			}
		}
		_, _ = spot.PutAside(".aside")
		_ = spot.Dir.Rename("file.aside", "file")
		spot.Close()
	}
	stop.Store(true)
	<-done
	if read == 0 {
		t.Error("nothing was read: the test shows nothing")
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) != 1 || entries[0].Name() != "file" {
		t.Errorf("outside there is %v, %v", entries, err)
	}
}

// What is put aside keeps what was put aside before it.
func TestPutAside(t *testing.T) {
	top := t.TempDir()
	for range 3 {
		write(t, filepath.Join(top, "x"), "x")
		at, err := steady.Open([]string{top}, filepath.Join(top, "x"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := at.PutAside(".old"); err != nil {
			t.Fatal(err)
		}
		at.Close()
	}
	var names []string
	entries, err := os.ReadDir(top)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || !slices.Equal(names, []string{"x.old", "x.old-2", "x.old-3"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// A folder's names are those that are there, whenever they came.
func TestListings(t *testing.T) {
	top := t.TempDir()
	l := &steady.Listings{}
	for n, name := range []string{"b", "a", "c/d"} {
		write(t, filepath.Join(top, filepath.FromSlash(name)), "")
		for range 2 {
			if list, err := l.Read(top); err != nil || len(list.Names) != n+1 || !slices.IsSorted(list.Names) {
				t.Errorf("after %s: %q, %v", name, list.Names, err)
			}
		}
	}
	if err := os.Symlink("x", filepath.Join(top, "c", "link")); err != nil {
		t.Fatal(err)
	}
	if got := l.LinksBelow(top, 100); !slices.Equal(got, []string{filepath.Join(top, "c", "link")}) {
		t.Errorf("links are %q", got)
	}
	if _, err := l.Read(filepath.Join(top, "a")); err == nil {
		t.Error("a file is a folder")
	}
}

// A folder is put aside with all that is in it, and nothing that lies under such a name already is replaced.
func TestAFolderIsPutAside(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"x.aside", "x.aside-2"} {
		if err := os.MkdirAll(filepath.Join(dir, "x", "in"), 0o755); err != nil {
			t.Fatal(err)
		}
		at, err := steady.Open([]string{dir}, filepath.Join(dir, "x"))
		if err != nil {
			t.Fatal(err)
		}
		if name, err := at.PutAside(".aside"); err != nil || name != want {
			t.Errorf("%s: %q, %v", want, name, err)
		}
		at.Close()
		if _, err := os.Stat(filepath.Join(dir, want, "in")); err != nil {
			t.Error(err)
		}
	}
}
