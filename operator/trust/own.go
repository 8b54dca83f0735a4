package trust

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/spaces"
)

// acceptOwn pins, in a space of the person's own, what surely nothing else than the person
// can have changed: since it was known to be what they have trusted, nothing could write
// it (docs/decisions/0610-whose-change-by-path.md, 0992-what-is-named-for-the-first-time.md).
func (k *Keeper) acceptOwn(ctx context.Context, s *State) error {
	own := map[Key]bool{}
	w := k.witness(s.pins)
	w.wide = s.wide()
	for i, d := range s.changes {
		why := w.why(d.File)
		if s.changes[i].During = why; why == "" {
			own[d.Key] = true
		}
	}
	if len(own) == 0 && len(w.doubt) == 0 {
		return nil
	}
	pins, err := k.ledger.pinItems(ctx, s.space, pinChange{chosen: func(item Key) bool { return own[item] }, doubt: w.doubt})
	if err != nil {
		return fmt.Errorf("couldn't trust your own edit: %w", err)
	}
	s.pins = pins
	s.changes = slices.DeleteFunc(s.changes, func(d Deviation) bool { return own[d.Key] })
	return nil
}

// wide are the files that would let something do more than was trusted, or forbid less: a definition with further rights, the script of one that runs
// outside the walls, a hook or rules that are gone.
func (s State) wide() map[string]bool {
	files := map[string]bool{}
	for _, d := range s.changes {
		switch {
		case d.Status == StatusRemoved:
			files[d.File] = files[d.File] || d.Kind == "hook" || d.Kind == "rules"
		case spaces.Widens(d.trusted.Rights, d.Item.Rights):
			files[d.File] = true
		}
	}
	for _, i := range s.space.Inventory() {
		if i.Kind != "hook" || !slices.Contains(i.Rights, spaces.OutsideWalls) {
			continue
		}
		for _, name := range i.Scripts {
			files[name] = true
		}
	}
	return files
}

// heldFiles are the files that are not what the person has trusted.
func (s State) heldFiles() []string {
	var files []string
	for _, d := range s.changes {
		files = append(files, d.File)
	}
	return files
}

// bigSum is the SHA-256 of a file that is too large to be kept, "" if it cannot be had; big is false for others.
func bigSum(root *plain.Root, name string) (sum string, big bool) {
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() <= pins.MaxContent {
		return "", false
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return "", true
	}
	defer func() { _ = f.Close() }() // nothing was written
	sum, err = pins.CopyOf(io.Discard, f)
	if err != nil {
		return "", true
	}
	return sum, true
}

// readLimited reads a file of the space that can be pinned.
func readLimited(root *plain.Root, name string) ([]byte, error) {
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
