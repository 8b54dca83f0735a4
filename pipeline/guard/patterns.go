package guard

import (
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"handrail/internal/jsonfile"
	"handrail/tools"
)

// A pattern is a rule's pattern, made ready once for everything that it may be
// held against: lines of commands, paths, addresses.
type pattern struct {
	text  string
	input string   // held against the input of a server's tool
	all   bool     // it matches every act
	lines []line   // held against commands
	word  string   // the first word of every command that it can match; "": any
	paths []string // held against paths: doublestar patterns without braces
	fixed []string // those of paths without a sign: a folder's name is about all in it
	start string   // what every path that matches begins with
	site  *url.URL // held against addresses; nil if it is none
	name  bool     // it has no slash: one that denies is a name at any depth
	wide  bool     // it denies or asks: where it may be read in two ways it means both
	links *links   // where it leads; nil if it is not about files, or allows

	changes bool // it is about changing files, and not about reading them
	deeds   bool // it is about what is done with files, by whatever tool
}

// mostAlternatives is how many patterns {a,b} may stand for: more would take
// longer to match than anyone meant.
const mostAlternatives = 64

// prepare makes a pattern ready. home is the person's home folder.
func prepare(r Rule, home string) pattern {
	shows, changes := r.Deeds()
	p := pattern{text: r.Pattern, all: r.Pattern == "", wide: r.Outcome != Allow, changes: changes && !shows}
	if p.all {
		return p
	}
	p.input = r.Pattern
	if sorted, ok := jsonfile.Sorted([]byte(r.Pattern)); ok && sorted[0] == '{' {
		p.input = string(sorted) // as inputs are written
	}
	p.lines = linesOf(r.Pattern, p.wide)
	p.word = firstWord(r.Pattern)
	p.name = !strings.Contains(r.Pattern, "/")
	p.deeds = (shows || changes) && !strings.ContainsAny(r.Tool, "*?") // which name tools of servers, too
	if u, err := url.Parse(r.Pattern); err == nil && strings.Contains(r.Pattern, "://") {
		p.site = u
	}
	text := r.Pattern
	if strings.HasPrefix(text, "~/") {
		text = home + text[1:]
	}
	if below, ok := strings.CutPrefix(text, "./"); ok {
		text = strings.TrimLeft(below, "/")
	}
	p.paths, _ = alternatives(text) // ParseRule has refused what cannot be
	p.paths = slices.DeleteFunc(p.paths, func(s string) bool { return !doublestar.ValidatePattern(s) })
	slices.Sort(p.paths)
	p.paths = slices.Compact(p.paths) // {a,a} is one pattern
	if p.wide {
		for _, s := range p.paths {
			if s = strings.TrimRight(s, "/"); s != "" && !strings.ContainsAny(s, `*?[\`) {
				p.fixed = append(p.fixed, s)
			}
		}
	}
	p.start = text
	if i := strings.IndexAny(text, `*?[{\`); i >= 0 {
		p.start = text[:i]
	}
	return p
}

// alternatives writes out {a,b}. The error says that there are too many.
func alternatives(text string) ([]string, error) {
	list := []string{text}
	for i := 0; i < len(list); {
		open, end, commas := braceOf(list[i])
		if end < 0 {
			i++
			continue
		}
		s := list[i]
		var out []string
		from := open + 1
		for _, c := range append(commas, end) {
			out = append(out, s[:open]+s[from:c]+s[end+1:])
			from = c + 1
		}
		if list = slices.Replace(list, i, i+1, out...); len(list) > mostAlternatives {
			return nil, errors.New("its braces stand for more than 64 patterns: write several rules")
		}
	}
	return list, nil
}

// braceOf finds the first {a,b} without braces in it.
func braceOf(s string) (open, end int, commas []int) {
	open, end = -1, -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			open, commas = i, nil
		case ',':
			commas = append(commas, i)
		case '}':
			if open >= 0 && len(commas) > 0 {
				return open, i, commas
			}
			open, commas = -1, nil
		}
	}
	return open, end, nil
}

// firstWord is the program that a pattern of commands names, if it is literal.
func firstWord(s string) string {
	i := strings.IndexAny(s, " *?")
	switch {
	case i < 0:
		return s
	case s[i] != ' ':
		return ""
	}
	return s[:i]
}

// A line is a pattern of commands, split at its stars.
type line struct {
	raw   string
	parts []string
	odd   bool // it has a ?
}

func lineOf(s string) line { return line{s, strings.Split(s, "*"), strings.Contains(s, "?")} }

// linesOf makes the patterns of one. A star right behind a word that allows ends
// the word: git status* allows no git statusx. One that denies or asks matches
// both, and rm * also a bare rm.
func linesOf(s string, wide bool) []line {
	base, star := strings.CutSuffix(s, "*")
	if star && wide && strings.HasSuffix(base, " ") {
		return []line{lineOf(s), lineOf(strings.TrimRight(base, " "))}
	}
	if !star || wide || base == "" || !wordByte(base[len(base)-1]) {
		return []line{lineOf(s)}
	}
	return []line{lineOf(base), lineOf(base + " *")}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (l line) match(s string) bool {
	if l.odd {
		return tools.Match(l.raw, s)
	}
	first := l.parts[0]
	if len(l.parts) == 1 {
		return s == first
	}
	if !strings.HasPrefix(s, first) {
		return false
	}
	s = s[len(first):]
	for _, part := range l.parts[1 : len(l.parts)-1] {
		i := strings.Index(s, part)
		if i < 0 {
			return false
		}
		s = s[i+len(part):]
	}
	return strings.HasSuffix(s, l.parts[len(l.parts)-1])
}

// matchLine holds the pattern against the line of a command.
func (p *pattern) matchLine(s string) bool {
	return slices.ContainsFunc(p.lines, func(l line) bool { return l.match(s) })
}

// at makes the pattern of a rule about files know where it leads from these roots.
func (p pattern) at(r Rule, roots func() []string) pattern {
	if shows, changes := r.Deeds(); p.wide && (shows || changes) {
		p.links = &links{roots: roots}
	}
	return p
}

// matchPath holds the pattern against the names of a path: as a whole, then as seen from
// each root.
// A name without a slash that denies or asks is one at any depth.
func (p *pattern) matchPath(names []string) bool {
	if p.text == "*" && p.wide || p.text == "**" {
		return true
	}
	for _, name := range names {
		if strings.HasPrefix(name, p.start) && slices.ContainsFunc(p.paths, func(s string) bool { return doublestar.MatchUnvalidated(s, name) }) {
			return true
		}
		if p.wide && p.name {
			base := path.Base(name)
			if strings.HasPrefix(base, p.start) && slices.ContainsFunc(p.paths, func(s string) bool { return doublestar.MatchUnvalidated(s, base) }) {
				return true
			}
		}
	}
	if slices.ContainsFunc(p.fixed, func(s string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return below(s, name) })
	}) {
		return true
	}
	if len(names) > 0 && p.links.leadTo(p.paths, names[0]) {
		return true
	}
	return p.wide && len(p.paths) == 0 && slices.ContainsFunc(names, p.matchLine) // no pattern of paths: letter by letter
}

// below reports whether a path lies in the folder that a fixed pattern names: at any depth,
// if that is a name without a slash.
func below(pattern, name string) bool {
	if strings.HasPrefix(name, pattern+"/") || name == pattern {
		return true
	}
	return !strings.Contains(pattern, "/") && strings.Contains("/"+name+"/", "/"+pattern+"/")
}

// matchSite holds the pattern against an address, or against a host if nobody
// knows the rest of it.
func (p *pattern) matchSite(target string) bool {
	u, err := url.Parse(target)
	whole := err == nil && strings.Contains(target, "://")
	if p.site == nil {
		if whole {
			return p.matchLine(strings.ToLower(u.Hostname())) || p.matchLine(strings.ToLower(u.Host)) || p.matchLine(target)
		}
		return p.matchLine(strings.ToLower(target)) || p.matchLine(target)
	}
	if !whole {
		host, _, ok := strings.Cut(target, ":")
		same := tools.Match(strings.ToLower(p.site.Host), strings.ToLower(target)) || ok && tools.Match(strings.ToLower(p.site.Host), strings.ToLower(host))
		return same && p.wide
	}
	if u.User != nil && !p.wide || !tools.Match(p.site.Scheme, u.Scheme) || !tools.Match(strings.ToLower(p.site.Host), strings.ToLower(u.Host)) {
		return false
	}
	at := path.Clean("/" + u.Path)
	want := p.site.Path
	if strings.HasSuffix(u.Path, "/") && at != "/" {
		at += "/"
	}
	return want == "" && at == "/" || want == "/*" || tools.Match(want, at) || tools.Match(want, at+"?"+u.RawQuery)
}
