package paths

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// trailLinks is how many links are followed on the way to a file, as on Linux.
const trailLinks = 40

// Trail follows a path one name at a time: real is where it leads, on are all
// the folders, links and files on the way, the last one included. What is not
// there is taken as it is named. The error is a loop of links, or a link that
// cannot be read.
func Trail(path string) (real string, on []string, err error) { return trail(path, link) }

// link is where a link leads; isLink is false if there is none at that path.
func link(at string) (target string, isLink bool, err error) {
	if info, err := os.Lstat(at); err == nil && leadsOn(info) {
		target, err = os.Readlink(at)
		return target, true, err
	}
	return "", false, nil
}

// leadsOn reports whether a file is a link, or what Windows has besides.
func leadsOn(info os.FileInfo) bool { return info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 }

func trail(path string, link func(at string) (target string, isLink bool, err error)) (real string, on []string, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return "", nil, err
	}
	split := func(path string) (top string, names []string) {
		top = filepath.VolumeName(path) + string(filepath.Separator)
		return top, strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r == filepath.Separator || r == '/' })
	}
	real, rest := split(path)
	on = append(on, real)
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case ".":
			continue
		case "..":
			real = filepath.Dir(real)
			continue
		}
		at := filepath.Join(real, name)
		on = append(on, at)
		target, isLink, err := link(at)
		if !isLink {
			real = at
			continue
		}
		if links++; links > trailLinks {
			return "", nil, errors.New(path + ": too many links")
		}
		if err != nil {
			return "", nil, err
		}
		var names []string
		if filepath.IsAbs(target) {
			real, names = split(target)
			on = append(on, real)
		} else {
			_, names = split(string(filepath.Separator) + target)
		}
		rest = slices.Concat(names, rest)
	}
	return real, on, nil
}

// A Ground is files and folders, and all that lies in them. They are known by
// what they are, not by their names alone.
type Ground struct {
	paths []string
	infos []os.FileInfo
}

// Paths are the paths of the ground, as they are named and where they lead.
func (g Ground) Paths() []string { return g.paths }

// GroundOf is the ground of some paths, as they are named and where they lead.
func GroundOf(paths []string) Ground {
	var g Ground
	for _, path := range paths {
		if path == "" || !filepath.IsAbs(path) {
			continue
		}
		g.paths = append(g.paths, filepath.Clean(path))
		if real, _, err := Trail(path); err == nil {
			g.paths = append(g.paths, real)
		}
		if info, err := os.Stat(path); err == nil {
			g.infos = append(g.infos, info)
		}
	}
	slices.Sort(g.paths)
	g.paths = slices.Compact(g.paths)
	return g
}

// Crossed reports whether the way to a path leads over the ground. A way that
// cannot be followed does.
func (g Ground) Crossed(path string) bool { return g.Crossing(path) != "" }

// Crossing is where the way to a path first leads over the ground, "" if it does
// not. A way that cannot be followed does so at once.
func (g Ground) Crossing(path string) string {
	at, _ := g.survey().crossing(path)
	return at
}

// LinkOn is the first link that lies on the ground, on the way to a path: somebody there may have
// made it. "" if there is none; a way that cannot be followed is one itself.
func (g Ground) LinkOn(path string) string {
	_, on, err := Trail(path)
	if err != nil {
		return path
	}
	inside := false
	for _, at := range on {
		info, err := os.Lstat(at)
		if err != nil {
			continue
		}
		if at == filepath.VolumeName(at)+string(filepath.Separator) {
			inside = false
		}
		if leadsOn(info) && (inside || Within(at, g.paths)) {
			return at
		}
		inside = inside || Within(at, g.paths) || g.is(info)
	}
	return ""
}
