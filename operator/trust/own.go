package trust

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/pins"
)

// acceptOwn pins, in a space of the person's own, what has surely not been changed
// by a call: it was changed while none ran.
func (k *Keeper) acceptOwn(ctx context.Context, s *State) error {
	own := map[Key]bool{}
	for i, d := range s.changes {
		moments, known := momentsOf(k.c.Dir, d, s.pins)
		why := "Handrail can't tell when it was made"
		if known {
			why = k.activity.during(moments)
		}
		if s.changes[i].During = why; why == "" {
			own[d.Key] = true
		}
	}
	if len(own) == 0 {
		return nil
	}
	pins, err := k.ledger.pinItems(ctx, s.space, pinChange{chosen: func(item Key) bool { return own[item] }})
	if err != nil {
		return fmt.Errorf("couldn't trust your own edit: %w", err)
	}
	s.pins = pins
	s.changes = slices.DeleteFunc(s.changes, func(d Deviation) bool { return own[d.Key] })
	return nil
}

// momentsOf are when what has changed may have changed: the file itself, each link
// on the way to it, each folder around it that is not the one that was there; of
// a file that is gone, the folder that it is gone from. known is false where that
// cannot be told.
func momentsOf(dir string, d Deviation, p *pinned) (list []pins.Moment, known bool) {
	file := d.File
	top, _, _ := strings.Cut(file, "/")
	at := func(name string, stat func(string) (os.FileInfo, error)) (pins.Identity, bool) {
		info, err := stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return pins.Identity{}, false
		}
		return pins.IdentityOf(info), true
	}
	add := func(id pins.Identity) { list = append(list, pins.Moment{At: id.Changed, Top: top}) }
	last := "."
	for _, name := range append(folders(file), file) {
		id, there := at(name, os.Lstat)
		if !there {
			gone, _ := at(last, os.Stat)
			add(gone)
			return list, gone.Changed > p.At.UnixNano()
		}
		if id.Mode&os.ModeSymlink != 0 {
			add(id)
			id, there = at(name, os.Stat)
			if !there {
				return list, true
			}
		}
		if known, ok := p.Folders[name]; name == file || !ok || known != (inode{id.Dev, id.Ino}) {
			add(id)
		}
		last = name
	}
	newest := slices.MaxFunc(list, func(a, b pins.Moment) int { return int(max(-1, min(1, a.At-b.At))) })
	return list, newest.At > p.At.UnixNano()
}

// readLimited reads a file of the space that can be pinned.
func readLimited(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	data, err := io.ReadAll(io.LimitReader(f, pins.MaxContent+1))
	if err == nil && len(data) > pins.MaxContent {
		err = fmt.Errorf("%s is larger than %d bytes", name, pins.MaxContent)
	}
	return data, err
}
