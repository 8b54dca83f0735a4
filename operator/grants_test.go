package operator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// Nothing that is picked opens the person's home or our own folders, in words
// that say why; what was kept of such a grant opens nothing either.
func TestGrantsThatAreRefused(t *testing.T) {
	b := newHandBench(t, noHands)
	home := b.o.c.Home
	link := func(name, target string) string {
		path := filepath.Join(home, name)
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ path, why string }{
		{home, "is your home folder or holds it"},
		{filepath.Dir(home), "is your home folder or holds it"},
		{"/", "is your home folder or holds it"},
		{"notes", "is not an absolute path"},
		{link("to-home", home), "is your home folder or holds it"},
		{home + "/config/../.", "is your home folder or holds it"},
		{b.o.c.Dirs.Config, "lies in"},
		{filepath.Join(b.o.c.Dirs.Config, "settings.json"), "lies in"},
		{b.o.c.Dirs.Data, "lies in"},
		{filepath.Join(b.o.c.Dirs.Data, "new.txt"), "lies in"},
		{b.o.c.Dirs.Data + "/temp", "lies in"},
		{link("to-data", b.o.c.Dirs.Data), "lies in"},
	} {
		err := b.o.Grant(tools.Call{Space: b.dir}, c.path)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", c.path, err, c.why)
		}
		if err := b.o.store.States().SetState(t.Context(), grantKind, b.dir+"\x00"+c.path, "2026-01-01T00:00:00Z"); err != nil { // as an older version left it
			t.Fatal(err)
		}
	}
	before := b.s.roots.List()
	if err := b.s.restoreGrants(t.Context()); err != nil || !cmp.Equal(before, b.s.roots.List()) {
		t.Errorf("%v, restored %q, want %q", err, b.s.roots.List(), before)
	}
}

// A folder that holds ours but not the home folder.
func TestAGrantThatHoldsOurFolders(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := newHandBenchAt(t, filepath.Join(top, "home"), settings.Dirs{Config: filepath.Join(top, "ours", "config"), Data: filepath.Join(top, "ours", "data")}, noHands)
	if err := b.o.Grant(tools.Call{Space: b.dir}, filepath.Join(top, "ours")); err == nil || !strings.Contains(err.Error(), "keeps its own settings or data in it") {
		t.Errorf("%v", err)
	}
}

// What the person has picked is the grant, not what a link leads to later.
func TestAGrantIsOfWhatWasPicked(t *testing.T) {
	b := newHandBench(t, noHands)
	home := b.o.c.Home
	picked, secret, link := filepath.Join(home, "picked"), filepath.Join(home, ".ssh"), filepath.Join(b.dir, "link")
	for _, dir := range []string{picked, secret} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	point := func(target string) {
		t.Helper()
		_ = os.Remove(link) // there is none at first
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	reopen := func() []string {
		t.Helper()
		if err := b.s.close(); err != nil {
			t.Fatal(err)
		}
		delete(b.o.spaces, b.dir)
		var err error
		if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
			t.Fatal(err)
		}
		return b.s.roots.List()
	}
	point(picked)
	if err := b.o.Grant(tools.Call{Space: b.dir}, link); err != nil {
		t.Fatal(err)
	}
	if got, err := b.s.Granted(t.Context()); err != nil || !cmp.Equal(got, []string{picked}) {
		t.Errorf("granted %q, %v", got, err)
	}
	point(secret)
	if got := reopen(); paths.Within(secret, got) || !paths.Within(picked, got) {
		t.Errorf("the link was turned, and the next start opens %q", got)
	}
	if err := os.Remove(picked); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, picked); err != nil {
		t.Fatal(err)
	}
	if got := reopen(); paths.Within(secret, got) {
		t.Errorf("the folder was exchanged for a link, and the next start opens %q", got)
	}
	if err := b.o.Revoke(t.Context(), b.dir, picked); err != nil {
		t.Errorf("a grant that was not restored cannot be taken back: %v", err)
	}
	if got, err := b.s.Granted(t.Context()); err != nil || len(got) > 0 {
		t.Errorf("granted %q, %v", got, err)
	}
}
