package trust

import (
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/spaces"
	"handrail/tools"
)

// State is what of a space is trusted, and what is held back, as the space was last
// read. Judge makes it; it does not change.
type State struct {
	space   *spaces.Space
	level   Level
	pins    *pinned // what is trusted; nil: nothing
	changes []Deviation
	held    map[Key]string        // why a definition is held back
	named   map[kindName]string   // likewise, wherever it stands
	needs   map[Key][]spaces.Item // what a tool, hand or server depends on
	unkept  error
}

// A kindName names a definition, wherever it stands.
type kindName struct{ kind, name string }

// Level says whether the space may run what it declares.
func (s State) Level() Level {
	if s.level == "" {
		return Untrusted
	}
	return s.level
}

// Deviations lists what is not what the person has trusted, in the order of the
// inventory; what is gone comes last.
func (s State) Deviations() []Deviation { return slices.Clone(s.changes) }

// Unkept says what was trusted, must count and is not kept any more. Only reading is
// safe then.
func (s State) Unkept() error { return s.unkept }

// HeldBack says why one definition of a trusted space may not run, or "": it is not
// what the person has trusted. kind and name are those of the spaces.Item.
func (s State) HeldBack(kind, name string) string { return s.named[kindName{kind, name}] }

// HeldIn is HeldBack for the definition that stands in one file.
func (s State) HeldIn(kind, name, file string) string { return s.held[Key{kind, name, file}] }

// Scripts are the programs of the space that its hooks and tools name, wherever
// they lie: the guard asks before they are changed (docs/spec/11-guard.md#protected-files).
func (s State) Scripts() []string {
	var names []string
	for _, item := range s.space.Inventory() {
		if item.Kind == "script" {
			names = append(names, item.File)
		}
	}
	return names
}

// Inventory lists what the space would be able to run if it were trusted.
func (s State) Inventory() Inventory { return inventoryOf(s.space) }

// Own reports whether the space is the person's own: what changes in it while no
// call runs is taken as theirs (docs/spec/03-spaces.md).
func (s State) Own() bool { return s.pins != nil && s.pins.Own }

// TrustedAt is when the person last looked at what the space can run; zero if it is
// not trusted.
func (s State) TrustedAt() time.Time {
	if s.pins == nil || s.level != Trusted {
		return time.Time{}
	}
	return s.pins.At
}

// Trusted lists what is trusted of the space, for the person.
func (s State) Trusted() []spaces.Item {
	if s.pins == nil {
		return nil
	}
	list := make([]spaces.Item, 0, len(s.pins.Items))
	may := s.pagesMayCall()
	for _, one := range s.pins.Items {
		if one.Kind == "page" { // the manifest says so, and may have been trusted later
			one.Detail = may[one.File]
		}
		list = append(list, spaces.Item{Kind: one.Kind, Name: one.Name, File: one.File, SHA256: one.SHA256, Digest: one.Digest, Detail: one.Detail, Exec: one.Exec, Scripts: one.Scripts})
	}
	return list
}

// pagesMayCall says by file what each trusted page may call, as the trusted manifest has it.
func (s State) pagesMayCall() map[string]string {
	var files []string
	for _, one := range s.pins.Items {
		if one.Kind == "page" {
			files = append(files, one.File)
		}
	}
	may := map[string]string{}
	described, _ := s.space.Manifest.Describe(files) // its faults are problems of the space
	for _, p := range described {
		may[p.File] = "may call " + p.MayCall()
	}
	return may
}

// holdBack keeps a definition from running, for the first reason that is given.
func (s *State) holdBack(k Key, why string) {
	if s.held[k] == "" {
		s.held[k] = why
	}
	if n := (kindName{k.Kind, k.Name}); s.named[n] == "" {
		s.named[n] = why
	}
}

// Strange reports whether what a file of definitions says, as it was read with the space, is not what the person
// has trusted as a whole. One that is not there says nothing.
func (s State) Strange(file string) bool {
	sum, read := s.space.Loaded(file)
	return read && (s.pins == nil || s.pins.Files[file] != sum)
}

// Trusts reports whether a definition is there as the person has trusted it.
func (s State) Trusts(k Key) bool {
	if s.pins == nil || s.held[k] != "" {
		return false
	}
	_, at := s.pins.find(k)
	return at >= 0
}

// Vouch says why a file that was just read is not to be used as the definition k: its
// content is not what the person has trusted. nil: it is.
func (s State) Vouch(k Key, content []byte) error {
	if s.pins == nil {
		return tools.Advise(tools.Action{Kind: tools.TrustSpace}, "%s has not been trusted: review the space and trust it first", k.File)
	}
	one, at := s.pins.find(k)
	switch {
	case at < 0:
		return tools.Advise(review, "%s is new and not reviewed yet: review it first", k.File)
	case one.SHA256 != pins.Sum(content):
		return tools.Advise(review, "%s changed since you trusted it: review it first", k.File)
	}
	return nil
}

// removed reports whether a definition was trusted and is gone.
func (s *State) removed(k Key) bool {
	return slices.ContainsFunc(s.changes, func(d Deviation) bool { return d.Status == StatusRemoved && d.Key == k })
}
