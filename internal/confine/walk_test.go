package confine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gather walks from name and returns what was visited, sorted.
func gather(t *testing.T, r *Roots, name string, w Walk) ([]string, error) {
	t.Helper()
	var mu sync.Mutex
	got := []string{}
	visit := w.Visit
	w.Visit = func(f *Folder, e fs.DirEntry) error {
		mu.Lock()
		got = append(got, f.RelOf(e.Name()))
		mu.Unlock()
		if visit != nil {
			return visit(f, e)
		}
		return nil
	}
	err := r.Walk(context.Background(), resolve(t, r, name), w)
	slices.Sort(got)
	return got, err
}

func TestWalk(t *testing.T) {
	top, r := escapeTree(t)
	got, err := gather(t, r, "dir", Walk{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"b.txt", "chain-in2", "chain3", "deep/c.txt"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("visited (-want +got):\n%s", d)
	}
	got, err = gather(t, r, ".", Walk{Enter: func(f *Folder) error {
		f.Entries = slices.DeleteFunc(f.Entries, func(e fs.DirEntry) bool {
			return !e.IsDir() && e.Type()&fs.ModeSymlink != 0 || e.Name() == "deep"
		})
		return nil
	}})
	if d := cmp.Diff([]string{"a.txt", "dir/b.txt", "~/t.txt", "~x"}, got); d != "" || err != nil {
		t.Errorf("visited without links and deep: %v (-want +got):\n%s", err, d)
	}
	if _, err := gather(t, r, "a.txt", Walk{}); err == nil {
		t.Error("a file was walked")
	}
	if _, err := gather(t, r, "none", Walk{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("walk of nothing = %v", err)
	}
	if _, err := os.Lstat(filepath.Join(top, "out/secret")); err != nil {
		t.Error(err)
	}
}

func TestWalkHandsDataDown(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"a/b/c/f": "", "x/f": ""})
	r := open(t, Config{Base: top})
	got := map[string]any{}
	var mu sync.Mutex
	err := r.Walk(context.Background(), resolve(t, r, "."), Walk{
		Enter: func(f *Folder) error {
			f.Data = fmt.Sprint(f.Data, "/", filepath.Base(f.Rel))
			mu.Lock()
			defer mu.Unlock()
			got[f.Rel] = f.Data
			return nil
		},
	})
	want := map[string]any{
		".": "<nil>/.", "a": "<nil>/./a", "a/b": "<nil>/./a/b", "a/b/c": "<nil>/./a/b/c", "x": "<nil>/./x",
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v, data (-want +got):\n%s", err, d)
	}
}

func TestWalkReads(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"a/f": "12345", "a/link": "->f", "b/empty": ""})
	r := open(t, Config{Base: top})
	var mu sync.Mutex
	got := map[string]string{}
	_, err := gather(t, r, ".", Walk{Visit: func(f *Folder, e fs.DirEntry) error {
		data, err := f.Read(e, make([]byte, 2), 5)
		_, short := f.Read(e, nil, 4)
		mu.Lock()
		defer mu.Unlock()
		got[f.RelOf(e.Name())] = fmt.Sprintf("%s %v %v", data, err != nil, short != nil)
		return nil
	}})
	want := map[string]string{"a/f": "12345 false true", "a/link": " true true", "b/empty": " false false"}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v, read (-want +got):\n%s", err, d)
	}
}

// A wide and deep tree is visited once and whole, whatever the number of
// workers, and no folder stays open.
func TestWalkIsComplete(t *testing.T) {
	top := realTemp(t)
	want := []string{}
	for i := range 30 {
		for j := range 10 {
			rel := fmt.Sprintf("d%d/e%d/f", i, j)
			makeTree(t, top, map[string]string{rel: "x"})
			want = append(want, rel)
		}
	}
	for i := range 3 * visitBatch {
		rel := fmt.Sprintf("d0/many%d", i)
		makeTree(t, top, map[string]string{rel: "x"})
		want = append(want, rel)
	}
	slices.Sort(want)
	r := open(t, Config{Base: top})
	for _, workers := range []int{0, 1, 2, 7} {
		var mu sync.Mutex
		var folders []*Folder
		got, err := gather(t, r, ".", Walk{Workers: workers, Enter: func(f *Folder) error {
			mu.Lock()
			defer mu.Unlock()
			folders = append(folders, f)
			return nil
		}})
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Fatalf("%d workers: %v (-want +got):\n%s", workers, err, d)
		}
		for _, f := range folders {
			if _, err := f.dir.Lstat("."); !errors.Is(err, os.ErrClosed) {
				t.Fatalf("%d workers: %s is still open: %v", workers, f.Rel, err)
			}
		}
	}
}

func TestWalkEnds(t *testing.T) {
	top := realTemp(t)
	for i := range 100 {
		makeTree(t, top, map[string]string{fmt.Sprintf("d%d/f", i): "x"})
	}
	r := open(t, Config{Base: top})
	boom := errors.New("boom")
	if got, err := gather(t, r, ".", Walk{Workers: 1, Visit: func(*Folder, fs.DirEntry) error { return boom }}); !errors.Is(err, boom) || len(got) != 1 {
		t.Errorf("an error in Visit: %d visited, %v", len(got), err)
	}
	if got, err := gather(t, r, ".", Walk{Workers: 1, Visit: func(*Folder, fs.DirEntry) error { return fs.SkipAll }}); err != nil || len(got) != 1 {
		t.Errorf("SkipAll: %d visited, %v", len(got), err)
	}
	if _, err := gather(t, r, ".", Walk{Enter: func(*Folder) error { return boom }}); !errors.Is(err, boom) {
		t.Errorf("an error in Enter: %v", err)
	}
	over, end := context.WithCancel(context.Background())
	end()
	if err := r.Walk(over, resolve(t, r, "."), Walk{Visit: func(*Folder, fs.DirEntry) error {
		t.Error("a walk whose time is over visits something")
		return nil
	}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a walk whose time is over = %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := r.Walk(ctx, resolve(t, r, "."), Walk{Visit: func(*Folder, fs.DirEntry) error {
		cancel()
		<-ctx.Done()
		return nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled walk = %v", err)
	}
}

// A folder that is exchanged for a link between listing and entering is skipped.
func TestWalkDoesNotFollowANewLink(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/dir/f": "right", "space/f": "x", "out/f": "secret"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	var skipped []string
	got, err := gather(t, r, ".", Walk{Workers: 1, Enter: func(f *Folder) error {
		dir := filepath.Join(top, "space/dir")
		if err := os.Rename(dir, filepath.Join(top, "aside")); err != nil {
			return err
		}
		return os.Symlink(filepath.Join(top, "out"), dir)
	}, Skip: func(path string, _ error) { skipped = append(skipped, path) }})
	if d := cmp.Diff([]string{"f"}, got); d != "" || err != nil {
		t.Errorf("%v, visited (-want +got):\n%s", err, d)
	}
	if d := cmp.Diff([]string{filepath.Join(top, "space/dir")}, skipped); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
}
