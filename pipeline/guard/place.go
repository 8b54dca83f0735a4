package guard

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// A place is where a space lies on this machine, and what of it a program must not
// reach for.
type place struct {
	roots   func() []string                         // folders that acts may touch; real paths
	home    string                                  // the person's home folder, real path
	walls   func() string                           // why no walls stand around programs; "" if they do
	protect func() []string                         // more names, relative to a root, that decide what runs later
	finds   func() []string                         // folders in which the person's shell looks for programs; may be nil
	others  func() []Other                          // other spaces below the roots or around them, by their folders; may be nil
	named   *links                                  // where the protected names lead; nil: nowhere else
	built   func(path string) bool                  // a folder holds only what a build makes anew; may be nil
	below   func(dir, name string, apart bool) bool // so do all of a name below a folder; may be nil
	folders *wholes                                 // those that count whole
	temp    string                                  // what /tmp shows in the space's rooms, real path; "": nobody knows
}

// inside reports whether the real path lies in one of the roots.
func (pl *place) inside(path string) bool {
	for _, root := range pl.roots() {
		if within(root, path) {
			return true
		}
	}
	return false
}

// relative is a path as seen from the first root that holds it, with slashes.
func (pl *place) relative(target string) (string, bool) {
	for _, root := range pl.roots() {
		if within(root, target) {
			rel, err := filepath.Rel(root, target)
			return filepath.ToSlash(rel), err == nil
		}
	}
	return "", false
}

// names are the names of a path: as seen from each root that holds it, and
// as a whole.
func (pl *place) names(target string) []string {
	target = filepath.Clean(target)
	names := []string{filepath.ToSlash(target)}
	for _, root := range pl.roots() {
		if within(root, target) {
			if rel, err := filepath.Rel(root, target); err == nil {
				names = append(names, filepath.ToSlash(rel))
			}
		}
	}
	return names
}

// protects reports whether a path is protected, and what it is called. above says
// that a folder around something protected counts as well: it is moved or deleted.
func (pl *place) protects(target string, above bool) (string, bool) {
	for _, root := range pl.roots() {
		rel, err := filepath.Rel(root, target)
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		if unasked(rel, above) || isProtected(rel, above, pl.protect()) || pl.folders.in(root, rel) {
			return rel, true
		}
	}
	if name, ok := pl.leadsTo(target, above); ok {
		return name, true
	}
	return pl.protectsOther(target, above)
}

// isFound reports whether a path is in a folder in which the person's shell looks for programs, and what it is called. above is as in protects.
func (pl *place) isFound(target string, above bool) (string, bool) {
	if pl.finds == nil {
		return "", false
	}
	at := strings.ToLower(filepath.Clean(target))
	if !slices.ContainsFunc(pl.finds(), func(folder string) bool {
		folder = strings.ToLower(folder)
		return within(folder, at) || above && within(at, folder)
	}) {
		return "", false
	}
	return pl.relative(target)
}

// leadsTo reports whether a protected name is a link, or lies behind one, to a path: what
// reads the name reads what lies there. The path is called by its own name.
func (pl *place) leadsTo(target string, above bool) (string, bool) {
	if pl.named == nil || pl.named.nowhere() {
		return "", false
	}
	var names []string
	for _, name := range slices.Concat(Protected(), pl.protect()) {
		if !strings.Contains(name, "*") {
			names = append(names, path.Clean(name))
		}
	}
	if pl.named.leadTo(names, filepath.ToSlash(target)) || above && pl.named.leadBelow(names, filepath.ToSlash(target)) {
		name, ok := pl.relative(target)
		return name, ok
	}
	return "", false
}

// isProtected compares without case: some file systems do.
func isProtected(rel string, above bool, names []string) bool {
	rel = strings.ToLower(rel)
	return slices.ContainsFunc(names, func(name string) bool {
		return covers(strings.ToLower(path.Clean(name)+map[bool]string{true: "/"}[strings.HasSuffix(name, "/")]), rel, above)
	})
}

// isWhole reports whether a word names /, a home or a root.
func (pl *place) isWhole(t bash.Word) bool {
	path := filepath.Clean(bash.ExpandHome(t.Text, pl.home))
	return filepath.IsAbs(path) && !pl.whole(path).None()
}

// whole says what a path is that must never be deleted: /, a home, a root or
// what holds one. It says nothing for anything else.
func (pl *place) whole(path string) tools.Clause {
	switch {
	case path == filepath.Dir(path), path == pl.home, filepath.Dir(path) == "/home", filepath.Dir(path) == "/Users", path == "/root":
		return tools.Say(tools.WhyDeletesAll, path)
	case slices.ContainsFunc(pl.roots(), func(root string) bool { return within(path, root) }):
		return tools.Say(tools.WhyDeletesSpace, path)
	}
	return tools.Clause{}
}

// target is where a word leads, seen from a folder: the place itself, or for a
// pattern something in the folder in which it looks. ok is false if nobody knows.
func (pl *place) target(t bash.Word, dir string) (path string, ok bool) {
	path, follow, ok := pl.address(t, dir)
	switch {
	case !ok:
		return "", false
	case pl.roomTemp(path):
		to, _ := pl.inTemp(path, follow, nil)
		return to, true
	}
	return realTarget(filepath.Clean(path), follow), true
}

// address is the path that a word names, seen from a folder, as it is written, and whether a link in its last part is followed.
func (pl *place) address(t bash.Word, dir string) (path string, follow, ok bool) {
	path = bash.ExpandHome(t.Text, pl.home)
	follow = strings.HasSuffix(path, "/") || strings.HasSuffix(path, "/.")
	ofTemp := t.Temp == "/tmp" // by TMPDIR
	if ofTemp && strings.Trim(withoutVariables(strings.TrimPrefix(path, "/tmp")), "*.") == "/" {
		return "/", true, true // if the variables are empty
	}
	if t.Temp != "" && (pl.walls() != "" || t.Glob && !ofTemp) {
		return "", false, false // it may be anywhere, or everything where nothing was made
	}
	if !t.Known && !t.Guess && path == t.Text {
		if strings.Trim(withoutVariables(path), "*.") == "/" {
			return "/", true, true // if the variable is empty
		}
		cut := strings.IndexAny(path, "$`<…")
		if cut < 0 {
			cut = len(path)
		}
		path = path[:strings.LastIndexByte(path[:cut], '/')+1]
		if path == "" || !strings.HasPrefix(path, "/") {
			return "", false, false // relative, and not known
		}
		follow = true
	}
	if t.Glob {
		path = beforePattern(path)
		follow = true
	}
	if !filepath.IsAbs(path) {
		if dir == "" {
			return "", false, false
		}
		path = dir + string(filepath.Separator) + path
	}
	return path, follow, true
}

// withoutVariables is a text with $x and ${x} taken out: what is left where
// nobody has set them. ${x:?} stops the script instead, and stays.
func withoutVariables(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) || s[i+1] == '(' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] == '{' {
			end := strings.IndexByte(s[i:], '}')
			if end < 0 || strings.Contains(s[i:i+end], "?") {
				return s
			}
			i += end
			continue
		}
		for i+1 < len(s) && wordByte(s[i+1]) {
			i++
		}
	}
	return b.String()
}

// beforePattern is the folder in which a pattern looks if it may stand for all of
// it, else a name in that folder.
func beforePattern(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if !strings.ContainsAny(part, "*?[") {
			continue
		}
		folder := strings.Join(parts[:i], "/")
		if i == 1 && parts[0] == "" {
			folder = "/"
		}
		rest := strings.Join(parts[i+1:], "/")
		climbs := strings.Contains(rest, "..")
		all := strings.Trim(part, "*?.[]!^") == "" && strings.Trim(rest, "*/.") == ""
		switch {
		case climbs:
			return filepath.Join(folder, "x", rest)
		case all && folder == "":
			return "."
		case all:
			return folder
		}
		return filepath.Join(folder, "x")
	}
	return path
}

// realTarget resolves the links on the way to a path, as far as it exists; the
// last part only if follow says so, because rm deletes a link and not what it
// leads to.
func realTarget(path string, follow bool) string {
	rest := ""
	if !follow {
		rest = filepath.Base(path)
		path = filepath.Dir(path)
	}
	links := 0
	for at := path; ; at = filepath.Dir(at) {
		missing, err := filepath.Rel(at, path)
		if err != nil {
			return filepath.Join(path, rest)
		}
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, missing, rest)
		}
		if to, err := os.Readlink(at); err == nil && links < mostLinks { // what it leads to is not there yet
			if links++; !filepath.IsAbs(to) {
				dir, err := filepath.EvalSymlinks(filepath.Dir(at))
				if err != nil {
					dir = filepath.Dir(at)
				}
				to = filepath.Join(dir, to)
			}
			path = filepath.Join(to, missing)
			at = filepath.Join(path, "x") // of which the loop takes path next
			continue
		}
		if at == filepath.Dir(at) {
			return filepath.Join(path, rest)
		}
	}
}

// mostLinks is how many links to nothing are followed, as on Linux.
const mostLinks = 40

// within reports whether path is root or lies below it. Both are clean.
func within(root, path string) bool {
	if root == "" || !filepath.IsAbs(path) {
		return false
	}
	path = filepath.Clean(path)
	if root == string(filepath.Separator) || path == root {
		return true
	}
	return len(path) > len(root) && strings.HasPrefix(path, root) && path[len(root)] == filepath.Separator
}

// An Other is another space that is known to the app, below the folders that acts may
// touch, or around them.
type Other struct {
	Dir     string   // real
	Protect []string // names in it, beside those of Protected, that decide what runs later
}

// protectsOther reports whether a path is protected in a space that lies below a root,
// or around one. above is as in protects.
func (pl *place) protectsOther(target string, above bool) (string, bool) {
	if pl.others == nil {
		return "", false
	}
	target = filepath.Clean(target)
	others := pl.others()
	if len(others) == 0 {
		return "", false
	}
	byDir := func(o Other, dir string) int { return strings.Compare(o.Dir, dir) }
	for dir := target; ; dir = filepath.Dir(dir) {
		if i, ok := slices.BinarySearchFunc(others, dir, byDir); ok {
			rel, err := filepath.Rel(dir, target)
			rel = filepath.ToSlash(rel)
			if err == nil && (rel == "." && above || isProtected(rel, above, ProtectedElsewhere()) || isProtected(rel, above, others[i].Protect) || pl.folders.in(dir, rel)) {
				return rel + " of the space " + dir, true
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if below := target + string(filepath.Separator); above {
		i, _ := slices.BinarySearchFunc(others, below, byDir)
		if i < len(others) && strings.HasPrefix(others[i].Dir, below) {
			return "the space " + others[i].Dir, true
		}
	}
	return "", false
}
