package restore_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/confine"
	"handrail/internal/restore"
	"handrail/internal/snapshot"
)

// kept are contents by their hash.
type kept map[string][]byte

// Open implements restore.Contents.
func (k kept) Open(hash string) (io.ReadCloser, error) {
	data, ok := k[hash]
	if !ok {
		return nil, errors.New("its content is not kept")
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

// add keeps a content and returns its hash.
func (k kept) add(data []byte) string {
	sum := sha256.Sum256(data)
	k[hex.EncodeToString(sum[:])] = data
	return hex.EncodeToString(sum[:])
}

// tree is what lies below a folder.
func tree(t *testing.T, dir string, k kept) map[snapshot.Name]*snapshot.Entry {
	t.Helper()
	all := map[snapshot.Name]*snapshot.Entry{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path) // it lies below
		e := &snapshot.Entry{Mode: info.Mode() & (fs.ModePerm | fs.ModeSetgid | fs.ModeSetuid | fs.ModeSticky), Time: info.ModTime().UnixNano()}
		switch {
		case d.IsDir():
			e.Kind, e.Time = snapshot.Folder, 0
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			e.Kind, e.Mode, e.Target = snapshot.Link, 0, snapshot.Name(target)
		default:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			e.Kind, e.Size, e.Hash = snapshot.File, int64(len(data)), k.add(data)
		}
		all[snapshot.Name(filepath.ToSlash(rel))] = e
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// between are the steps that make the tree a the tree b.
func between(root string, a, b map[snapshot.Name]*snapshot.Entry) (steps []restore.Step) {
	names := map[snapshot.Name]bool{}
	for n := range a {
		names[n] = true
	}
	for n := range b {
		names[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		if !a[n].Same(b[n]) {
			steps = append(steps, restore.Step{Root: root, Path: n, Now: a[n], Want: b[n]})
		}
	}
	return steps
}

// differences are what is not the same in two trees, times included.
func differences(a, b map[snapshot.Name]*snapshot.Entry) (list []string) {
	for _, s := range between("", a, b) {
		list = append(list, string(s.Path))
	}
	for n, e := range a {
		if o := b[n]; o != nil && o.Same(e) && o.Time != e.Time {
			list = append(list, string(n)+" (time)")
		}
	}
	return list
}

func roots(t *testing.T, dir string) *confine.Roots {
	t.Helper()
	r, err := confine.New(confine.Config{Base: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// place puts things into a folder: "a/" a folder, "a -> b" a link, else a file of that content.
func place(t *testing.T, dir string, things map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(things)) {
		path, target, link := strings.Cut(name, " -> ")
		path = filepath.Join(dir, path)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch {
		case err != nil:
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		case link:
			err = os.Symlink(target, path)
		default:
			err = os.WriteFile(path, []byte(things[name]), 0o644)
		}
		if err == nil && !link && !strings.HasSuffix(name, "/") {
			at := time.Unix(1_600_000_000+int64(len(things[name])), 5)
			err = os.Chtimes(path, at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// change does to a folder what a program may do.
func change(t *testing.T, dir string) {
	t.Helper()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.RemoveAll(at("gone")), os.Remove(at("empty")), os.Remove(at("link")), os.Symlink("elsewhere", at("link")))
	must(t, os.Remove(at("file to folder")), os.RemoveAll(at("folder to file")), os.RemoveAll(at("folder to link")), os.Remove(at("link to file")))
	place(t, dir, map[string]string{
		"changed": "after, and longer", "new/deep/file": "made", "new empty/": "", "file to folder/in": "x", "folder to file": "y",
		"folder to link -> new": "", "link to file": "z", "new\xff\xfename": "not UTF-8", "new\nline": "n", "zero": "",
	})
	chmod(t, at("tool"), 0o755)
	chmod(t, at("closed/in"), 0o400)
	chmod(t, at("closed"), 0o500)
	chmod(t, at("opened"), 0o700)
	must(t, os.WriteFile(at("opened/in"), []byte("in an open one"), 0o600))
	must(t, os.Chtimes(at("zero"), time.Unix(7, 9), time.Unix(7, 9)))
}

var before = map[string]string{
	"same": "stays", "changed": "before", "gone/a": "1", "gone/sub/b": "2", "empty": "", "link -> same": "", "tool": "#!/bin/sh\n",
	"file to folder": "a file", "folder to file/a": "1", "folder to file/b/c": "2", "folder to link/a": "1", "link to file -> same": "",
	"closed/in": "i", "opened/in": "before", "empty folder/": "",
}

func TestThereAndBack(t *testing.T) {
	k := kept{}
	then, now := t.TempDir(), t.TempDir()
	place(t, then, before)
	place(t, now, before)
	chmod(t, filepath.Join(then, "opened"), 0o500)
	a := tree(t, then, k)
	change(t, now)
	b := tree(t, now, k)
	t.Cleanup(func() {
		_ = os.Chmod(filepath.Join(then, "closed"), 0o700)
		_ = os.Chmod(filepath.Join(now, "closed"), 0o700)
	})
	c := restore.Config{Roots: roots(t, then), Contents: k}

	for i, way := range [][]restore.Step{between(then, a, b), between(then, b, a)} {
		check, err := restore.Check(context.Background(), c, way)
		if err != nil || check.Count(restore.Open) != len(way) {
			t.Fatalf("check: %v\n%s", err, undone(check))
		}
		report, err := restore.Apply(context.Background(), c, way)
		if err != nil || report.Count(restore.Done) != len(way) {
			t.Fatalf("way %d: %v\n%s", i, err, undone(report))
		}
		want := []map[snapshot.Name]*snapshot.Entry{b, a}[i]
		if d := differences(tree(t, then, kept{}), want); len(d) > 0 {
			t.Fatalf("way %d: not the same: %q", i, d)
		}
		again, err := restore.Apply(context.Background(), c, way)
		if err != nil || again.Count(restore.Already) != len(way) {
			t.Fatalf("way %d, again: %v\n%s", i, err, undone(again))
		}
	}
}

// undone are the steps that were not done, for a message.
func undone(r restore.Report) string {
	var out strings.Builder
	for _, res := range r.Results {
		if res.Outcome != restore.Done && res.Outcome != restore.Already {
			fmt.Fprintf(&out, "%q %s: %s\n", res.Step.Path, res.Outcome, res.Why)
		}
	}
	return out.String()
}

// TestSomebodyElse shows that what somebody has changed meanwhile is refused, and everything
// else is done.
func TestSomebodyElse(t *testing.T) {
	k := kept{}
	dir, model := t.TempDir(), t.TempDir()
	things := map[string]string{"a": "1", "b": "2", "c": "3", "d": "4", "e/x": "5", "f": "6", "g -> a": "", "h": "7"}
	place(t, dir, things)
	place(t, model, things)
	a := tree(t, dir, k)
	must(t, os.RemoveAll(filepath.Join(model, "e")), os.Remove(filepath.Join(model, "d")), os.Remove(filepath.Join(model, "g")))
	place(t, model, map[string]string{"a": "one", "b": "two", "c": "three", "f": "six", "g -> b": "", "new": "n", "h": "seven"})
	steps := between(dir, a, tree(t, model, k))

	must(t, os.Remove(filepath.Join(dir, "b")), os.Remove(filepath.Join(dir, "f")), os.Remove(filepath.Join(dir, "g")), os.Symlink("h", filepath.Join(dir, "g")))
	must(t, os.Mkdir(filepath.Join(dir, "f"), 0o755), os.Chmod(filepath.Join(dir, "h"), 0o600))
	place(t, dir, map[string]string{"a": "!", "d": "mine", "e/y": "mine too", "new": "mine"})
	r, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, res := range r.Results {
		got[string(res.Step.Path)] = strings.TrimSpace(string(res.Outcome) + " " + res.Why)
	}
	want := map[string]string{
		"a": "refused it was changed meanwhile", "b": "refused it is gone by now", "c": "done", "d": "refused it was changed meanwhile",
		"e": "refused it is a folder that holds something else by now", "e/x": "done", "f": "refused it is another kind of file by now",
		"g": "refused it was changed meanwhile", "h": "refused its mode was changed meanwhile", "new": "refused something of that name is there by now",
	}
	if !maps.Equal(got, want) {
		t.Errorf("outcomes\n%v\nwant\n%v", got, want)
	}
	for name, text := range map[string]string{"a": "!", "c": "three", "d": "mine", "e/y": "mine too", "new": "mine"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != text {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

// TestCheckForesees shows that a check says what the steps would find out on their way.
func TestCheckForesees(t *testing.T) {
	k := kept{}
	dir, model := t.TempDir(), t.TempDir()
	place(t, model, map[string]string{"file": "1", "sub/in": "2", "deep/er/in": "3", "lost/in": "4", "kept/in": "5", "gone/in": "6"})
	must(t, os.Mkdir(filepath.Join(dir, "kept"), 0o755), os.Mkdir(filepath.Join(dir, "gone"), 0o755))
	place(t, dir, map[string]string{"made/a": "a", "made/in/b": "b", "file/c": "c", "sub/in": "!", "deep/er/in": "!", "lost/in": "!"})
	steps := between(dir, tree(t, dir, k), tree(t, model, k))
	place(t, dir, map[string]string{"made/in/mine": "mine", "file/mine": "mine"})
	must(t, os.Rename(filepath.Join(dir, "sub"), filepath.Join(dir, "elsewhere")), os.Symlink("elsewhere", filepath.Join(dir, "sub")), os.RemoveAll(filepath.Join(dir, "lost")),
		os.Rename(filepath.Join(dir, "kept"), filepath.Join(dir, "kept2")), os.Symlink("kept2", filepath.Join(dir, "kept")), os.Remove(filepath.Join(dir, "gone")))
	r, err := restore.Check(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, res := range r.Results {
		got[string(res.Step.Path)] = strings.TrimSpace(string(res.Outcome) + " " + res.Why)
	}
	for name, want := range map[string]string{
		"made": `refused it is a folder that holds "in", which stays`, "made/a": "open", "made/in": `refused it is a folder that holds "mine", which stays`, "made/in/b": "open",
		"file": `refused it is a folder that holds "mine", which stays`, "file/c": "open", "deep/er/in": "open",
		"sub/in": "refused it is gone by now", "lost/in": "refused it is gone by now",
		"kept/in": "refused a link leads elsewhere on the way to it", "gone/in": "refused the folder that it lay in is gone by now",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	after, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil {
		t.Fatal(err)
	}
	for n, res := range after.Results {
		if (res.Outcome == restore.Done) != (r.Results[n].Outcome == restore.Open) {
			t.Errorf("%s: foreseen as %s, and then %s %s", res.Step.Path, r.Results[n].Outcome, res.Outcome, res.Why)
		}
	}
}

// TestOutside shows that no step leads out of the roots, through a link or a name.
func TestOutside(t *testing.T) {
	k := kept{}
	dir, other := t.TempDir(), t.TempDir()
	place(t, other, map[string]string{"victim": "safe"})
	must(t, os.Symlink(other, filepath.Join(dir, "way")), os.Mkdir(filepath.Join(dir, "real"), 0o755), os.Symlink("real", filepath.Join(dir, "inner")))
	want := &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: 3, Hash: k.add([]byte("bad"))}
	var steps []restore.Step
	for _, name := range []snapshot.Name{"way/new", "../up", "inner/x", "a/../b", "", "/etc/x", "."} {
		steps = append(steps, restore.Step{Root: dir, Path: name, Want: want})
	}
	steps = append(steps, restore.Step{Root: other, Path: "new", Want: want})
	r, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range r.Results {
		if res.Outcome != restore.Refused && res.Outcome != restore.Failed {
			t.Errorf("%q: %s", res.Step.Path, res.Outcome)
		}
	}
	if left := tree(t, other, kept{}); len(left) != 1 {
		t.Errorf("outside lies %v", slices.Collect(maps.Keys(left)))
	}
	if left := tree(t, filepath.Join(dir, "real"), kept{}); len(left) != 0 {
		t.Errorf("behind a link lies %v", slices.Collect(maps.Keys(left)))
	}
}

// TestDamaged shows that a content that is not what its name says is never put anywhere.
func TestDamaged(t *testing.T) {
	k := kept{}
	dir := t.TempDir()
	place(t, dir, map[string]string{"a": "old"})
	a := tree(t, dir, k)
	hash := k.add([]byte("new"))
	k[hash] = []byte("bad")
	steps := []restore.Step{
		{Root: dir, Path: "a", Now: a["a"], Want: &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: 3, Hash: hash}},
		{Root: dir, Path: "b", Want: &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: 3, Lost: "it is too large"}},
		{Root: dir, Path: "c", Want: &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: 4, Hash: k.add([]byte("gone"))}},
	}
	delete(k, steps[2].Want.Hash)
	r, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil || r.Count(restore.Failed) != 3 || !strings.Contains(r.Results[0].Why, "damaged") || !strings.Contains(r.Results[1].Why, "too large") {
		t.Fatalf("%v\n%s", err, undone(r))
	}
	if d := differences(tree(t, dir, kept{}), a); len(d) > 0 {
		t.Errorf("changed: %q", d)
	}
}

// BenchmarkThousand puts 1,000 changed files of 10 KB back.
func BenchmarkThousand(b *testing.B) {
	k := kept{}
	dir := b.TempDir()
	r, err := confine.New(confine.Config{Base: dir})
	if err != nil {
		b.Fatal(err)
	}
	var there, back []restore.Step
	for i := range 1000 {
		entry := func(version string) *snapshot.Entry {
			text := strings.Repeat(fmt.Sprint(version, i, " "), 1500)
			return &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: int64(len(text)), Time: 1_600_000_000_000_000_000, Hash: k.add([]byte(text))}
		}
		name := snapshot.Name(fmt.Sprintf("d%d/f%d", i%50, i))
		there = append(there, restore.Step{Root: dir, Path: name, Now: entry("old"), Want: entry("new")})
		back = append(back, restore.Step{Root: dir, Path: name, Now: entry("new"), Want: entry("old")})
		_ = os.Mkdir(filepath.Dir(there[i].Abs()), 0o755)
		if err := errors.Join(os.WriteFile(there[i].Abs(), k[there[i].Now.Hash], 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		for _, steps := range [][]restore.Step{there, back} {
			if rep, err := restore.Apply(context.Background(), restore.Config{Roots: r, Contents: k}, steps); err != nil || rep.Count(restore.Done) != 1000 {
				b.Fatal(err, undone(rep))
			}
		}
	}
}
