package spaces

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"

	"handrail/internal/programs"
)

// complete notes what a program takes in the place of a name: the file that it takes now, and those that it would take before, if
// they came to be there.
func (sc *scripts) complete(s stem, n *naming) {
	found := sc.taken(s.name, n)
	if !found && s.name != "." {
		found = sc.ended(s.name, s.by, n)
	}
	if !found {
		found = sc.inside(s.name, s.by, n)
	}
	if found {
		n.stems = append(n.stems, s.name)
	}
}

// taken notes a file that a program tries; it reports whether that is the one that it takes.
func (sc *scripts) taken(name string, n *naming) bool {
	info, err := fs.Stat(sc.files.fsys, name)
	if errors.Is(err, fs.ErrInvalid) || err == nil && info.IsDir() {
		return false
	}
	sc.look(name, true, n)
	return err == nil
}

// ended tries the endings that a program adds.
func (sc *scripts) ended(name string, by programs.Completion, n *naming) bool {
	for _, end := range by.Ends {
		if sc.taken(name+end, n) {
			return true
		}
	}
	return false
}

// inside tries what stands for a folder.
func (sc *scripts) inside(folder string, by programs.Completion, n *naming) bool {
	if manifest := path.Join(folder, "package.json"); by.Manifest && sc.taken(manifest, n) {
		for _, main := range sc.mainsOf(manifest) {
			at := path.Join(folder, main)
			if sc.taken(at, n) || sc.ended(at, by, n) || sc.inside(at, programs.Completion{Inside: by.Inside}, n) {
				return true
			}
		}
	}
	for _, name := range by.Inside {
		if sc.taken(path.Join(folder, name), n) {
			return true
		}
	}
	return false
}

// mainsOf are the files that a package.json names for its folder.
func (sc *scripts) mainsOf(manifest string) (mains []string) {
	data, ok := sc.files.read(manifest, MaxDefinition)
	var said struct{ Main, Module any }
	if !ok || json.Unmarshal(data, &said) != nil {
		return nil
	}
	for _, field := range []any{said.Main, said.Module} {
		if main, ok := field.(string); ok && main != "" {
			mains = append(mains, main)
		}
	}
	return mains
}
