package tips

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
)

// An index is what of one was read: the contents that it names for the files that count.
type index struct {
	is   pins.Identity
	blob map[string]string
}

// readIndex reads the index of a git folder, or takes last if that has not changed.
func readIndex(dir string, last index, counts func(name string) bool) index {
	info, err := os.Lstat(filepath.Join(dir, "index"))
	if err != nil {
		return index{}
	}
	is := pins.IdentityOf(info)
	if last.blob != nil && last.is == is && is.Settled(time.Now()) {
		return last
	}
	return index{is, git.Indexed(dir, counts)}
}

// Behind are the files that count and for which the index has come to name another content, or none where the commit that is checked out is
// another one, while they lie in the work tree at top as they did: git could not change them.
func Behind(top string, before, after *Tips) (list []string) {
	if before.index.blob == nil || after.index.blob == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(after.index.blob)) {
		if is := after.index.blob[name]; before.index.blob[name] != is && blobAt(top, name) != is {
			list = append(list, name)
		}
	}
	if before.ids["HEAD"] == after.ids["HEAD"] {
		return list
	}
	for _, name := range slices.Sorted(maps.Keys(before.index.blob)) {
		if _, there := after.index.blob[name]; !there && blobAt(top, name) == before.index.blob[name] {
			list = append(list, name)
		}
	}
	return list
}

// Back is the rest of a command that takes git back to where it was, after the index is as it was; "" where the index is all.
func Back(before, after *Tips) string {
	switch was := before.ids["HEAD"]; {
	case before.head != after.head:
		return " && git switch -"
	case was != after.ids["HEAD"] && was != "":
		return " && git reset -q --soft " + was[:min(len(was), 12)]
	}
	return ""
}

// Mistold returns the folder of which the index of a git folder says another content than its entries have; "" for none. shared is the file that a
// split index shares with others.
func Mistold(dir string, raw, shared []byte) string {
	store := objects.Open(dir)
	defer store.Close()
	return git.Mistold(raw, shared, func(id string) (map[string]string, bool) { return objects.Listed(store, id) })
}
