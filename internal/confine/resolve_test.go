package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// escapeTree is a space, a granted folder, and what must never be reached.
func escapeTree(t testing.TB) (top string, r *Roots) {
	t.Helper()
	top = realTemp(t)
	makeTree(t, top, map[string]string{
		"out/secret":           "secret",
		"out/sub/secret":       "secret",
		"space2/secret":        "secret",
		"granted/g.txt":        "granted",
		"space/a.txt":          "a",
		"space/dir/b.txt":      "b",
		"space/dir/deep/c.txt": "c",
		"space/~/t.txt":        "tilde",
		"space/~x":             "tilde x",
		"space/in":             "->dir/b.txt",
		"space/in-abs":         "->$TOP/space/dir",
		"space/in-up":          "->dir/../a.txt",
		"space/to-granted":     "->$TOP/granted",
		"space/to-grantedrel":  "->../granted/g.txt",
		"space/out-rel":        "->../out",
		"space/out-abs":        "->$TOP/out",
		"space/out-file":       "->$TOP/out/secret",
		"space/out-new":        "->../out/new",
		"space/chain":          "->chain2",
		"space/chain2":         "->dir/chain3",
		"space/dir/chain3":     "->../out-rel",
		"space/chain-in":       "->dir/chain-in2",
		"space/dir/chain-in2":  "->../in-abs/deep",
		"space/up":             "->..",
		"space/top":            "->/",
		"space/loop":           "->loop2",
		"space/loop2":          "->loop",
		"space/self":           "->.",
		"space/dangling":       "->dir/not-yet",
		"space/deep-link":      "->dir/deep",
		"space/out-deep":       "->../out/sub",
	})
	return top, open(t, Config{Base: filepath.Join(top, "space"), More: []string{filepath.Join(top, "granted")}})
}

func TestResolve(t *testing.T) {
	top, r := escapeTree(t)
	cases := []struct{ name, want string }{ // want: relative to the top
		{"a.txt", "space/a.txt"},
		{"./a.txt", "space/a.txt"},
		{".", "space"},
		{"./", "space"},
		{"dir/", "space/dir"},
		{"dir//b.txt", "space/dir/b.txt"},
		{"dir/./b.txt", "space/dir/b.txt"},
		{"dir/../a.txt", "space/a.txt"},
		{"a.txt/", "space/a.txt"},
		{"$TOP/space/a.txt", "space/a.txt"},
		{"$TOP/space", "space"},
		{"$TOP/space/", "space"},
		{"$TOP/space/../space/a.txt", "space/a.txt"},
		{"../space/a.txt", "space/a.txt"},
		{"$TOP/granted/g.txt", "granted/g.txt"},
		{"../granted/g.txt", "granted/g.txt"},
		{"in", "space/dir/b.txt"},
		{"in-abs", "space/dir"},
		{"in-abs/b.txt", "space/dir/b.txt"},
		{"in-up", "space/a.txt"},
		{"to-granted", "granted"},
		{"to-granted/g.txt", "granted/g.txt"},
		{"to-granted/new", "granted/new"},
		{"to-grantedrel", "granted/g.txt"},
		{"chain-in/c.txt", "space/dir/deep/c.txt"},
		{"self/self/self/a.txt", "space/a.txt"},
		{"dangling", "space/dir/not-yet"},
		{"new", "space/new"},
		{"new/deep/er", "space/new/deep/er"},
		{"nope/../a.txt", "space/a.txt"},
		{"nope/../nope2/x", "space/nope2/x"},
		{"nope/deep/../../in/", "space/dir/b.txt"},
		{"deep-link/../b.txt", "space/dir/b.txt"}, // as the system: ".." of where the link leads
		{"..hidden", "space/..hidden"},
		{"...", "space/..."},
		{"./~/t.txt", "space/~/t.txt"},
		{"~x", "space/~x"},
		{" ", "space/ "},
		{"-rf", "space/-rf"},
		{"new\nline", "space/new\nline"},
		{"\xff\xfe", "space/\xff\xfe"},
		{strings.Repeat("self/", 38) + "a.txt", "space/a.txt"},
		{strings.Repeat("self/", 40) + "a.txt", "space/a.txt"},
	}
	for _, c := range cases {
		name := strings.ReplaceAll(c.name, "$TOP", top)
		p, err := r.Resolve(name)
		if err != nil {
			t.Errorf("Resolve(%q): %v", c.name, err)
			continue
		}
		if want := filepath.Join(top, c.want); p.Abs != want {
			t.Errorf("Resolve(%q) = %s, want %s", c.name, p.Abs, want)
		}
		if filepath.Join(p.Root, p.Rel) != p.Abs {
			t.Errorf("Resolve(%q): %q and %q do not make %q", c.name, p.Root, p.Rel, p.Abs)
		}
	}
}

func TestResolveRefuses(t *testing.T) {
	top, r := escapeTree(t)
	const escape, name, system = "escape", "name", "system"
	cases := []struct{ name, want string }{
		{"..", escape},
		{"../", escape},
		{"../out/secret", escape},
		{"../space2/secret", escape},
		{"../spac", escape},
		{"dir/../../out/secret", escape},
		{"$TOP/out/secret", escape},
		{"$TOP", escape},
		{"$TOP/space2/secret", escape},
		{"$TOP/space/../out/secret", escape},
		{"$TOP/grantedx", escape},
		{"/", escape},
		{"//", escape},
		{"/etc/passwd", escape},
		{"//etc/passwd", escape},
		{"/../../etc/passwd", escape},
		{"out-rel", escape},
		{"out-rel/secret", escape},
		{"out-rel/../out/secret", escape},
		{"out-abs/secret", escape},
		{"out-abs/new/file", escape},
		{"out-file", escape},
		{"out-file/", escape},
		{"out-new", escape},
		{"chain", escape},
		{"chain/secret", escape},
		{"self/chain2/secret", escape},
		{"up", escape},
		{"up/out/secret", escape},
		{"top/etc/passwd", escape},
		{"out-deep/../secret", escape}, // cleaned as text it would be space/secret
		{"nope/../../out/secret", escape},
		{"nope/../../out/new", escape},
		{"nope/nope2/../../../out/x", escape},
		{"nope/../out-rel/secret", escape},
		{"nope/../../../../../../../../../etc/passwd", escape},
		{"dangling/../../../out/x", escape},
		{strings.Repeat("../", 1000) + "etc/passwd", escape},
		{"loop", system},
		{"loop/x", system},
		{strings.Repeat("self/", 41) + "a.txt", system},
		{"a.txt/x", system},
		{"a.txt/../dir/b.txt", system},
		{strings.Repeat("n", 300), system},
		{"", name},
		{"a\x00b", name},
		{"a.txt\x00", name},
		{"~", name},
		{"~/secret", name},
		{strings.Repeat("a/", 2049), name},
		{strings.Repeat("é", 2049), name},
	}
	if runtime.GOOS == "linux" {
		cases = append(cases, []struct{ name, want string }{
			{"/proc/self/root/etc/passwd", escape},
			{"/proc/self/root$TOP/out/secret", escape},
			{"/proc/thread-self/root/etc/passwd", escape},
			{"/proc/self/cwd/../../out", escape},
			{"/proc/self/fd/0", escape},
			{"/proc/self/environ", escape},
			{"/dev/fd/0", escape},
			{"/dev/stdin", escape},
			{"$TOP/SPACE/a.txt", escape},
			{"../Space/a.txt", escape},
		}...)
	}
	for _, c := range cases {
		p, err := r.Resolve(strings.ReplaceAll(c.name, "$TOP", top))
		if err == nil {
			t.Errorf("Resolve(%.60q) = %s", c.name, p)
			continue
		}
		var escapeErr *EscapeError
		var nameErr *NameError
		var pathErr *os.PathError
		got := fmt.Sprintf("%T", err)
		switch {
		case errors.As(err, &escapeErr):
			got = escape
		case errors.As(err, &nameErr):
			got = name
		case errors.As(err, &pathErr):
			got = system
		}
		if got != c.want {
			t.Errorf("Resolve(%.60q) = %v: %s, want %s", c.name, err, got, c.want)
		}
		if len(err.Error()) > 1000 {
			t.Errorf("Resolve(%.60q): error of %d bytes", c.name, len(err.Error()))
		}
	}
}

func TestProcLinksAreFollowedLikeAnyOther(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no /proc
	}
	top, r := escapeTree(t)
	t.Chdir(filepath.Join(top, "space", "dir"))
	for _, name := range []string{"/proc/self/cwd/b.txt", "/proc/self/root" + top + "/space/dir/b.txt"} {
		if p := resolve(t, r, name); p.Abs != filepath.Join(top, "space/dir/b.txt") {
			t.Errorf("Resolve(%s) = %s", name, p)
		}
	}
}

func TestResolveIgnoresCaseWhereTheDiskDoes(t *testing.T) {
	top, r := escapeTree(t)
	upper := filepath.Join(top, "SPACE", "A.TXT")
	_, statErr := os.Lstat(upper)
	p, err := r.Resolve(upper)
	if (statErr == nil) != (err == nil) {
		t.Fatalf("the disk says %v, Resolve says %v", statErr, err)
	}
	if err != nil {
		return
	}
	if data, _, err := r.ReadFile(p, 10); err != nil || string(data) != "a" {
		t.Errorf("ReadFile = %q, %v", data, err)
	}
}

func TestResolveEntryKeepsTheLastLink(t *testing.T) {
	top, r := escapeTree(t)
	p, err := r.ResolveEntry("self/out-abs")
	if err != nil || p.Abs != filepath.Join(top, "space/out-abs") {
		t.Fatalf("ResolveEntry = %v, %v", p, err)
	}
	if target, err := r.Readlink(p); err != nil || target != filepath.Join(top, "out") {
		t.Errorf("Readlink = %q, %v", target, err)
	}
	if _, err := r.Open(p); err == nil {
		t.Error("Open followed the link")
	}
	if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); err == nil {
		t.Error("WriteAtomic replaced the link")
	}
	if err := r.Remove(p); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(top, "out/secret")) != "secret" {
		t.Error("Remove went through the link")
	}
	if _, err := r.ResolveEntry("out-rel/secret"); err == nil {
		t.Error("ResolveEntry went through a link to the outside")
	}
	again := Path{Root: p.Root, Rel: "links/again", Abs: filepath.Join(p.Root, "links/again")}
	if err := r.Symlink("../dir", again); err != nil {
		t.Fatal(err)
	}
	if got := resolve(t, r, "links/again/b.txt"); got.Abs != filepath.Join(top, "space/dir/b.txt") {
		t.Errorf("through the new link: %s", got)
	}
}

func TestPathsMadeByHandAreChecked(t *testing.T) {
	top, r := escapeTree(t)
	space := filepath.Join(top, "space")
	for _, p := range []Path{
		{},
		{Root: space},
		{Root: space, Rel: "..", Abs: top},
		{Root: space, Rel: "../out/secret", Abs: filepath.Join(top, "out/secret")},
		{Root: space, Rel: "dir/../../out/secret", Abs: filepath.Join(space, "a.txt")},
		{Root: space, Rel: "dir/../a.txt", Abs: filepath.Join(space, "a.txt")},
		{Root: space, Rel: filepath.Join(top, "out/secret"), Abs: filepath.Join(space, "a.txt")},
		{Root: space, Rel: "out-rel/secret", Abs: filepath.Join(space, "out-rel/secret")},
		{Root: space, Rel: "out-file", Abs: filepath.Join(space, "out-file")},
		{Root: space, Rel: "in", Abs: filepath.Join(space, "in")},
		{Root: space, Rel: "in-abs/b.txt", Abs: filepath.Join(space, "in-abs/b.txt")},
		{Root: filepath.Join(top, "out"), Rel: "secret", Abs: filepath.Join(top, "out/secret")},
		{Root: top, Rel: "out/secret", Abs: filepath.Join(top, "out/secret")},
	} {
		if f, err := r.Open(p); err == nil {
			f.Close()
			t.Errorf("Open(%+v) works", p)
		}
		if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); err == nil {
			t.Errorf("WriteAtomic(%+v) works", p)
		}
		if err := r.Remove(p); err == nil && p.Rel != "in" && p.Rel != "out-file" {
			t.Errorf("Remove(%+v) works", p)
		}
	}
	if read(t, filepath.Join(top, "out/secret")) != "secret" {
		t.Error("the file outside has changed")
	}
}

// What a call names below a folder that programs find elsewhere is there, unless a root lies where the name leads; what
// others than calls name is not.
func TestCalled(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{
		"shown/space/a.txt": "a", "shown/b.txt": "the machine's", "shown/file": "no folder here", "temp/b.txt": "the program's", "temp/file/c": "c", "temp/out": "->../other/secret",
		"temp/in": "->$TOP/shown/space/a.txt", "other/secret": "s",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	r := open(t, Config{Base: at("shown/space"), More: []string{at("temp")}, Shown: func() map[string]string { return map[string]string{at("shown"): at("temp")} }})
	for name, want := range map[string]string{
		"shown/space/a.txt": "shown/space/a.txt", "shown/b.txt": "temp/b.txt", "shown/new/deep": "temp/new/deep", "shown": "temp", "shown/": "temp", "shown/file/c": "temp/file/c",
		"shown/in": "shown/space/a.txt", "shown/out": "", "shown/x/../../other/secret": "", "shown/../other/secret": "", "shownx": "", "other/secret": "",
	} {
		p, err := Called(r, "chat").Resolve(at(name))
		if want == "" {
			if err == nil {
				t.Errorf("%s led to %s", name, p)
			}
			continue
		}
		if err != nil || p.Abs != at(want) {
			t.Errorf("%s led to %s, %v, and not to %s", name, p, err, want)
		}
	}
	for _, others := range []*Roots{r, r.Of("chat")} {
		if p, err := others.Resolve(at("shown/b.txt")); err == nil {
			t.Errorf("what no call names led to %s", p)
		}
	}
}
