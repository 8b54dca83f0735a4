package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSeveralProcessesAtOnce(t *testing.T) {
	dir, root := t.TempDir(), t.TempDir()
	write(t, filepath.Join(root, "first.txt"), "first")
	s := open(t, dir)
	var all sync.WaitGroup
	var mu sync.Mutex
	var kept [][]string
	for i := range 4 {
		c, lines := startChild(t, "churn", dir, root, fmt.Sprintf("p%d", i), 12, i)
		all.Go(func() {
			for lines.Scan() {
				mu.Lock()
				kept = append(kept, strings.Fields(lines.Text()))
				mu.Unlock()
			}
			if err := c.Wait(); err != nil {
				t.Errorf("a process: %v", err)
			}
		})
	}
	ended := make(chan struct{})
	go func() { all.Wait(); close(ended) }()
	for done := false; !done; {
		select {
		case <-ended:
			done = true
		default:
			if _, err := s.Sweep(t.Context(), Bounds{}); err != nil {
				t.Error(err)
				done = true
			}
		}
	}
	<-ended
	if len(kept) != 4*12 {
		t.Errorf("%d sets were kept", len(kept))
	}
	for _, k := range kept {
		whole(t, s, k[0], k[1])
	}
	sound(t, s)
	for _, k := range kept {
		whole(t, s, k[0], k[1])
	}
}

// What this process last saw may name contents that another one has swept. It notices also
// if it has looked at the store for another reason in between.
func TestAnotherProcessHasSweptWhatWasSeen(t *testing.T) {
	for what, meanwhile := range map[string]func(*Store, *Store, string){
		"nothing else":   func(*Store, *Store, string) {},
		"it opened one":  func(s, _ *Store, h string) { _, _ = s.Open(h) },
		"it put another": func(s, _ *Store, _ string) { _, _ = s.Put(strings.NewReader("other"), 5, false) },
		"it swept, too":  func(s, _ *Store, _ string) { _, _ = s.Sweep(context.Background(), Bounds{}) },
		"another tree": func(s, _ *Store, _ string) {
			_, _ = s.Tree(TreeConfig{Root: s.dir("users")}).Look(context.Background())
		},
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			write(t, filepath.Join(root, "a"), "precious")
			settle(t, root)
			s := open(t, t.TempDir())
			tree := s.Tree(TreeConfig{Root: root})
			hash := hashOf(t, look(t, tree), "a")
			other := open(t, s.root)
			if err := os.Remove(tree.file()); err != nil { // as by age
				t.Fatal(err)
			}
			if swept, err := other.Sweep(t.Context(), Bounds{}); err != nil || !swept {
				t.Fatal(swept, err)
			}
			if _, err := other.Open(hash); !errors.Is(err, ErrGone) {
				t.Fatalf("the sweep left it there: %v", err)
			}
			meanwhile(s, other, hash)
			before := look(t, tree)
			if got := text(t, s, hashOf(t, before, "a")); got != "precious" {
				t.Errorf("it holds %q", got)
			}
			if n, bytes := before.Files(); n != 1 || bytes != 8 {
				t.Errorf("it has %d files and %d bytes", n, bytes)
			}
		})
	}
}

// settle waits until the clock has gone on so far that the stamps of what lies there count.
func settle(t testing.TB, root string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; {
		loose := false
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			h, st, err := openHandle(filepath.Dir(path))
			if err != nil {
				return err
			}
			defer h.close()
			if path != root {
				st, err = h.stat(filepath.Base(path))
			}
			loose = loose || !st.settled(time.Now().UnixNano())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if !loose {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the stamps never count")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// hashOf is the hash of a file in a view.
func hashOf(t testing.TB, v *View, path string) string {
	t.Helper()
	n := nodeOf(v, path)
	if n == nil {
		t.Fatalf("%s is not there", path)
	}
	if n.sum == (sum{}) {
		t.Fatalf("%s is not kept: %q", path, n.lost)
	}
	return n.sum.String()
}

func nodeOf(v *View, path string) *node {
	at, name := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		at, name = path[:i], path[i+1:]
	}
	if f := v.folders[at]; f != nil {
		for i := range f.nodes {
			if f.nodes[i].name == name {
				return &f.nodes[i]
			}
		}
	}
	return nil
}

// Another process has looked last: its index counts, and lacks nothing that is told of.
func TestAnIndexOfAnotherProcess(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a"), "one")
	write(t, filepath.Join(root, "b/c"), "two!")
	a := open(t, t.TempDir())
	first := a.Tree(TreeConfig{Root: root})
	look(t, first)
	write(t, filepath.Join(root, "a"), "changed")
	b := open(t, a.root)
	second := b.Tree(TreeConfig{Root: root})
	seen := look(t, second)
	if n, bytes := seen.Files(); n != 2 || bytes != 11 {
		t.Errorf("the other process counts %d files and %d bytes", n, bytes)
	}
	if swept, err := b.Sweep(t.Context(), Bounds{}); err != nil || !swept {
		t.Fatal(swept, err)
	}
	now := look(t, first)
	if got := Between(seen, now); len(got) > 0 {
		t.Errorf("they differ by %q", said(got))
	}
	for _, path := range []string{"a", "b/c"} {
		text(t, a, hashOf(t, now, path))
	}
	third := look(t, open(t, a.root).Tree(TreeConfig{Root: root}))
	if n, bytes := third.Files(); n != 2 || bytes != 11 {
		t.Errorf("a third process counts %d files and %d bytes", n, bytes)
	}
}

func TestNobodySweepsWhileACallRuns(t *testing.T) {
	s := open(t, t.TempDir())
	c, lines := startChild(t, "hold", s.root)
	if !lines.Scan() {
		t.Fatal("the child holds nothing")
	}
	if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || swept {
		t.Fatalf("swept is %v while another process holds the store: %v", swept, err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept {
		t.Errorf("swept is %v after that process has died: %v", swept, err)
	}
	if left := list(t, s.dir("users")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	release, err := s.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if swept, err := open(t, s.root).Sweep(t.Context(), Bounds{}); err != nil || swept {
		t.Errorf("swept is %v while this process holds the store: %v", swept, err)
	}
	release()
	release() // does nothing
	if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept {
		t.Errorf("swept is %v after release: %v", swept, err)
	}
}

// Whoever sweeps tries each user's lock. The user who just makes it is not told that it is
// taken.
func TestASweepTriesALockThatIsJustMade(t *testing.T) {
	s := open(t, t.TempDir())
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.inUse(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for ctx.Err() == nil {
		release, err := s.use(t.Context())
		if err != nil {
			t.Error(err)
			break
		}
		release()
	}
	stop()
	all.Wait()
}

// A sweep that writes packs anew gives way to a call that begins, and goes on next time.
func TestASweepGivesWay(t *testing.T) {
	s := open(t, t.TempDir())
	var named []string
	for i := range 3 * manyPacks {
		named = append(named, put(t, s, fmt.Sprintf("content %d", i)))
	}
	keep(t, s, "call", time.Now(), named...)
	set := map[sum]bool{}
	for _, h := range named {
		k, err := parseSum(h)
		if err != nil {
			t.Fatal(err)
		}
		set[k] = true
	}
	packs := len(list(t, s.dir("packs")))
	through, err := s.packs.compact(set, func() (bool, error) { return false, nil })
	if err != nil || through || len(list(t, s.dir("packs"))) != packs {
		t.Errorf("it goes on: %v, %v", through, err)
	}
	if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept || len(list(t, s.dir("packs"))) != 1 {
		t.Errorf("swept is %v, %v, with %d packs", swept, err, len(list(t, s.dir("packs"))))
	}
	whole(t, s, "run", "call")
}

// put keeps a content in a pack of its own.
func put(t testing.TB, s *Store, content string) string {
	t.Helper()
	h, err := s.Put(strings.NewReader(content), int64(len(content)), false)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// keep keeps a set that names contents.
func keep(t testing.TB, s *Store, call string, at time.Time, hashes ...string) {
	t.Helper()
	set := &Set{ID: call, Run: "run", Time: at, Roots: []Root{{Path: "/somewhere"}}}
	for i, h := range hashes {
		set.Roots[0].Changes = append(set.Roots[0].Changes, Change{Path: Name(fmt.Sprint("f", i)), Before: &Entry{Kind: File, Hash: h}})
	}
	if err := s.Keep(set); err != nil {
		t.Fatal(err)
	}
}

// Between the moment when a reader learns where a content lies and the moment when it opens
// that pack, a sweep may write it into another one.
func TestASweepMovesAContentMeanwhile(t *testing.T) {
	s := open(t, t.TempDir())
	var named []string
	for i := range 2 * manyPacks {
		named = append(named, put(t, s, fmt.Sprintf("content %d", i)))
	}
	keep(t, s, "call", time.Now(), named...)
	reader := open(t, s.root)
	whole(t, reader, "run", "call")
	reader.packs.seen = modTime(t, s.dir("packs")) // as if nothing could have changed since
	if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept {
		t.Fatal(swept, err)
	}
	reader.packs.seen = modTime(t, s.dir("packs"))
	whole(t, reader, "run", "call")
}

func modTime(t testing.TB, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// A pack that another process makes within the same tick of the clock in which this one has
// read the folder is seen.
func TestAPackOfTheSameTick(t *testing.T) {
	s := open(t, t.TempDir())
	other := open(t, s.root)
	put(t, s, "first")
	if err := other.packs.refresh(); err != nil {
		t.Fatal(err)
	}
	at := modTime(t, s.dir("packs"))
	h := put(t, s, "second")
	if err := os.Chtimes(s.dir("packs"), at, at); err != nil {
		t.Fatal(err)
	}
	if !other.packs.seen.IsZero() {
		t.Error("the time of a folder that has just changed counts")
	}
	if text(t, other, h) != "second" {
		t.Error("it is not seen")
	}
}
