package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"handrail/internal/plain"
)

// linksFor is how long it is taken for true where a rule's names lead. A search through
// thousands of files asks for each of them.
const linksFor = 50 * time.Millisecond

// links know where the names in a rule about files really lead: over links on the way, and
// if the name itself is one. Paths of acts are real, so a rule is held against both.
// nil links lead nowhere.
type links struct {
	roots  func() []string
	inside bool // also links that lie in the folders which the names stand for
	once   bool // what was found stays true

	mu   sync.Mutex
	read time.Time
	list []link
}

// A link is a pattern of real paths that the name of another pattern leads to.
type link struct {
	text string
	all  bool // it is about the path and all below
}

// leadTo reports whether one of the patterns, in the place where it really leads, is about
// the real path.
func (l *links) leadTo(patterns []string, real string) bool {
	if l == nil {
		return false
	}
	for _, k := range l.led(patterns) {
		if k.all && below(k.text, real) || !k.all && doublestar.MatchUnvalidated(k.text, real) {
			return true
		}
	}
	return false
}

// leadBelow reports whether one of the patterns, which have no signs, really leads to a place
// below the real path.
func (l *links) leadBelow(patterns []string, real string) bool {
	for _, k := range l.led(patterns) {
		if below(real, k.text) {
			return true
		}
	}
	return false
}

// nowhere reports whether it is known that none of the patterns leads elsewhere.
func (l *links) nowhere() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.list) == 0 && !l.isOld(time.Now())
}

// isOld reports whether the names have to be followed again. The caller holds l.mu.
func (l *links) isOld(now time.Time) bool {
	return l.read.IsZero() || !l.once && now.Sub(l.read) > linksFor
}

// led are the places where the patterns really lead, if they lead elsewhere. It is asked for
// the same ones each time.
func (l *links) led(patterns []string) []link {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.isOld(now) {
		l.read, l.list = now, nil
		for _, p := range patterns {
			l.follow(p)
		}
	}
	return l.list
}

// follow looks where the part of a pattern before its first sign leads.
func (l *links) follow(pattern string) {
	parts := strings.Split(strings.TrimRight(pattern, "/"), "/")
	plain := 0
	for plain < len(parts) && !strings.ContainsAny(parts[plain], `*?[\`) {
		plain++
	}
	begin, rest := strings.Join(parts[:plain], "/"), strings.Join(parts[plain:], "/")
	if begin == "" {
		return
	}
	bases := []string{""}
	if !filepath.IsAbs(filepath.FromSlash(begin)) {
		bases = l.roots()
	}
	for _, base := range bases {
		first, _, _ := strings.Cut(begin, "/")
		if _, err := os.Lstat(filepath.Join(base, first)); base != "" && err != nil {
			continue // it leads nowhere
		}
		at := filepath.Join(base, filepath.FromSlash(begin))
		if l.inside {
			l.followInside(at)
		}
		real := realTarget(at, true)
		if real == at && begin == filepath.ToSlash(filepath.Clean(filepath.FromSlash(begin))) {
			continue // it is called so
		}
		name := filepath.ToSlash(real)
		if rest == "" {
			l.list = append(l.list, link{text: name, all: true})
			continue
		}
		l.list = append(l.list, link{text: escapeSigns(strings.TrimRight(name, "/")) + "/" + rest})
	}
}

// mostInside is how many names in a folder are looked at for links.
const mostInside = 500

// followInside looks where links in a folder lead.
func (l *links) followInside(dir string) {
	seen := 0
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error { // what cannot be read leads nowhere
		if seen++; err != nil || seen > mostInside {
			return filepath.SkipAll
		}
		if path != dir && d.Type()&os.ModeSymlink != 0 {
			l.list = append(l.list, link{text: filepath.ToSlash(realTarget(path, true)), all: true})
		}
		return nil
	})
}

const (
	// mostLooked is how many names in folders are looked at for the patterns of a script.
	mostLooked = 20_000
	// mostFitting is how many files of a pattern are judged.
	mostFitting = 50
)

// fits are files that there are for a pattern of bash's in any of the folders, at most mostFitting. A folder that is not known, "", has none.
func fits(pattern string, dirs []string) []string {
	looked := 0
	list, _ := fitting(pattern, dirs, &looked, func(string) bool { return true })
	return list
}

// fitting is fits of the files that count; whole is false if there are more names than are looked at, with those that were looked at before.
func fitting(pattern string, dirs []string, looked *int, counts func(path string) bool) (list []string, whole bool) {
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	parts := strings.Split(strings.TrimLeft(pattern, "/"), "/")
	bases := dirs
	if strings.HasPrefix(pattern, "/") {
		bases = []string{"/"}
	}
	var enter func(at string, parts []string)
	enter = func(at string, parts []string) {
		switch {
		case len(parts) == 0:
			if len(list) < mostFitting && counts(at) {
				list = append(list, at)
			}
		case !strings.ContainsAny(parts[0], "*?["):
			next := filepath.Join(at, parts[0])
			if _, err := os.Lstat(next); err == nil {
				enter(next, parts[1:])
			}
		default:
			if *looked > mostLooked {
				return
			}
			f, err := plain.OpenFolder(at)
			if err != nil {
				return
			}
			names, _ := f.Readdirnames(max(mostLooked-*looked, 0) + 1) // what cannot be read has none
			_ = f.Close()
			*looked += len(names)
			slices.Sort(names)
			for _, name := range names {
				if ok, err := filepath.Match(parts[0], name); err == nil && ok && (name[0] != '.' || parts[0][0] == '.') && *looked <= mostLooked {
					enter(filepath.Join(at, name), parts[1:])
				}
			}
		}
	}
	for _, base := range bases {
		if base != "" {
			enter(base, parts)
		}
	}
	return list, *looked <= mostLooked
}

// escapeSigns writes a path as a pattern of nothing else.
func escapeSigns(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`).Replace(name)
}
