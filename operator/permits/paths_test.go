package permits_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/operatortest"
	"handrail/operator/paths"
	"handrail/operator/permits"
	"handrail/operator/settings"
	"handrail/tools"
)

// benchAtHome is a space whose person has the app's folders in their home folder.
func benchAtHome(t *testing.T) *operatortest.Bench {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return operatortest.New(t, operatortest.Options{
		Home: home, Dirs: settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")},
	})
}

// What lies in the space, by whatever way it is named, is not granted: a grant would give nothing.
func TestNothingIsGrantedInTheSpace(t *testing.T) {
	b := benchAtHome(t)
	b.File("notes/a.txt", "a")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(b.Dir, "notes"), link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{b.Dir, filepath.Join(b.Dir, "notes"), filepath.Join(b.Dir, "notes", "a.txt"), filepath.Join(b.Dir, "new.txt"), filepath.Join(link, "a.txt")} {
		for _, change := range []bool{false, true} {
			if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir, Session: "one"}, path, change); !errors.Is(err, tools.ErrInSpace) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if list, err := b.O.Permits().Grants(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("granted are %+v, %v", list, err)
	}
	outside := b.Dir + "-more" // it begins with the same letters
	if err := os.Mkdir(outside, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir, Session: "one"}, outside, false); err != nil {
		t.Error(err)
	}
}

// Nothing that is picked opens the person's home or our own folders, in words
// that say why; what was kept of such a grant opens nothing either.
func TestGrantsThatAreRefused(t *testing.T) {
	b := benchAtHome(t)
	home, dirs := b.Options.Home, b.Options.Dirs
	link := func(name, target string) string {
		path := filepath.Join(home, name)
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ path, why string }{
		{home, "is or contains your home folder"},
		{filepath.Dir(home), "is or contains your home folder"},
		{"/", "is or contains your home folder"},
		{"notes", "is not an absolute path"},
		{link("to-home", home), "is or contains your home folder"},
		{home + "/config/../.", "is or contains your home folder"},
		{dirs.Config, "lies in"},
		{filepath.Join(dirs.Config, "settings.json"), "lies in"},
		{dirs.Data, "lies in"},
		{filepath.Join(dirs.Data, "new.txt"), "lies in"},
		{dirs.Data + "/temp", "lies in"},
		{link("to-data", dirs.Data), "lies in"},
	} {
		err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, c.path, true)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", c.path, err, c.why)
		}
		if err := b.O.Store().States().SetState(t.Context(), "grant", b.Dir+"\x00"+c.path+"\x00", `{"made":"2026-01-01T00:00:00Z","change":true}`); err != nil { // as an older version left it
			t.Fatal(err)
		}
	}
	before := b.S.Roots().List()
	if err := b.S.Permits().Restore(t.Context()); err != nil || !cmp.Equal(before, b.S.Roots().List()) {
		t.Errorf("%v, restored %q, want %q", err, b.S.Roots().List(), before)
	}
}

// A folder that holds ours but not the home folder.
func TestAGrantThatHoldsOurFolders(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := operatortest.New(t, operatortest.Options{
		Home: filepath.Join(top, "home"), Dirs: settings.Dirs{Config: filepath.Join(top, "ours", "config"), Data: filepath.Join(top, "ours", "data")},
	})
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, filepath.Join(top, "ours"), true); err == nil || !strings.Contains(err.Error(), "keeps its own settings or data in it") {
		t.Errorf("%v", err)
	}
}

// What the person has picked is the grant, not what a link leads to later.
func TestAGrantIsOfWhatWasPicked(t *testing.T) {
	b := benchAtHome(t)
	home := b.Options.Home
	picked, secret, link := filepath.Join(home, "picked"), filepath.Join(home, ".ssh"), filepath.Join(b.Dir, "link")
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
		if err := b.O.RemoveSpace(b.Dir); err != nil {
			t.Fatal(err)
		}
		var err error
		if b.S, err = b.O.OpenSpace(t.Context(), b.Dir); err != nil {
			t.Fatal(err)
		}
		return b.S.Roots().List()
	}
	point(picked)
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, link, true); err != nil {
		t.Fatal(err)
	}
	if got, err := b.S.Permits().Granted(t.Context()); err != nil || !cmp.Equal(got, []string{picked}) {
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
	if err := b.O.Permits().RevokePath(t.Context(), b.Dir, picked); err != nil {
		t.Errorf("a grant that was not restored cannot be taken back: %v", err)
	}
	if got, err := b.S.Permits().Granted(t.Context()); err != nil || len(got) > 0 {
		t.Errorf("granted %q, %v", got, err)
	}
}

// What was picked for one chat is none of another's, may be changed only if that was said, and
// belongs to all of them once the person says so; another process hears of each.
func TestAPickOfOneChat(t *testing.T) {
	b := benchAtHome(t)
	picked := filepath.Join(b.Options.Home, "letter.txt")
	operatortest.WriteFile(t, picked, "Dear Ada")
	chat := func(session string) tools.Call {
		return tools.Call{Space: b.Dir, Session: session, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "Atlas"}}
	}
	may := func(session string) string {
		t.Helper()
		b.O.Permits().CatchUp()
		p, err := b.S.Roots().Of(session).Resolve(picked)
		switch {
		case err != nil:
			return "nothing"
		case b.S.Roots().Changeable(p) != nil:
			return "read"
		}
		return "change"
	}
	expect := func(when, one, two string) {
		t.Helper()
		if got, other := may("one"), may("two"); got != one || other != two {
			t.Errorf("%s: one may %s, two may %s; want %s and %s", when, got, other, one, two)
		}
	}
	line := func() permits.GrantLine {
		t.Helper()
		list, err := b.O.Permits().Grants(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("granted are %+v, %v", list, err)
		}
		return list[0]
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	expect("before", "nothing", "nothing")
	must(b.O.Permits().GrantPath(chat("one"), picked, false))
	expect("picked", "read", "nothing")
	if g := line(); g.Session != "one" || g.Label != "Tools may read "+picked || g.Until.IsZero() {
		t.Errorf("it is listed as %+v", g)
	}
	must(b.O.Permits().GrantPath(chat("one"), picked, true))
	expect("picked to be changed", "change", "nothing")
	must(b.O.Permits().GrantPath(chat("one"), picked, false))
	expect("picked again to be read", "change", "nothing")
	must(b.O.Permits().WidenPath(t.Context(), line().ID))
	expect("widened", "change", "change")
	if g := line(); g.Session != "" || g.Label != "Tools may read and change "+picked || !g.Until.IsZero() {
		t.Errorf("widened, it is listed as %+v", g)
	}
	if err := b.O.Permits().WidenPath(t.Context(), line().ID); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("it is widened twice: %v", err)
	}
	if err := b.O.Permits().WidenPath(t.Context(), "p_none"); err == nil {
		t.Error("what is not granted is widened")
	}
	must(b.O.Permits().RevokeGrant(t.Context(), line().ID))
	expect("revoked", "nothing", "nothing")
	person := chat("one")
	person.Caller = tools.Caller{Kind: tools.CallerPerson}
	must(b.O.Permits().GrantPath(person, picked, false))
	expect("picked by the person for themselves", "read", "read")
	must(b.O.Permits().RevokePath(t.Context(), b.Dir, picked))

	states := b.O.Store().States() // what follows is what another process writes
	key := b.Dir + "\x00" + picked + "\x00two"
	other := func(value string) {
		t.Helper()
		must(states.SetState(t.Context(), "grant", key, value))
		must(states.SetState(t.Context(), "grants", "version", value))
	}
	now := time.Now().UTC().Format(time.RFC3339)
	other(`{"made":"` + now + `","change":true}`)
	expect("by another process", "nothing", "change")
	other(`{"made":"` + now + `","change":false}`)
	expect("narrowed by another process", "nothing", "read")
	other(`{"made":"` + time.Now().Add(-31*24*time.Hour).UTC().Format(time.RFC3339) + `","change":true}`)
	expect("too long ago", "nothing", "nothing")
	other(`{"made":`)
	expect("what cannot be read", "nothing", "nothing")
}

// What a tool of the desktop opens lies where tools of the space may touch files.
func TestWithin(t *testing.T) {
	b := benchAtHome(t)
	outside := filepath.Join(b.Options.Home, "outside.txt")
	for _, c := range []struct{ name, want string }{
		{"notes.md", filepath.Join(b.Dir, "notes.md")},
		{filepath.Join(b.Dir, "a", "..", "b"), filepath.Join(b.Dir, "b")},
		{".", b.Dir},
		{"../outside.txt", ""}, {outside, ""}, {"~/x", ""}, {"a\x00b", ""},
	} {
		got, err := b.O.Permits().Within(tools.Call{Space: b.Dir}, c.name)
		if got != c.want || (err == nil) != (c.want != "") || err != nil && tools.AsError(err).Code != tools.InvalidPath {
			t.Errorf("%q: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, outside, true); err != nil {
		t.Fatal(err)
	}
	if got, err := b.O.Permits().Within(tools.Call{Space: b.Dir}, outside); err != nil || got != outside {
		t.Errorf("what was granted: %q, %v", got, err)
	}
	if _, err := b.O.Permits().Within(tools.Call{Space: "/nowhere"}, "x"); err == nil {
		t.Error("a space that is not open has files")
	}
}
