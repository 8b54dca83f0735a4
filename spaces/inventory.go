package spaces

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// An Item is one thing that would be able to run, or to tell an agent what to
// do, once the space is trusted.
type Item struct {
	Kind   string // tool, hook, hand, server, agent, skill, page, memory, rules, script
	Name   string
	File   string // where it stands, relative to the space; of a script, the script
	SHA256 string // of File, in hexadecimal; "": not pinned, Detail says why
	Detail string // what it would do: its command line, its address, its description
}

// Inventory lists everything that the space declares, with the digests of the
// files as they were loaded: what trusting it means (SPEC 3, "Trust"). Scripts
// are the programs inside the space that a command names literally; what those
// call in turn is not listed. Items are sorted by kind and name; broken
// definitions are not among them, because they cannot run.
func (s *Space) Inventory() []Item {
	items := slices.Clone(s.items)
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File))
	})
	return items
}

func kindOrder(kind string) int {
	return slices.Index([]string{"tool", "hand", "hook", "server", "script", "agent", "skill", "page", "memory", "rules"}, kind)
}

func (l *loader) item(i Item) { l.space.items = append(l.space.items, i) }

// Changed lists the items whose file is no longer what was loaded: changed, gone,
// or not to be read. A watch may be late and does not see every script, so whoever
// runs what trust has pinned asks here at that moment. The error says that the
// folder cannot be opened.
func (s *Space) Changed() ([]Item, error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, fmt.Errorf("compare the space with what was trusted: %w", err)
	}
	defer func() { _ = root.Close() }() // nothing was written
	now := map[string]string{}
	var changed []Item
	for _, i := range s.Inventory() {
		if i.SHA256 == "" {
			continue
		}
		sum, known := now[i.File]
		if !known {
			sum = digestOf(root.FS(), i.File)
			now[i.File] = sum
		}
		if sum != i.SHA256 {
			changed = append(changed, i)
		}
	}
	return changed, nil
}

// digestOf is the SHA-256 of a regular file, "" if it cannot be had.
func digestOf(fsys fs.FS, name string) string {
	if info, err := fs.Stat(fsys, name); err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
		return ""
	}
	f, err := fsys.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxScript+1)); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
