package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limits of what is looked at of files that git does without. Where there is more, the folder is looked at as one.
const (
	mostResolved = 5_000    // conflicts that were resolved
	mostVariants = 200      // files of one of them
	mostLayers   = 1_000    // that a chain names
	chainLimit   = 64 << 10 // bytes of a chain
)

// A chain is a file that names others beside it, which are read one upon the other.
type chain struct{ list, before, after string }

// spareFiles are what git has worked out of its objects, in a folder of objects: which trees and parents commits have, and in which pack an
// object lies.
var spareFiles = []string{"info/commit-graph", "pack/multi-pack-index"}

// spareChains are the same, in layers.
var spareChains = []chain{
	{"info/commit-graphs/commit-graph-chain", "graph-", ".graph"},
	{"pack/multi-pack-index.d/multi-pack-index-chain", "multi-pack-index-", ".midx"},
}

// IsSpare reports whether a path of Places.States is one that git does without: what it has worked out of its objects to find its way faster,
// and what recorded resolutions of conflicts say. Git believes these, and looks no further.
func IsSpare(path string) bool {
	dir := filepath.Dir(path)
	switch base := strings.ToLower(filepath.Base(path)); strings.ToLower(filepath.Base(dir)) {
	case "info":
		return base == "commit-graph"
	case "pack":
		return base == "multi-pack-index"
	case "commit-graphs", "multi-pack-index.d":
		return true
	default:
		return base == "rr-cache" || strings.EqualFold(filepath.Base(filepath.Dir(dir)), "rr-cache") || strings.EqualFold(filepath.Base(dir), "rr-cache")
	}
}

// ChainOf is the file that names a path of Places.States as a layer, without which git reads none of them; "" for another path.
func ChainOf(path string) string {
	dir := filepath.Dir(path)
	for _, c := range spareChains {
		if list := filepath.FromSlash(c.list); filepath.Base(dir) == filepath.Base(filepath.Dir(list)) && filepath.Base(path) != filepath.Base(list) {
			return filepath.Join(dir, filepath.Base(list))
		}
	}
	return ""
}

// spares adds what git does without of a folder of objects, and of those from which it borrows. They are looked for by their names,
// however full the folders are.
func spares(f *finder, objects string, deep int) {
	if deep > deepest {
		return
	}
	for _, name := range spareFiles {
		path := filepath.Join(objects, filepath.FromSlash(name))
		f.see(path, false)
		f.state(path)
	}
	for _, c := range spareChains {
		list := filepath.Join(objects, filepath.FromSlash(c.list))
		f.see(list, false)
		f.state(list)
		raw, _, _ := ReadFile(list, chainLimit) // git, too, reads none where there is none
		many := 0
		for name := range strings.FieldsSeq(string(raw)) {
			if many++; isID(name) && many <= mostLayers {
				path := filepath.Join(filepath.Dir(list), c.before+name+c.after)
				f.see(path, false)
				f.state(path)
			}
		}
	}
	alternates := filepath.Join(objects, "info", "alternates")
	f.see(alternates, false)
	raw, _, err := ReadFile(alternates, pointerLimit)
	if err != nil {
		return
	}
	folders, _ := Borrowed(raw, objects)
	for _, folder := range folders[:min(len(folders), mostEntries)] {
		if folder != objects && f.s.Inside(folder) {
			spares(f, folder, deep+1)
		}
	}
}

// resolutions adds the resolutions of conflicts that git has recorded, and puts into place when a conflict comes again.
func resolutions(f *finder, dir string) {
	top := filepath.Join(dir, "rr-cache")
	if kind, ok := f.see(top, false); !ok || !kind.IsDir() {
		return
	}
	conflicts := namesIn(top, mostResolved+1)
	if len(conflicts) > mostResolved {
		whole(f, top)
		return
	}
	for _, c := range conflicts {
		at := filepath.Join(top, c.Name())
		f.see(at, false)
		f.stray(dir, at)
		if !c.IsDir() {
			continue
		}
		names := namesIn(at, mostVariants+1)
		if len(names) > mostVariants {
			whole(f, at)
			continue
		}
		for _, e := range names {
			if path := filepath.Join(at, e.Name()); strings.HasPrefix(strings.ToLower(e.Name()), "postimage") {
				f.see(path, false)
				f.stray(dir, path)
				f.state(path)
			}
		}
	}
}

// whole adds a folder of too many files as a state of its own.
func whole(f *finder, path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == fs.ModeDir && f.s.Inside(path) {
		f.own(path)
		f.p.States[path] = true
	}
}
