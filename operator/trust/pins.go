package trust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/spaces"
	"handrail/tools"
)

// pinned is what the person has trusted of a space, item by item. The contents
// lie in the store of pins, by their SHA-256.
type pinned struct {
	Version int               `json:"version"`
	Own     bool              `json:"own,omitempty"`    // changes between calls are the person's own
	Bare    bool              `json:"bare,omitempty"`   // it declared nothing: only its rules are kept
	At      time.Time         `json:"at"`               // when the person last looked
	Items   []pin             `json:"items"`            // what is pinned
	Hooks   []string          `json:"hooks,omitempty"`  // ids, in the order in which they run
	Files   map[string]string `json:"files,omitempty"`  // SHA-256 of whole files, as they were when all in them was trusted
	Linked  []string          `json:"linked,omitempty"` // files that had other names as well

	Marks map[string]known `json:"marks,omitempty"` // which files those of Files were, and the folders on the way to them
	Past  []string         `json:"past,omitempty"`  // names of what Files have said before: see pastOf
	// Doubts are files that something else than the person could have made, until the person has looked.
	Doubts []doubt `json:"doubts,omitempty"`
	// Clean is when the person trusted all of it, in nanoseconds since 1970, if nothing of ours could have
	// written here until then; else 0.
	Clean int64 `json:"clean,omitempty"`
}

// A pin is one item as it was trusted.
type pin struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	File    string   `json:"file"`
	SHA256  string   `json:"sha256,omitempty"`
	Digest  string   `json:"digest"`
	Detail  string   `json:"detail,omitempty"`
	Exec    bool     `json:"exec,omitempty"`
	Part    bool     `json:"part,omitempty"` // a part of File: the content is that of Digest
	Rights  []string `json:"rights,omitempty"`
	Scripts []string `json:"scripts,omitempty"`
}

// pinOf is an item as it is trusted.
func pinOf(i spaces.Item) pin {
	return pin{
		Kind: i.Kind, Name: i.Name, File: i.File, SHA256: i.SHA256, Digest: i.Digest, Detail: i.Detail, Exec: i.Exec, Part: i.Text != "", Rights: i.Rights, Scripts: i.Scripts,
	}
}

func (p pin) key() Key { return Key{Kind: p.Kind, Name: p.Name, File: p.File} }

// same reports whether an item is what was pinned.
func (p pin) same(i spaces.Item) bool { return p.Digest == i.Digest && p.Exec == i.Exec }

// content is what was trusted: the definition where a file holds several, else
// the file. The error is pins.ErrGone where it was never kept.
func (p pin) content(store *pins.Store) ([]byte, error) {
	if p.Part {
		return store.Get(p.Digest)
	}
	return store.Get(p.SHA256)
}

// find returns the pin of an item and its place in Items; -1 if there is none.
func (p *pinned) find(k Key) (pin, int) {
	for i, one := range p.Items {
		if one.key() == k {
			return one, i
		}
	}
	return pin{}, -1
}

// read returns what is trusted of the space; nil: nothing is. What cannot be
// understood is nothing.
func (l *ledger) read(ctx context.Context) (*pinned, error) {
	text, ok, err := l.store.states.State(ctx, pinsKind, l.dir)
	if err != nil || !ok {
		return nil, err
	}
	return decodePins(text), nil
}

func decodePins(text string) *pinned {
	var p pinned
	if text == "" || json.Unmarshal([]byte(text), &p) != nil || p.Version != 1 {
		return nil
	}
	return &p
}

// A pinChange selects which items to pin again.
type pinChange struct {
	chosen func(Key) bool // of what is there and of what is gone
	own    *bool          // nil: as it was
	bare   bool
	looked bool    // the person has looked: At moves on
	doubt  []doubt // see pinned.Doubts
	ease   bool    // so that doubts stay only where something is held
	held   []string
	clean  bool // they have looked at everything, and nothing of ours has written here
}

func everything(Key) bool { return true }

func nothing(Key) bool { return false }

// pinItems pins what was chosen, as it was just loaded: first the contents, then who
// names them, so that a process that is killed in between has trusted nothing
// more. It returns what is pinned now.
func (l *ledger) pinItems(ctx context.Context, space *spaces.Space, c pinChange) (*pinned, error) {
	items := slices.DeleteFunc(space.Inventory(), func(i spaces.Item) bool { return i.Digest == "" || !c.chosen(KeyOf(i)) })
	if err := l.keepContents(items); err != nil {
		return nil, err
	}
	var now *pinned
	err := l.store.states.ChangeState(ctx, pinsKind, l.dir, func(old string) string {
		now = decodePins(old)
		if now == nil {
			now = &pinned{Version: 1, At: time.Now()}
		}
		now.apply(l.dir, space, items, c)
		raw, err := json.Marshal(now)
		if err != nil { // it holds nothing that cannot be written
			return old
		}
		return string(raw)
	})
	return now, errors.Join(err, l.store.touch(ctx)) // other processes hear of it at their next call
}

// apply puts items among the pins and takes those that were chosen and are gone
// out of them.
func (p *pinned) apply(dir string, space *spaces.Space, items []spaces.Item, c pinChange) {
	there := map[Key]bool{}
	for _, i := range space.Inventory() {
		there[KeyOf(i)] = true
	}
	p.Items = slices.DeleteFunc(p.Items, func(one pin) bool { return c.chosen(one.key()) && !there[one.key()] })
	for _, i := range items {
		if _, at := p.find(KeyOf(i)); at >= 0 {
			p.Items[at] = pinOf(i)
		} else {
			p.Items = append(p.Items, pinOf(i))
		}
	}
	p.order(space.HookOrder(), c)
	at := int64(0)
	if c.clean {
		at = time.Now().Add(-settling).UnixNano()
		p.Clean = at
		p.tops(dir, at)
	}
	p.whole(dir, space.Inventory(), at)
	p.doubt(c.doubt)
	if c.ease {
		p.ease(c.held)
	}
	p.Linked = slices.DeleteFunc(p.Linked, func(file string) bool { // of the others it is not known what was written by another name
		return slices.ContainsFunc(items, func(i spaces.Item) bool { return i.File == file })
	})
	for _, one := range p.Items {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(one.File))); err == nil && pins.Linked(info) && !slices.Contains(p.Linked, one.File) {
			p.Linked = append(p.Linked, one.File)
		}
	}
	if c.own != nil {
		p.Own = *c.own
	}
	p.Bare = c.bare
	if c.looked {
		p.At = time.Now()
	}
}

// settling is by how much the times of files may lag behind the clock.
const settling = 20 * time.Millisecond

// order keeps the order of the hooks, if it is among what was chosen.
func (p *pinned) order(now []string, c pinChange) {
	isHook := func(id string) bool {
		return slices.ContainsFunc(p.Items, func(one pin) bool { return one.Kind == "hook" && one.Name == id })
	}
	p.Hooks = slices.DeleteFunc(p.Hooks, func(id string) bool { return !isHook(id) })
	chosen := c.chosen(orderKey)
	for _, one := range p.Items {
		chosen = chosen || one.Kind == "hook" && c.chosen(one.key())
	}
	if !chosen {
		return
	}
	gone := slices.DeleteFunc(slices.Clone(p.Hooks), func(id string) bool { return slices.Contains(now, id) })
	p.Hooks = append(slices.DeleteFunc(slices.Clone(now), func(id string) bool { return !isHook(id) }), gone...)
}

// whole notes the files in which everything is trusted as it is.
func (p *pinned) whole(dir string, items []spaces.Item, at int64) {
	files, mixed := map[string]string{}, map[string]bool{}
	for _, i := range items {
		if i.SHA256 == "" || i.Digest == "" {
			continue
		}
		files[i.File] = i.SHA256
		one, at := p.find(KeyOf(i))
		mixed[i.File] = mixed[i.File] || at < 0 || !one.same(i)
	}
	if p.Files == nil {
		p.Files = map[string]string{}
	}
	pinnedFiles := map[string]bool{}
	for _, one := range p.Items {
		pinnedFiles[one.File] = true
		_, there := files[one.File]
		mixed[one.File] = mixed[one.File] || there && !slices.ContainsFunc(items, func(i spaces.Item) bool { return KeyOf(i) == one.key() })
	}
	for file, sum := range files {
		if !mixed[file] {
			p.past(file, sum)
			p.Files[file] = sum
			p.place(dir, file, at)
		}
	}
	for file := range p.Files {
		if !pinnedFiles[file] {
			p.past(file, "")
			p.remember(file, "") // that it is not there
			delete(p.Files, file)
		}
	}
	p.misplace()
}

// pastKept is how many contents are remembered that were trusted before.
const pastKept = 500

// past remembers what was trusted of a file, if that is something else now.
func (p *pinned) past(file, now string) {
	if old := p.Files[file]; old != "" && old != now {
		p.remember(file, old)
	}
}

func (p *pinned) remember(file, sum string) {
	p.Past = slices.DeleteFunc(p.Past, func(one string) bool { return one == pastOf(file, sum) })
	p.Past = append(p.Past, pastOf(file, sum))
	p.Past = p.Past[max(0, len(p.Past)-pastKept):]
}

// pastOf names a content of a file, by its SHA-256.
func pastOf(file, sum string) string { return pins.Sum([]byte(file + "\x00" + sum))[:32] }

// folders are the folders around a file, the outermost first.
func folders(file string) []string {
	var list []string
	for i, c := range file {
		if c == '/' {
			list = append(list, file[:i])
		}
	}
	return list
}

// keepContents puts the contents of items into the store. A file that is no longer what
// was loaded is an error: nobody has looked at that one.
func (l *ledger) keepContents(items []spaces.Item) error {
	root, err := plain.OpenRoot(l.dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // nothing was written
	done := map[string]bool{}
	for _, i := range items {
		if i.Text != "" {
			if sum, err := l.store.contents.Put([]byte(i.Text)); err != nil || sum != i.Digest {
				return errors.Join(err, fmt.Errorf("couldn't save %s in %s", i.Name, i.File))
			}
		}
		if i.SHA256 == "" || done[i.File] {
			continue
		}
		done[i.File] = true
		if sum, big := bigSum(root, i.File); big {
			if sum != i.SHA256 {
				return fmt.Errorf("%s changed after you saw it: review it again", i.File)
			}
			continue // it is too large to be kept: it can't be put back
		}
		data, err := readLimited(root, i.File)
		if err != nil {
			return err
		}
		if pins.Sum(data) != i.SHA256 {
			return fmt.Errorf("%s changed after you saw it: review it again", i.File)
		}
		if _, err := l.store.contents.Put(data); err != nil {
			return err
		}
	}
	return nil
}

// convert makes pins of the one digest that earlier versions kept, if it still
// names what is there.
func (l *ledger) convert(ctx context.Context, space *spaces.Space) (*pinned, error) {
	digest, ok, err := l.store.states.State(ctx, trustKind, l.dir)
	if err != nil || !ok || digest != earlierDigest(space) {
		return nil, err
	}
	p, err := l.pinItems(ctx, space, pinChange{chosen: everything})
	if err != nil {
		return nil, err
	}
	return p, l.store.states.SetState(ctx, trustKind, l.dir, "")
}

// earlierDigest names an inventory as earlier versions did.
func earlierDigest(space *spaces.Space) string {
	var parts []string
	for _, i := range space.Inventory() {
		if i.Kind == "manifest" || i.Kind == "script" && i.Leaves {
			continue // not known to them
		}
		parts = append(parts, i.Kind, i.Name, i.File, i.SHA256)
	}
	return tools.Digest(parts...)
}
