package trust

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/confine"
	"handrail/internal/plain"
	"handrail/tools"
)

// A Change is one thing of a trusted space that is not what the person trusted. It
// is held back until they have approved it or put back what was there.
type Change struct {
	ID     string // names this very change; another state of the file is another change
	Kind   string // as in spaces.Item
	Name   string
	File   string // relative to the space
	Status string // StatusChanged, StatusNew or StatusRemoved
	Diff   string // unified, from what was trusted to what is there; see diffLimit
	Reason string // what does not work meanwhile, in a sentence
	// During says, in a space of the person's own, why the change was not taken as
	// theirs; "" elsewhere.
	During     string
	Restorable bool // what was trusted is kept: see Restore
}

// diffLimit is how much of one difference is shown, in bytes.
const diffLimit = 64 << 10

// Changes lists what is not what the person trusted, in the order of the
// inventory; what is gone comes last.
func (k *Keeper) Changes() []Change {
	now := k.State()
	list := make([]Change, 0, len(now.changes))
	for _, d := range now.changes {
		c := Change{
			ID: tools.Digest(d.Status, d.Kind, d.Name, d.File, d.trusted.Digest, d.Item.Digest, fmt.Sprint(d.Item.Exec))[:16], Kind: d.Kind, Name: d.Name, File: d.File,
			Status: d.Status, Reason: d.Consequence(), During: d.During, Diff: k.difference(now, d),
		}
		if now.pins != nil && now.pins.Files[c.File] != "" && d.Status != StatusNew {
			_, err := k.c.Store.contents.Get(now.pins.Files[c.File])
			c.Restorable = err == nil
		}
		list = append(list, c)
	}
	return list
}

// Consequence says what a change keeps from working.
func (d Deviation) Consequence() string {
	why := d.Name + " " + d.How() + ". "
	switch {
	case d.Kind == "memory":
		return why + "Agents aren't told what it says until you review it."
	case d.Kind == "rules":
		return why + "Until you approve it, both the rules you trusted and the new ones apply."
	case d.Kind == "hook":
		return why + "If it can block, the tools it checks can't run until you review it."
	case d.Kind == "script":
		return why + "Anything that uses it can't run until you review it."
	case (d.Kind == "agent" || d.Kind == "manifest") && d.Status != StatusNew:
		return why + "Until you approve it, the version you trusted applies."
	case d.Status == StatusRemoved:
		return why + "It can't be used."
	case d.Kind == "skill" && d.Status == StatusChanged:
		return why + "Until you approve it, agents use the version you trusted."
	}
	return why + "It can't be used until you review it."
}

// difference is the unified difference of one change.
func (k *Keeper) difference(now State, d Deviation) string {
	if d.Name == orderName {
		current, before := orders(now.space, now.pins)
		return udiff.Unified(d.Name+" as trusted", d.Name+" now", strings.Join(before, "\n")+"\n", strings.Join(current, "\n")+"\n")
	}
	var trusted, current []byte
	var lost error
	if d.Status != StatusNew {
		trusted, lost = d.trusted.content(k.c.Store.contents)
	}
	if d.Status != StatusRemoved {
		if current = []byte(d.Item.Text); d.Item.Text == "" {
			current = textOf(k.c.Dir, d.Item.File)
		}
	}
	var out strings.Builder
	if lost != nil {
		fmt.Fprintf(&out, "(the version you trusted is no longer saved: %v)\n", lost)
	}
	if d.Status == StatusChanged && d.trusted.Exec != d.Item.Exec {
		fmt.Fprintf(&out, "executable: was %v, now %v\n", d.trusted.Exec, d.Item.Exec)
	}
	if !utf8.Valid(trusted) || !utf8.Valid(current) {
		fmt.Fprintf(&out, "(not text: was %d bytes, now %d)\n", len(trusted), len(current))
		return out.String()
	}
	if d.Item.Digest != "" && d.Item.SHA256 == "" && d.Item.Text == "" {
		fmt.Fprintf(&out, "%s: was %s, now %s\n", d.File, d.trusted.Detail, d.Item.Detail)
	}
	out.WriteString(udiff.Unified(d.File+" as trusted", d.File+" now", string(trusted), string(current)))
	return shortened(out.String())
}

// shortened cuts a difference at a line, and says how much more there is.
func shortened(text string) string {
	if len(text) <= diffLimit {
		return text
	}
	cut := strings.LastIndexByte(text[:diffLimit], '\n') + 1
	if cut == 0 {
		cut = len(strings.ToValidUTF8(text[:diffLimit], ""))
	}
	return text[:cut] + fmt.Sprintf("(%d more bytes; open the file to see them)\n", len(text)-cut)
}

// textOf reads a file of a space to be shown; nothing if it cannot be read.
func textOf(dir, file string) []byte {
	root, err := plain.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	data, err := readLimited(root, file)
	if err != nil {
		return []byte("(can't be read: " + err.Error() + ")\n")
	}
	return data
}

// Approve trusts what changed, if the space is still the one with this digest:
// all of it, or what is named, "KIND/NAME" each. In a space that was not trusted,
// the rest stays held back.
func (k *Keeper) Approve(ctx context.Context, digest string, names ...string) error {
	return k.approve(ctx, digest, pinChange{chosen: everything, looked: true}, names)
}

// ApproveOwn trusts all of a space that the app has made for the person as their
// own, if it is still the one with this digest.
func (k *Keeper) ApproveOwn(ctx context.Context, digest string) error {
	own := true
	return k.approve(ctx, digest, pinChange{chosen: everything, looked: true, own: &own}, nil)
}

func (k *Keeper) approve(ctx context.Context, digest string, c pinChange, names []string) error {
	if err := k.c.Reload(ctx); err != nil {
		return err
	}
	now := k.State()
	if inventoryOf(now.space).Digest != digest {
		return errors.New("the space changed after you saw it: review it again")
	}
	if len(names) > 0 {
		found := map[string]bool{}
		c.chosen = func(item Key) bool {
			name := item.Kind + "/" + item.Name
			found[name] = true
			return slices.Contains(names, name)
		}
		for _, i := range now.space.Inventory() {
			c.chosen(KeyOf(i))
		}
		for _, d := range now.changes {
			c.chosen(d.Key)
		}
		for _, n := range names {
			if !found[n] {
				return fmt.Errorf("there is no %s here: name a kind and a name, as in tool/deploy", n)
			}
		}
	}
	c.clean = len(names) == 0 && k.unwritten()
	c.bare = !now.space.Declares() && (now.pins == nil || now.pins.Bare)
	if _, err := k.ledger.pinItems(ctx, now.space, c); err != nil {
		return err
	}
	if err := k.c.Store.states.SetState(ctx, trustKind, k.c.Dir, ""); err != nil {
		return err
	}
	return k.refresh(ctx)
}

// unwritten reports whether nothing of ours could have written in the space, as far back as is known.
func (k *Keeper) unwritten() bool {
	return k.activity.calls.Read(time.Now()).Untouched(placeOf(k.c.Dir, "handrail-"+rand.Text()[:8], false))
}

// PinItems trusts the chosen items of a space as s has seen them, without a look of
// the person at anything else. The caller reads the space again.
func (k *Keeper) PinItems(ctx context.Context, s State, chosen func(Key) bool) error {
	_, err := k.ledger.pinItems(ctx, s.space, pinChange{chosen: chosen})
	return err
}

// Distrust forgets what was trusted of the space.
func (k *Keeper) Distrust(ctx context.Context) error {
	if err := k.ledger.forget(ctx); err != nil {
		return err
	}
	return k.refresh(ctx)
}

// SetOwn says whether a trusted space is the person's own. Nothing that is held
// back now is approved by it.
func (k *Keeper) SetOwn(ctx context.Context, own bool) error {
	now := k.State()
	if now.level != Trusted {
		return errors.New("your edits can only be trusted automatically in a trusted space: review what it can run and trust it first")
	}
	if _, err := k.ledger.pinItems(ctx, now.space, pinChange{chosen: nothing, own: &own, looked: true}); err != nil {
		return err
	}
	return k.refresh(ctx)
}

// Restore puts back one file as it was when everything in it was trusted. It
// replaces the file whole and never follows a link.
func (k *Keeper) Restore(ctx context.Context, file string) error {
	file = filepath.ToSlash(filepath.Clean(filepath.FromSlash(file)))
	now := k.State()
	if now.pins == nil || now.pins.Files[file] == "" {
		return tools.Advise(tools.Action{Kind: tools.ListTrusted}, "%s is not among the files you trusted here", file)
	}
	data, err := k.c.Store.contents.Get(now.pins.Files[file])
	if err != nil {
		return fmt.Errorf("can't restore %s: %w", file, err)
	}
	if !fs.ValidPath(file) {
		return fmt.Errorf("%s is outside the space", file)
	}
	for _, name := range append(folders(file), file) {
		info, err := os.Lstat(k.path(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
			return fmt.Errorf("%s is a link, so it isn't restored: check where it leads, remove it, and try again", name)
		}
	}
	path, err := k.c.Roots().Resolve(file)
	if err != nil {
		return err
	}
	if err := k.c.Roots().WriteAtomic(path, data, confine.WriteOptions{Mode: 0o644}); err != nil {
		return err
	}
	if err := k.restoreMode(file, now.pins); err != nil {
		return err
	}
	return k.refresh(ctx)
}

// restoreMode makes a script executable again, or not.
func (k *Keeper) restoreMode(file string, p *pinned) error {
	one, at := p.find(Key{"script", file, file})
	if at < 0 {
		return nil
	}
	root, err := plain.OpenRoot(k.c.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // nothing was written
	name := filepath.FromSlash(file)
	info, err := root.Lstat(name)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm() &^ 0o111
	if one.Exec {
		mode |= 0o111 & (mode >> 2) // whoever may read it
	}
	if mode == info.Mode().Perm() {
		return nil
	}
	return root.Chmod(name, mode)
}
