package git

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Entry is one setting of a configuration file of git's.
type Entry struct {
	Section string // in lower case
	Sub     string // as it is written; "" also where there is none
	Key     string // in lower case
	Value   string
	Bare    bool // it has no "=", which git reads as true

	start, end int // of its text, with the line's end where the line is its own
}

// Name is the setting's whole name, as git prints it.
func (e Entry) Name() string {
	if e.Sub == "" {
		return e.Section + "." + e.Key
	}
	return e.Section + "." + e.Sub + "." + e.Key
}

// Line is the setting as a person reads it: "core.pager = less".
func (e Entry) Line() string {
	if e.Bare {
		return e.Name()
	}
	return e.Name() + " = " + e.Value
}

// same reports whether two settings say the same.
func (e Entry) same(o Entry) bool {
	return e.Name() == o.Name() && e.Value == o.Value && e.Bare == o.Bare
}

// fileLimit bounds what is read of one configuration file, in bytes.
const fileLimit = 1 << 20

// errBroken is the cause of every error of Parse.
var errBroken = errors.New("it cannot be read as settings of git")

// A config is a configuration file, read.
type config struct {
	entries  []Entry
	sections []section
}

// A section is one header of a file. end is where it, or its last setting, ends.
type section struct {
	name, sub string
	end       int
}

// Parse reads a configuration file as git does. What git refuses is an error.
func Parse(data []byte) ([]Entry, error) {
	c, err := parse(data)
	return c.entries, err
}

func parse(data []byte) (config, error) {
	if len(data) > fileLimit {
		return config{}, fmt.Errorf("%w: it has more than %d bytes", errBroken, fileLimit)
	}
	p := parser{data: data}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		p.at = 3
	}
	for p.at < len(data) {
		if err := p.next(); err != nil {
			line := 1 + bytes.Count(data[:min(p.at, len(data))], []byte("\n"))
			return config{}, fmt.Errorf("%w: line %d", errBroken, line)
		}
	}
	return p.config, nil
}

type parser struct {
	config

	data []byte
	at   int
}

// peek is the byte at hand; a CR before an LF is none, as for git. 0 is the end.
func (p *parser) peek() byte {
	if p.at >= len(p.data) {
		return 0
	}
	if p.data[p.at] == '\r' && p.at+1 < len(p.data) && p.data[p.at+1] == '\n' {
		p.at++
	}
	return p.data[p.at]
}

// next reads one header, setting, comment or space.
func (p *parser) next() error {
	switch c := p.peek(); {
	case p.at < len(p.data) && c == 0:
		return errBroken
	case c == '#' || c == ';':
		p.skipLine()
	case c == '[':
		return p.header()
	case isLetter(c):
		return p.setting()
	case isSpace(c):
		p.at++
	default:
		return errBroken
	}
	return nil
}

func (p *parser) skipLine() {
	for p.at < len(p.data) && p.data[p.at] != '\n' {
		p.at++
	}
}

// header reads [name], [name "sub"] or [name.sub].
func (p *parser) header() error {
	p.at++
	var name strings.Builder
	for ; isWord(p.peek()) || p.peek() == '.'; p.at++ {
		name.WriteByte(lower(p.peek()))
	}
	s := section{name: name.String()}
	s.name, s.sub, _ = strings.Cut(s.name, ".")
	switch c := p.peek(); {
	case s.name == "" && s.sub == "":
		return errBroken
	case c == ']':
	case isSpace(c) && c != '\n':
		for isSpace(p.peek()) && p.peek() != '\n' {
			p.at++
		}
		sub, err := p.subsection()
		if err != nil {
			return err
		}
		if s.sub != "" { // [a.b "c"] is a.b.c
			sub = s.sub + "." + sub
		}
		s.sub = sub
	default:
		return errBroken
	}
	if p.peek() != ']' {
		return errBroken
	}
	p.at++
	s.end = p.at
	p.sections = append(p.sections, s)
	return nil
}

func (p *parser) subsection() (string, error) {
	if p.peek() != '"' {
		return "", errBroken
	}
	p.at++
	var sub strings.Builder
	for {
		switch c := p.peek(); c {
		case 0, '\n':
			return "", errBroken
		case '"':
			p.at++
			return sub.String(), nil
		case '\\':
			p.at++
			if c = p.peek(); c == 0 || c == '\n' {
				return "", errBroken
			}
			sub.WriteByte(c)
		default:
			sub.WriteByte(c)
		}
		p.at++
	}
}

// setting reads a key and its value.
func (p *parser) setting() error {
	if len(p.sections) == 0 {
		return errBroken
	}
	s := &p.sections[len(p.sections)-1]
	e := Entry{Section: s.name, Sub: s.sub, start: p.at}
	var key strings.Builder
	for ; isWord(p.peek()); p.at++ {
		key.WriteByte(lower(p.peek()))
	}
	e.Key = key.String()
	for p.peek() == ' ' || p.peek() == '\t' {
		p.at++
	}
	switch c := p.peek(); {
	case c == '\n' || p.at >= len(p.data):
		e.Bare = true
	case c == '=':
		p.at++
		var err error
		if e.Value, err = p.value(); err != nil {
			return err
		}
	default:
		return errBroken
	}
	if p.at < len(p.data) { // the line's end
		p.at++
	}
	e.end, s.end = p.at, p.at
	p.entries = append(p.entries, e)
	return nil
}

// value reads what stands after "=", up to the line's end.
func (p *parser) value() (string, error) {
	var v []byte
	quoted, keep := false, 0 // keep: how much of v stays when spaces at its end are cut
	for ; ; p.at++ {
		c := p.peek()
		switch {
		case p.at >= len(p.data) || c == '\n':
			if quoted {
				return "", errBroken
			}
			return string(v[:keep]), nil
		case c == 0:
			return "", errBroken
		case !quoted && (c == '#' || c == ';'):
			p.skipLine()
			return string(v[:keep]), nil
		case !quoted && isSpace(c):
			if len(v) > 0 {
				v = append(v, c)
			}
			continue
		case c == '"':
			quoted = !quoted
			keep = len(v)
			continue
		case c == '\\':
			p.at++
			known := map[byte]byte{'n': '\n', 't': '\t', 'b': '\b', '\\': '\\', '"': '"'}
			next := p.peek()
			if next == '\n' { // the spaces before it stay
				keep = len(v)
				continue
			}
			var ok bool
			if c, ok = known[next]; !ok {
				return "", errBroken
			}
		}
		v = append(v, c)
		keep = len(v)
	}
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isLetter(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '-' }

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

// A Change is what a setting says in one file and not in the other.
type Change struct {
	Name        string
	Old, Wanted []Entry // all of this name; none: it is not there
}

// Mistaken reports whether git, told to make a repository of one that is there, has noted of the file system what is not so: it tries the rights of
// `config` itself, and a link has none of its own.
func (c Change) Mistaken() bool {
	truth := func(list []Entry, value string) bool {
		return len(list) == 1 && (list[0].Bare && value == "true" || !list[0].Bare && strings.EqualFold(list[0].Value, value))
	}
	return c.Name == "core.filemode" && truth(c.Old, "true") && truth(c.Wanted, "false")
}

// Lines are what is new, and what is gone, as a person reads it.
func (c Change) Lines() []string {
	var lines []string
	for _, e := range c.Wanted {
		if !slices.ContainsFunc(c.Old, e.same) {
			lines = append(lines, e.Line())
		}
	}
	for _, e := range c.Old {
		if !slices.ContainsFunc(c.Wanted, e.same) {
			lines = append(lines, "without "+e.Line())
		}
	}
	if len(lines) == 0 {
		lines = append(lines, c.Name+" in another order")
	}
	return lines
}

// Compare lists what differs between two files, in the order of the names.
func Compare(old, wanted []Entry) []Change {
	all := map[string]*Change{}
	of := func(e Entry) *Change {
		if all[e.Name()] == nil {
			all[e.Name()] = &Change{Name: e.Name()}
		}
		return all[e.Name()]
	}
	for _, e := range old {
		c := of(e)
		c.Old = append(c.Old, e)
	}
	for _, e := range wanted {
		c := of(e)
		c.Wanted = append(c.Wanted, e)
	}
	var list []Change
	for _, c := range all {
		if !slices.EqualFunc(c.Old, c.Wanted, Entry.same) {
			list = append(list, *c)
		}
	}
	slices.SortFunc(list, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Fits reports whether the settings are as they were before the change.
func (c Change) Fits(now []Entry) bool {
	mine := slices.DeleteFunc(slices.Clone(now), func(e Entry) bool { return e.Name() != c.Name })
	return slices.EqualFunc(mine, c.Old, Entry.same)
}
