package clients

import (
	"slices"
	"strings"
)

// kind is what sort of value a node is.
type kind int

const (
	isOther kind = iota // null, a date
	isBool
	isNumber
	isText
	isList
	isTable
)

// String is what people call it.
func (k kind) String() string {
	return [...]string{"null or a date", "true or false", "a number", "a text", "a list", "a table of names and values"}[k]
}

// A node is a value of a file, JSON or TOML, with the line it is on.
type node struct {
	kind    kind
	text    string // of a text; of a number and a bool as they are written
	items   []*node
	members []member
	line    int
}

// A member is a name with its value. A name may be there twice.
type member struct {
	name  string
	line  int
	value *node
}

// get is the value of a name: the last one, as in every program's own reading of
// JSON. nil: there is none. It may be asked of a nil node.
func (n *node) get(path ...string) *node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		var found *node
		for i := range n.members {
			if n.members[i].name == name {
				found = n.members[i].value
			}
		}
		n = found
	}
	return n
}

// once are the members without those that a later one of the same name replaces,
// and the names that were there more than once.
func (n *node) once() (out []member, twice []string) {
	if n == nil {
		return nil, nil
	}
	last := map[string]int{}
	for i, m := range n.members {
		if _, there := last[m.name]; there && !slices.Contains(twice, m.name) && len(twice) < 10 {
			twice = append(twice, m.name)
		}
		last[m.name] = i
	}
	for i, m := range n.members {
		if last[m.name] == i {
			out = append(out, m)
		}
	}
	return out, twice
}

// lines knows where lines begin.
type lines struct{ starts []int }

func newLines(text []byte) lines {
	l := lines{starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at is the line and the column of an offset, from 1; columns are bytes.
func (l lines) at(offset int) (line, column int) {
	i, found := slices.BinarySearch(l.starts, offset)
	if !found {
		i--
	}
	return i + 1, offset - l.starts[i] + 1
}

// ending is how a text ends its lines, and "\n" if it has none.
func ending(text []byte) string {
	if i := strings.IndexByte(string(text), '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
