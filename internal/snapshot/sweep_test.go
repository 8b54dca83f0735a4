package snapshot

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// calls are the calls of which sets are kept.
func calls(t testing.TB, s *Store) (out []string) {
	t.Helper()
	sets, err := s.Sets("run")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		out = append(out, set.ID)
	}
	return out
}

func sweepAll(t testing.TB, s *Store, b Bounds) {
	t.Helper()
	if swept, err := s.Sweep(t.Context(), b); err != nil || !swept {
		t.Fatalf("swept is %v: %v", swept, err)
	}
}

func TestSweepByAgeAndNumber(t *testing.T) {
	now := time.Now()
	for what, c := range map[string]struct {
		b    Bounds
		want string
	}{
		"no bounds":                   {Bounds{}, "a b c d"},
		"an age between":              {Bounds{Age: 150 * time.Minute}, "c d"},
		"an age of all":               {Bounds{Age: time.Second}, ""},
		"as many as there are":        {Bounds{Sets: 4}, "a b c d"},
		"one less":                    {Bounds{Sets: 3}, "b c d"},
		"both":                        {Bounds{Sets: 3, Age: 150 * time.Minute}, "c d"},
		"bytes that are enough":       {Bounds{Bytes: 1 << 30}, "a b c d"},
		"bytes for about half of all": {Bounds{Bytes: 220_000}, "c d"},
		"bytes for nothing":           {Bounds{Bytes: 1}, ""},
	} {
		t.Run(what, func(t *testing.T) {
			s := open(t, t.TempDir())
			shared := put(t, s, "shared by all")
			own := map[string]string{}
			for i, call := range []string{"a", "b", "c", "d"} {
				own[call] = put(t, s, noise(100_000))
				keep(t, s, call, now.Add(-time.Duration(4-i)*time.Hour), own[call], shared)
			}
			unnamed := put(t, s, "nobody names it")
			sweepAll(t, s, c.b)
			left := calls(t, s)
			if got := strings.Join(left, " "); got != c.want {
				t.Errorf("left are %q, want %q", got, c.want)
			}
			reader := open(t, s.root)
			for call, h := range own {
				r, err := reader.Open(h)
				if slices.Contains(left, call) != (err == nil) || err != nil && !errors.Is(err, ErrGone) {
					t.Errorf("the content of %s: %v", call, err)
				}
				if err == nil {
					_ = r.Close()
				}
			}
			for _, call := range left {
				whole(t, reader, "run", call)
			}
			if _, err := reader.Open(unnamed); !errors.Is(err, ErrGone) {
				t.Errorf("what nobody names: %v", err)
			}
			usage(t, s)
			sound(t, s)
		})
	}
}

// noise is text that cannot be compressed.
func noise(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return string(b)
}

// usage fails the test unless Usage is what lies there.
func usage(t testing.TB, s *Store) {
	t.Helper()
	u, err := s.Usage()
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	sets := 0
	err = filepath.WalkDir(s.root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if strings.HasPrefix(path, s.dir("sets")) {
			sets++
		}
		bytes += info.Size()
		return err
	})
	if err != nil || u.Bytes != bytes || u.Sets != sets || u.Oldest.IsZero() != (sets == 0) {
		t.Errorf("usage is %+v; there are %d bytes and %d sets, %v", u, bytes, sets, err)
	}
}

// The memory of a folder costs only time: it goes before the sets do.
func TestASweepForgetsFoldersFirst(t *testing.T) {
	s := open(t, t.TempDir())
	var trees []*Tree
	for i := range 3 {
		root := t.TempDir()
		write(t, filepath.Join(root, "f"), noise(200_000))
		trees = append(trees, s.Tree(TreeConfig{Root: root}))
		look(t, trees[i])
		at := time.Now().Add(time.Duration(i-10) * time.Minute)
		if err := os.Chtimes(trees[i].file(), at, at); err != nil {
			t.Fatal(err)
		}
	}
	keep(t, s, "old", time.Now().Add(-time.Hour), put(t, s, noise(10_000)))
	sweepAll(t, s, Bounds{Bytes: 300_000})
	if got := list(t, s.dir("trees")); len(got) != 1 || got[0] != filepath.Base(trees[2].file()) {
		t.Errorf("of the trees %q are left, not the last", got)
	}
	whole(t, s, "run", "old")
	if got := look(t, trees[0]); text(t, s, hashOf(t, got, "f")) == "" {
		t.Error("what was forgotten is not read again")
	}
	sweepAll(t, s, Bounds{Bytes: 50_000})
	whole(t, s, "run", "old")
}

// A folder at which somebody looks is remembered, also if nothing ever changes there.
func TestAFolderThatIsLookedAtIsRemembered(t *testing.T) {
	s, tree := filled(t)
	settle(t, tree.Root())
	look(t, tree)
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(tree.file(), old, old); err != nil {
		t.Fatal(err)
	}
	look(t, tree)
	sweepAll(t, s, Bounds{Age: 24 * time.Hour})
	if len(list(t, s.dir("trees"))) != 1 {
		t.Error("it is forgotten")
	}
	if err := os.Chtimes(tree.file(), old, old); err != nil {
		t.Fatal(err)
	}
	sweepAll(t, s, Bounds{Age: 24 * time.Hour})
	if len(list(t, s.dir("trees"))) != 0 {
		t.Error("one at which nobody looks is remembered")
	}
}

// Packs of which little is named are written anew, as are small ones that are many; sealed
// contents stay sealed.
func TestCompaction(t *testing.T) {
	s := open(t, t.TempDir())
	secret, err := s.Put(strings.NewReader("TOKEN=x"), 7, true)
	if err != nil {
		t.Fatal(err)
	}
	named := []string{secret}
	for i := range manyPacks + 1 {
		named = append(named, put(t, s, fmt.Sprint("small ", i)))
	}
	root := t.TempDir()
	for i := range 10 {
		write(t, filepath.Join(root, fmt.Sprint("f", i)), noise(100_000))
	}
	tree := s.Tree(TreeConfig{Root: root})
	named = append(named, hashOf(t, look(t, tree), "f3")) // one of ten in its pack
	streamed := noise(streamFrom)
	named = append(named, put(t, s, streamed))
	if err := os.Remove(tree.file()); err != nil {
		t.Fatal(err)
	}
	keep(t, s, "call", time.Now(), named...)
	before := s.size()
	sweepAll(t, s, Bounds{})
	if packs := list(t, s.dir("packs")); len(packs) != 2 {
		t.Errorf("%d packs are left", len(packs))
	}
	if after := s.size(); before-after < 800_000 {
		t.Errorf("of %d bytes, %d are left", before, after)
	}
	for _, reader := range []*Store{s, open(t, s.root)} {
		whole(t, reader, "run", "call")
		if text(t, reader, secret) != "TOKEN=x" || text(t, reader, named[len(named)-1]) != streamed {
			t.Error("a content is another")
		}
	}
	for _, name := range files(t, s.dir("packs")) {
		if raw, err := os.ReadFile(name); err != nil || strings.Contains(string(raw), "TOKEN") {
			t.Errorf("a secret lies there in clear, %v", err)
		}
	}
	sound(t, s)
	usage(t, s)
}

// Two processes may keep the same content at once: either copy may go, never both.
func TestACopyInTwoPacks(t *testing.T) {
	s := open(t, t.TempDir())
	other := open(t, s.root)
	first := s.packs.batch()
	second := other.packs.batch()
	for _, b := range []*Batch{first, second} {
		if _, err := b.put([]byte("twice"), false); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range []*Batch{first, second} {
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	h := put(t, s, "twice")
	keep(t, s, "call", time.Now(), h)
	sweepAll(t, s, Bounds{})
	if packs := list(t, s.dir("packs")); len(packs) != 1 {
		t.Errorf("%d packs", len(packs))
	}
	for _, reader := range []*Store{s, other, open(t, s.root)} {
		whole(t, reader, "run", "call")
	}
}

func TestKeys(t *testing.T) {
	for _, n := range []int{1, 16, 31, 33} {
		if _, err := Open(Config{Dir: t.TempDir(), Key: make([]byte, n)}); err == nil || !strings.Contains(err.Error(), "key") {
			t.Errorf("a key of %d bytes: %v", n, err)
		}
	}
	root := t.TempDir()
	write(t, filepath.Join(root, ".env"), "TOKEN=x")
	write(t, filepath.Join(root, "twin.env"), "TOKEN=x")
	write(t, filepath.Join(root, "plain"), "text")
	settle(t, root)
	c := TreeConfig{Root: root, Secret: func(p string) bool { return strings.HasSuffix(p, ".env") }}
	s := open(t, t.TempDir())
	before := look(t, s.Tree(c))
	hash := hashOf(t, before, ".env")
	for what, other := range map[string]Config{"another key": {Key: []byte(strings.Repeat("x", keySize))}, "no secrets": {Key: s.packs.key, NoSecrets: true}} {
		other.Dir = s.root
		keyed := what == "another key"
		other, err := Open(other)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.Open(hash); keyed != errors.Is(err, ErrGone) {
			t.Errorf("%s: a sealed content: %v", what, err)
		}
		tree := other.Tree(c)
		v := look(t, tree)
		n := nodeOf(v, ".env")
		switch {
		case !keyed && (n.sum != (sum{}) || n.lost != errSecret.Error()):
			t.Errorf("%s: a secret is %s %q", what, n.sum, n.lost)
		case keyed && text(t, other, hashOf(t, v, ".env")) != "TOKEN=x":
			t.Errorf("%s: a secret is not read again", what)
		}
		if text(t, other, hashOf(t, v, "plain")) != "text" {
			t.Errorf("%s: a file that is no secret", what)
		}
		if err := os.Remove(tree.file()); err != nil {
			t.Fatal(err)
		}
		look(t, open(t, s.root).Tree(c))
	}
	if found, err := s.Check(t.Context()); err != nil || len(found) != 1 || !strings.Contains(found[0].What, "sealed with another key") {
		t.Errorf("check: %v, %v", found, err)
	}
}

// Acts of one process that overlap share one lock: nothing is swept until the last has ended, also if somebody deletes the lock meanwhile.
func TestActsShareALock(t *testing.T) {
	s := open(t, t.TempDir())
	begin := func() func() {
		t.Helper()
		release, err := s.Hold(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return release
	}
	locks := func(want int) {
		t.Helper()
		files, err := os.ReadDir(s.dir("users"))
		if err != nil || len(files) != want {
			t.Errorf("there are %d locks, %v; want %d", len(files), err, want)
		}
		if swept, err := s.Sweep(t.Context(), Bounds{}); swept != (want == 0) || err != nil {
			t.Errorf("with %d locks: swept is %v, %v", want, swept, err)
		}
	}
	first, second := begin(), begin()
	locks(1)
	first()
	first() // a second time ends nobody else's
	locks(1)
	third := begin()
	second()
	locks(1)
	if err := os.RemoveAll(s.dir("users")); err != nil {
		t.Fatal(err)
	}
	fourth := begin()
	locks(1)
	third()
	locks(1)
	fourth()
	locks(0)
}
