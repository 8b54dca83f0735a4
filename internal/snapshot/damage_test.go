package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// filled is a store with some sets, trees and packs, and the tree of a folder.
func filled(t testing.TB) (s *Store, tree *Tree) {
	t.Helper()
	root := t.TempDir()
	s = open(t, t.TempDir())
	tree = s.Tree(TreeConfig{Root: root, Secret: func(p string) bool { return strings.HasSuffix(p, ".env") }})
	for i := range 4 {
		before := look(t, tree)
		write(t, filepath.Join(root, fmt.Sprintf("f%d", i)), strings.Repeat(fmt.Sprint("content ", i, "\n"), 100*i))
		write(t, filepath.Join(root, "a.env"), fmt.Sprint("TOKEN=", i))
		write(t, filepath.Join(root, "d/same"), fmt.Sprint("number ", i))
		set := &Set{ID: fmt.Sprint("call", i), Run: "run", Time: time.Now(), Roots: []Root{{Path: root, Changes: Between(before, look(t, tree))}}}
		if err := s.Keep(set); err != nil {
			t.Fatal(err)
		}
	}
	return s, tree
}

// files are those of a store that hold something.
func files(t testing.TB, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Base(path) != gateName {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Whatever is cut, flipped or put in place of the bytes of a store: nothing else than was kept
// is ever read, Check says so, and the next looks work.
func TestAStoreThatWasDamaged(t *testing.T) {
	s, tree := filled(t)
	names := files(t, s.root)
	dice := rand.New(rand.NewPCG(7, 7))
	for round := range 150 {
		name := names[dice.IntN(len(names))]
		sound, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		raw := append([]byte(nil), sound...)
		at := dice.IntN(len(raw))
		what := "flipped"
		switch dice.IntN(4) {
		case 0:
			raw, what = raw[:at], "cut"
		case 1:
			raw, what = append(raw, raw[at:]...), "grown"
		case 2:
			for i := range raw[at:] {
				raw[at+i] = byte(dice.Uint32()) //nolint:gosec // noise
			}
			what = "overwritten"
		default:
			raw[at] ^= 1 << dice.IntN(8)
		}
		what = fmt.Sprintf("round %d: %s is %s at %d of %d", round, strings.TrimPrefix(name, s.root), what, at, len(sound))
		if err := os.WriteFile(name, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		damaged := open(t, s.root)
		lost := readable(t, damaged, what)
		found, err := damaged.Check(t.Context())
		if err != nil || lost && len(found) == 0 {
			t.Errorf("%s: check finds %v, %v", what, found, err)
		}
		again := damaged.Tree(tree.c)
		if v := look(t, again); v.files != 6 {
			t.Errorf("%s: a look sees %d files", what, v.files)
		}
		for _, f := range files(t, s.root) { // what that look has made
			if info, err := os.Stat(f); err == nil && strings.Contains(f, "packs") && !strings.Contains(strings.Join(names, " "), f) && info.Size() > 0 {
				_ = os.Remove(f)
			}
		}
		if err := os.WriteFile(name, sound, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// readable reads whatever sets name, and reports whether something cannot be.
func readable(t *testing.T, s *Store, what string) (lost bool) {
	t.Helper()
	for i := range 4 {
		set, err := s.Set("run", fmt.Sprint("call", i))
		if err != nil {
			lost = true
			continue
		}
		if set.ID != fmt.Sprint("call", i) || set.Run != "run" {
			t.Errorf("%s: the set says that it is %s", what, set.ID)
		}
		for _, h := range set.hashes() {
			r, err := s.Open(h)
			if err != nil {
				lost = true
				continue
			}
			data, err := io.ReadAll(r)
			_ = r.Close()
			if err != nil {
				lost = true
				continue
			}
			if text := string(data); !strings.HasPrefix(text, "content ") && !strings.HasPrefix(text, "TOKEN=") && !strings.HasPrefix(text, "number ") && text != "" {
				t.Errorf("%s: %s is read as %.40q", what, h[:8], text)
			}
		}
	}
	return lost
}

func TestAStoreThatWasDeleted(t *testing.T) {
	for _, gone := range []string{".", "packs", "sets", "trees", "users"} {
		t.Run(gone, func(t *testing.T) {
			s, tree := filled(t)
			before := look(t, tree)
			if err := os.RemoveAll(s.dir(gone)); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Sets("run"); err != nil {
				t.Errorf("sets: %v", err)
			}
			if _, err := s.Usage(); err != nil {
				t.Errorf("usage: %v", err)
			}
			if _, err := s.Check(t.Context()); err != nil {
				t.Errorf("check: %v", err)
			}
			now := look(t, tree)
			if got := Between(before, now); len(got) > 0 {
				t.Errorf("it says %q", said(got))
			}
			for _, path := range []string{"f1", "a.env", "d/same"} {
				text(t, s, hashOf(t, now, path))
			}
			if err := s.Keep(&Set{ID: "new", Run: "run2", Time: time.Now()}); err != nil {
				t.Error(err)
			}
			if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept {
				t.Errorf("swept is %v: %v", swept, err)
			}
			another := look(t, open(t, s.root).Tree(tree.c))
			for _, path := range []string{"f1", "a.env", "d/same"} {
				text(t, s, hashOf(t, another, path))
			}
		})
	}
}

// A pack that cannot be read takes no room for ever, and no set goes because of it.
func TestASweepRemovesAPackThatIsDamaged(t *testing.T) {
	s := open(t, t.TempDir())
	keep(t, s, "sound", time.Now(), put(t, s, "sound"))
	if err := os.WriteFile(s.dir("packs", "junk"+packEnd), make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(t.Context())
	if err != nil || len(found) != 1 {
		t.Errorf("check: %v, %v", found, err)
	}
	if swept, err := s.Sweep(t.Context(), Bounds{Bytes: 100_000}); err != nil || !swept {
		t.Errorf("swept is %v: %v", swept, err)
	}
	whole(t, s, "run", "sound")
	sound(t, s)
}

// A set of which nothing can be read keeps no other from being swept, and goes with its age.
func TestASetThatIsDamaged(t *testing.T) {
	s := open(t, t.TempDir())
	keep(t, s, "sound", time.Now(), put(t, s, "sound"))
	keep(t, s, "broken", time.Now(), put(t, s, "other"))
	file := s.dir("sets", "run", "broken")
	if err := os.WriteFile(file, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	sets, err := s.Sets("run")
	if len(sets) != 1 || !errors.Is(err, errDamaged) {
		t.Errorf("%d sets, %v", len(sets), err)
	}
	found, err := s.Check(t.Context())
	if err != nil || len(found) != 1 || len(found[0].Lost) != 1 || found[0].Lost[0] != "broken" {
		t.Errorf("check: %v, %v", found, err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	if swept, err := s.Sweep(t.Context(), Bounds{Age: 30 * time.Minute}); err != nil || !swept {
		t.Errorf("swept is %v: %v", swept, err)
	}
	whole(t, s, "run", "sound")
	sound(t, s)
}

// Numbers in a file that promise much make nobody reserve much.
func TestPromisesCostNothing(t *testing.T) {
	index := func(numbers ...uint64) []byte {
		w := []byte(indexMagic + "12345678")
		for _, n := range numbers {
			w = binary.AppendUvarint(w, n)
		}
		w = append(w, make([]byte, 100_000)...)
		return binary.LittleEndian.AppendUint32(w, crc32.ChecksumIEEE(w))
	}
	short := []byte(indexMagic[:6])
	short = binary.LittleEndian.AppendUint32(short, crc32.ChecksumIEEE(short))
	dir := t.TempDir()
	for what, raw := range map[string][]byte{
		"a long root": index(1 << 62), "many folders": index(0, 1<<62), "nearly as many as bytes": index(0, 99_000), "an index of a few bytes": short,
		"its first word alone": []byte(indexMagic), "nothing": nil,
	} {
		if took := allocated(func() { parseIndex(raw) }); took > 20<<20 {
			t.Errorf("%s: an index takes %d bytes", what, took)
		}
		file := filepath.Join(dir, "f")
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if took := allocated(func() { _, _ = readTable(file, testKey) }); took > 20<<20 {
			t.Errorf("%s: a pack takes %d bytes", what, took)
		}
		if took := allocated(func() { _, _ = readSet(file) }); took > 20<<20 {
			t.Errorf("%s: a set takes %d bytes", what, took)
		}
	}
	// A frame of zstd that asks for a window of 2 GB.
	file := filepath.Join(dir, "z")
	if err := os.WriteFile(file, []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x02, 0x00, 0x00, 'x', 0x01, 0x00, 0x00}, 0o600); err != nil {
		t.Fatal(err)
	}
	if took := allocated(func() {
		if _, err := readSet(file); !errors.Is(err, errDamaged) {
			t.Errorf("it is read: %v", err)
		}
	}); took > 20<<20 {
		t.Errorf("a set takes %d bytes", took)
	}
}

// allocated is how many bytes are reserved while do runs.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A row of a table may not name bytes beyond the table, also where the sum of place and
// length is more than a number holds.
func TestARowThatOverflows(t *testing.T) {
	dir := t.TempDir()
	p, err := newPack(dir, testKey)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.add(row{form: asIs}, []byte("bytes")); err != nil {
		t.Fatal(err)
	}
	p.rows[0].stored = 1<<63 - 1
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	if rows, err := readTable(filepath.Join(dir, p.id+packEnd), testKey); !errors.Is(err, errDamaged) {
		t.Errorf("it is read: %v, %v", rows, err)
	}
}

func FuzzTable(f *testing.F) {
	s := open(f, f.TempDir())
	put(f, s, "a content")
	for _, name := range files(f, s.dir("packs")) {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	file := filepath.Join(f.TempDir(), "p")
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		rows, err := readTable(file, testKey)
		for _, r := range rows {
			if err != nil || r.at < 0 || r.stored < 0 || r.at > int64(len(raw)) || r.stored > int64(len(raw))-r.at {
				t.Errorf("row %+v of %d bytes, %v", r, len(raw), err)
			}
		}
	})
}

// An index with a sound checksum is read as it would be written, or not at all.
func FuzzIndex(f *testing.F) {
	s, tree := filled(f)
	raw, err := os.ReadFile(tree.file())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw[len(indexMagic) : len(raw)-4])
	f.Add([]byte("12345678"))
	f.Fuzz(func(t *testing.T, body []byte) {
		raw := append([]byte(indexMagic), body...)
		raw = binary.LittleEndian.AppendUint32(raw, crc32.ChecksumIEEE(raw))
		v, root, _ := parseIndex(raw)
		if v == nil {
			return
		}
		again := s.Tree(TreeConfig{Root: root})
		if err := again.keep(v); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(again.file())
		if err != nil {
			t.Fatal(err)
		}
		w, _, _ := parseIndex(raw)
		if w == nil || len(Between(v, w)) > 0 || w.files != v.files || w.bytes != v.bytes {
			t.Errorf("it is read otherwise: %v", w)
		}
	})
}

func FuzzSet(f *testing.F) {
	s, _ := filled(f)
	for _, name := range files(f, s.dir("sets")) {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	file := filepath.Join(f.TempDir(), "set")
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		set, err := readSet(file)
		if (set == nil) == (err == nil) {
			t.Errorf("%v, %v", set, err)
		}
		if set != nil {
			set.Count()
			set.hashes()
		}
	})
}
