package main

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"handrail/internal/snapshot"
)

// measureSnapshot takes the time of looks at Go's own source: the first, which keeps all of
// it, beside reading and hashing it; the two that a call of a program needs, when nothing has
// changed, beside ripgrep's list of the files.
func measureSnapshot(ctx context.Context, b bench) ([]line, error) {
	dir := filepath.Join(b.work, "snapshots")
	var kept, raw int64
	first := func() error {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		tree, err := openTree(dir, b.goSource)
		if err != nil {
			return err
		}
		v, err := tree.Look(ctx)
		if err == nil {
			_, raw = v.Files()
		}
		return err
	}
	samples, err := turns(5, first, func() error { return hashAll(b.goSource) })
	if err != nil {
		return nil, err
	}
	aim := func(ours, floor sample, times float64, what, least, aim string) line {
		o, f := ours.median(), floor.median()
		return line{what: what, ours: o, floor: least, least: f, aim: aim, met: float64(o) <= times*float64(f)}
	}
	lines := []line{aim(samples[0], samples[1], 3, "the first look at Go's src", "reading and hashing it", "within 3 times")}
	tree, err := openTree(dir, b.goSource)
	if err != nil {
		return nil, err
	}
	call := func() error {
		_, err := tree.Look(ctx)
		if err == nil {
			_, err = tree.Look(ctx)
		}
		return err
	}
	other := func() error {
		tree, err := openTree(dir, b.goSource)
		if err == nil {
			_, err = tree.Look(ctx)
		}
		return err
	}
	samples, err = turns(31, call, other, func() error { return quiet(ctx, b.goSource, b.env, "rg", "--files") })
	if err != nil {
		return nil, err
	}
	store, err := snapshot.Open(snapshot.Config{Dir: dir, Key: make([]byte, 32)})
	if err != nil {
		return nil, err
	}
	usage, err := store.Usage()
	kept = usage.Bytes
	return append(lines,
		aim(samples[0], samples[2], 1, "a call's two looks at Go's src, nothing changed", "ripgrep --files", "within 1.0 times"),
		line{what: "one look, the first of a process", ours: samples[1].median(), floor: "ripgrep --files", least: samples[2].median()},
		line{what: "what is kept of Go's src", ours: time.Duration(kept), floor: "as it is", least: time.Duration(raw), bytes: true, aim: "within 0.5 times", met: 2*kept <= raw},
	), err
}

func openTree(dir, root string) (*snapshot.Tree, error) {
	store, err := snapshot.Open(snapshot.Config{Dir: dir, Key: make([]byte, 32)})
	if err != nil {
		return nil, err
	}
	return store.Tree(snapshot.TreeConfig{Root: root}), nil
}

// hashAll reads and hashes every file of a folder, several at once.
func hashAll(root string) error {
	paths := make(chan string, 256)
	errs := make(chan error, runtime.NumCPU())
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for path := range paths {
				f, err := os.Open(path)
				if err == nil {
					_, err = io.Copy(sha256.New(), f)
					_ = f.Close()
				}
				if err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			}
		})
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths <- path
		}
		return err
	})
	close(paths)
	all.Wait()
	close(errs)
	for e := range errs {
		return e
	}
	return err
}
