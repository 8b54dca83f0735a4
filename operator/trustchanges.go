package operator

import (
	"context"
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
	"handrail/internal/pins"
	"handrail/operator/news"
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
func (s *Space) Changes() []Change {
	now := s.current.Load()
	list := make([]Change, 0, len(now.changes))
	for _, d := range now.changes {
		c := Change{
			ID: tools.Digest(d.status, d.key(), d.was.Digest, d.is.Digest, fmt.Sprint(d.is.Exec))[:16], Kind: d.kind(), Name: d.name(), File: d.file(),
			Status: d.status, Reason: d.shuts(), During: d.during, Diff: s.difference(now, d),
		}
		if now.pins != nil && now.pins.Files[c.File] != "" && d.status != StatusNew {
			_, err := s.o.pins.Get(now.pins.Files[c.File])
			c.Restorable = err == nil
		}
		list = append(list, c)
	}
	return list
}

// shuts says what a change keeps from working.
func (d deviation) shuts() string {
	why := d.name() + " " + d.how() + ". "
	switch {
	case d.kind() == "rules":
		return why + "Until you approve it, both the rules that you trusted and the new ones hold."
	case d.kind() == "hook":
		return why + "If it blocks, what it guards may not run until you have looked."
	case d.kind() == "script":
		return why + "What runs it may not run until you have looked."
	case d.kind() == "agent", d.kind() == "manifest" && d.status != StatusNew:
		return why + "Until you approve it, what you trusted counts."
	case d.status == StatusRemoved:
		return why + "It cannot be used."
	case d.kind() == "skill" && d.status == StatusChanged:
		return why + "Until you approve it, agents are told of the one that you trusted."
	}
	return why + "It cannot be used until you have looked."
}

// difference is the unified difference of one change.
func (s *Space) difference(now *loaded, d deviation) string {
	if d.name() == orderName {
		is, was := orders(now.space, now.pins)
		return udiff.Unified(d.name()+" as trusted", d.name()+" now", strings.Join(was, "\n")+"\n", strings.Join(is, "\n")+"\n")
	}
	var was, is []byte
	var lost error
	if d.status != StatusNew {
		was, lost = d.was.content(s.o.pins)
	}
	if d.status != StatusRemoved {
		if is = []byte(d.is.Text); d.is.Text == "" {
			is = s.textOf(d.is.File)
		}
	}
	var out strings.Builder
	if lost != nil {
		fmt.Fprintf(&out, "(what you trusted is not kept any more: %v)\n", lost)
	}
	if d.status == StatusChanged && d.was.Exec != d.is.Exec {
		fmt.Fprintf(&out, "may be executed: %v, and now %v\n", d.was.Exec, d.is.Exec)
	}
	if !utf8.Valid(was) || !utf8.Valid(is) {
		fmt.Fprintf(&out, "(not text: it had %d bytes and now has %d)\n", len(was), len(is))
		return out.String()
	}
	if d.is.Digest != "" && d.is.SHA256 == "" && d.is.Text == "" {
		fmt.Fprintf(&out, "%s: %s, and now %s\n", d.file(), d.was.Detail, d.is.Detail)
	}
	out.WriteString(udiff.Unified(d.file()+" as trusted", d.file()+" now", string(was), string(is)))
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
	return text[:cut] + fmt.Sprintf("(%d bytes more; look at the file itself)\n", len(text)-cut)
}

// textOf reads a file of the space to be shown; nothing if it cannot be read.
func (s *Space) textOf(file string) []byte {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	data, err := readLimited(root, file)
	if err != nil {
		return []byte("(cannot be read: " + err.Error() + ")\n")
	}
	return data
}

// Approve trusts what changed, if the space is still the one with this digest:
// all of it, or what is named, "KIND/NAME" each. In a space that was not trusted,
// the rest stays held back.
func (s *Space) Approve(ctx context.Context, digest string, names ...string) error {
	return s.trustThe(ctx, digest, taking{chosen: everything, looked: true}, names)
}

func (s *Space) trustThe(ctx context.Context, digest string, t taking, names []string) error {
	if err := s.reload(ctx); err != nil {
		return err
	}
	now := s.current.Load()
	if inventoryOf(now.space).Digest != digest {
		return errors.New("the space has changed since it was shown: look again at what it can run")
	}
	if len(names) > 0 {
		found := map[string]bool{}
		t.chosen = func(k string) bool {
			kind, rest, _ := strings.Cut(k, "\x00")
			name, _, _ := strings.Cut(rest, "\x00")
			found[kind+"/"+name] = true
			return slices.Contains(names, kind+"/"+name)
		}
		for _, i := range now.space.Inventory() {
			t.chosen(keyOf(i))
		}
		for _, d := range now.changes {
			t.chosen(d.key())
		}
		for _, n := range names {
			if !found[n] {
				return fmt.Errorf("there is no %s here: name a kind and a name, as in tool/deploy", n)
			}
		}
	}
	t.bare = !now.space.Declares() && (now.pins == nil || now.pins.Bare)
	if _, err := s.take(ctx, now.space, t); err != nil {
		return err
	}
	s.o.calls.Settle(s.dir)
	if err := s.o.store.SetState(ctx, trustKind, s.dir, ""); err != nil {
		return err
	}
	return s.tellReload(ctx)
}

// tellReload reads the space again and tells the faces.
func (s *Space) tellReload(ctx context.Context) error {
	if err := s.reload(ctx); err != nil {
		return err
	}
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}

// Distrust forgets what was trusted of the space.
func (s *Space) Distrust(ctx context.Context) error {
	for _, kind := range []string{trustKind, pinsKind} {
		if err := s.o.store.SetState(ctx, kind, s.dir, ""); err != nil {
			return err
		}
	}
	if err := s.o.grants.touch(ctx); err != nil { // other processes hear of it at their next call
		return err
	}
	return s.tellReload(ctx)
}

// Own reports whether the space is the person's own: what changes in it while no
// call runs is taken as theirs (docs/spec/03-spaces.md).
func (s *Space) Own() bool {
	p := s.current.Load().pins
	return p != nil && p.Own
}

// TrustedAt is when the person last looked at what the space can run; zero if it
// is not trusted.
func (s *Space) TrustedAt() time.Time {
	if now := s.current.Load(); now.pins != nil && now.trust == Trusted {
		return now.pins.At
	}
	return time.Time{}
}

// SetOwn says whether a trusted space is the person's own. Nothing that is held
// back now is approved by it.
func (s *Space) SetOwn(ctx context.Context, own bool) error {
	now := s.current.Load()
	if now.trust != Trusted {
		return errors.New("only a trusted space can be your own: look at what it can run and trust it first")
	}
	if _, err := s.take(ctx, now.space, taking{chosen: func(string) bool { return false }, own: &own, looked: true}); err != nil {
		return err
	}
	return s.tellReload(ctx)
}

// Restore puts back one file as it was when everything in it was trusted. It
// replaces the file whole and never follows a link.
func (s *Space) Restore(ctx context.Context, file string) error {
	file = filepath.ToSlash(filepath.Clean(filepath.FromSlash(file)))
	now := s.current.Load()
	if now.pins == nil || now.pins.Files[file] == "" {
		return fmt.Errorf("%s is not among the files that you have trusted here: `handrail space trust --show` lists them", file)
	}
	data, err := s.o.pins.Get(now.pins.Files[file])
	if err != nil {
		return fmt.Errorf("%s cannot be put back: %w", file, err)
	}
	if !fs.ValidPath(file) {
		return fmt.Errorf("%s does not lie in the space", file)
	}
	for _, name := range append(folders(file), file) {
		info, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
			return fmt.Errorf("%s is a link, so nothing is put back through it: look where it leads, remove it, and try again", name)
		}
	}
	path, err := s.roots.Resolve(file)
	if err != nil {
		return err
	}
	if err := s.roots.WriteAtomic(path, data, confine.WriteOptions{Mode: 0o644}); err != nil {
		return err
	}
	if err := s.restoreMode(file, now.pins); err != nil {
		return err
	}
	return s.tellReload(ctx)
}

// restoreMode makes a script executable again, or not.
func (s *Space) restoreMode(file string, p *pinned) error {
	one, at := p.byKey(key("script", file, file))
	if at < 0 {
		return nil
	}
	root, err := os.OpenRoot(s.dir)
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

// Trusted lists what is pinned of the space, for the person.
func (s *Space) Trusted() []Item {
	p := s.current.Load().pins
	if p == nil {
		return nil
	}
	list := make([]Item, 0, len(p.Items))
	for _, one := range p.Items {
		list = append(list, Item{Kind: one.Kind, Name: one.Name, File: one.File, SHA256: one.SHA256, Digest: one.Digest, Detail: one.Detail, Exec: one.Exec, Scripts: one.Scripts})
	}
	return list
}

// trustedScript is a script as it was trusted; the error is pins.ErrGone if it is
// not among what was trusted.
func (s *Space) trustedScript(l *loaded, file string) (data []byte, exec bool, err error) {
	if l.pins == nil {
		return nil, false, pins.ErrGone
	}
	one, at := l.pins.byKey(key("script", file, file))
	if at < 0 {
		return nil, false, pins.ErrGone
	}
	data, err = one.content(s.o.pins)
	return data, one.Exec, err
}
