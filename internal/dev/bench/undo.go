package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/confine"
	"handrail/internal/restore"
	"handrail/internal/snapshot"
)

// undoFiles is how many changed files are put back.
const undoFiles = 1000

// reuse is how long ext4 does not use the inode of a removed file again. Who makes files earlier
// has it look at each of these, a thousand times a thousand: that would be most of what is measured.
const reuse = 6 * time.Second

// measureUndo takes the time of putting back 1,000 changed files, beside copying them. Each turn
// puts them into the state that the turn before has left.
func measureUndo(ctx context.Context, b bench) ([]line, error) {
	dir := filepath.Join(b.work, "undo")
	root := filepath.Join(dir, "space")
	store, err := snapshot.Open(snapshot.Config{Dir: filepath.Join(dir, "store"), Key: make([]byte, 32)})
	if err != nil {
		return nil, err
	}
	steps, err := changedFiles(ctx, store, root)
	if err != nil {
		return nil, err
	}
	roots, err := confine.New(confine.Config{Base: root})
	if err != nil {
		return nil, err
	}
	defer roots.Close()
	config := restore.Config{Roots: roots, Contents: store, Keyed: store.Keyed}
	undo := func() error {
		report, err := restore.Apply(ctx, config, steps)
		if err == nil && !report.Complete() {
			err = fmt.Errorf("%d of %d files were put back", report.Count(restore.Done), len(steps))
		}
		for i := range steps {
			steps[i].Now, steps[i].Want = steps[i].Want, steps[i].Now
		}
		return err
	}
	copied := filepath.Join(dir, "copy")
	fresh := func() error {
		if err := os.RemoveAll(copied); err != nil {
			return err
		}
		time.Sleep(reuse)
		return nil
	}
	samples, err := turns(7, fresh, undo, fresh, func() error { return quiet(ctx, dir, b.env, "cp", "-a", root, copied) })
	if err != nil {
		return nil, err
	}
	ours, floor := samples[1].median(), samples[3].median()
	return []line{{what: "putting back 1,000 changed files", ours: ours, floor: "cp -a of them", least: floor, aim: "within 2 times", met: ours <= 2*floor}}, nil
}

// changedFiles makes files, and changes all of them.
func changedFiles(ctx context.Context, store *snapshot.Store, root string) (steps []restore.Step, err error) {
	tree := store.Tree(snapshot.TreeConfig{Root: root})
	var views []*snapshot.View
	for _, word := range []string{"before ", "after "} {
		for n := range undoFiles {
			file := filepath.Join(root, fmt.Sprint(n%50), fmt.Sprint(n))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				return nil, err
			}
			if err := os.WriteFile(file, []byte(strings.Repeat(fmt.Sprint(word, n, "\n"), 1000)), 0o600); err != nil {
				return nil, err
			}
		}
		v, err := tree.Look(ctx)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	for _, c := range snapshot.Between(views[0], views[1]) {
		steps = append(steps, restore.Step{Root: root, Path: c.Path, Now: c.After, Want: c.Before})
	}
	return steps, nil
}
