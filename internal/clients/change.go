package clients

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"handrail/internal/jsonfile"

	"github.com/aymanbagabas/go-udiff"
)

// OurName is what we are called among a program's servers.
const OurName = "handrail"

// An Entry is ours in a program's file: a program with `mcp --space DIR`.
type Entry struct {
	Command string // absolute
	Space   string // a folder; "" for none
}

func (e Entry) args() []string {
	if e.Space == "" {
		return []string{"mcp"}
	}
	return []string{"mcp", "--space", e.Space}
}

// gooseTimeout is what Goose writes for every server itself, in seconds: a call can wait for the person's answer.
const gooseTimeout = 300

// fields are the entry as a place has it.
func (e Entry) fields(s shape) []jsonfile.Field {
	out := []jsonfile.Field{{Name: "command", Value: e.Command}, {Name: "args", Value: e.args()}}
	kind := func(name, word string) { out = append([]jsonfile.Field{{Name: name, Value: word}}, out...) }
	switch s {
	case shapeVSCode, shapeClaude, shapeCrush:
		kind("type", "stdio")
	case shapeZed:
		kind("source", "custom")
	case shapeCopilot:
		kind("type", "local")
		out = append(out, jsonfile.Field{Name: "tools", Value: []string{"*"}})
	case shapeOpencode:
		out = []jsonfile.Field{{Name: "type", Value: "local"}, {Name: "command", Value: append([]string{e.Command}, e.args()...)}, {Name: "enabled", Value: true}}
	case shapeCodex: // it hands a server no variables but these: without them there is no desktop, and nobody can be asked
		out = append(out, jsonfile.Field{Name: "env_vars", Value: []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HANDRAIL_CONFIG_DIR", "HANDRAIL_DATA_DIR"}})
	case shapeGoose:
		out = []jsonfile.Field{{Name: "cmd", Value: e.Command}, {Name: "args", Value: e.args()}, {Name: "type", Value: "stdio"}, {Name: "name", Value: OurName}, {Name: "enabled", Value: true}, {Name: "timeout", Value: gooseTimeout}}
	default: // the others need no more
	}
	return out
}

// A Change is what would become of a program's file. Nothing has been written.
type Change struct {
	Place
	Real       string // the file that is written: where links lead to
	Made       bool   // the file is not there yet
	Gone       bool   // the file is taken away: we had made it
	Difference string // unified; "" if nothing changes
	Note       string // what to do afterwards

	before, after content
}

// Nothing reports whether the file is as it should be.
func (c Change) Nothing() bool {
	return string(c.before.text) == string(c.after.text) && !c.Made && !c.Gone
}

// Digest names the change: the file, what it was and what it becomes.
func (c Change) Digest() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\x00%t\x00%t\x00%d\x00", c.Real, c.Made, c.Gone, len(c.before.whole()))
	sum.Write(c.before.whole())
	sum.Write(c.after.whole())
	return hex.EncodeToString(sum.Sum(nil))
}

// ForeignError says that a program has an entry of our name that is not ours.
type ForeignError struct{ Place }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s has a server %q in %s that is not Handrail's own: it is left alone. Rename it there first", e.Title, OurName, e.File)
}

// Connect says what it takes to put our entry into a place. A program that is not
// on this machine, a file that cannot be read, and a name that another server has
// are errors.
func Connect(p Place, e Entry) (Change, error) {
	if !filepath.IsAbs(e.Command) || e.Space != "" && !filepath.IsAbs(e.Space) {
		return Change{}, fmt.Errorf("%q and %q must be whole paths", e.Command, e.Space)
	}
	c, err := open(p)
	if err != nil {
		return Change{}, err
	}
	if !c.before.exists && !p.Here() {
		return Change{}, fmt.Errorf("%s does not seem to be on this machine: there is no %s. Start it once, then try again", p.Title, p.signs[0])
	}
	c.after.text, err = p.with(c.before.text, e)
	return c.finish(err)
}

// Disconnect says what it takes to take our entry out again, and only that.
func Disconnect(p Place) (Change, error) {
	c, err := open(p)
	if err != nil {
		return Change{}, err
	}
	c.after.text, err = p.without(c.before.text)
	return c.finish(err)
}

// open reads a file that is to be changed.
func open(p Place) (Change, error) {
	now, err := readFile(p.File)
	if err != nil {
		return Change{}, err
	}
	after := now
	after.exists = true
	return Change{Place: p, Real: now.real, before: now, after: after}, nil
}

func (c Change) finish(err error) (Change, error) {
	var where *Error
	if errors.As(err, &where) {
		where.File = c.File
	}
	if err != nil {
		return Change{}, err
	}
	c.Made = !c.before.exists && c.after.exists && len(c.after.text) > 0
	c.Gone = c.before.exists && !c.after.exists
	c.Difference = udiff.Unified(c.File+" as it is", c.File+" as it would be", string(c.before.text), string(c.after.text))
	c.Note = strings.TrimSpace(programOf(c.Program).After + " " + c.Place.Note)
	return c, nil
}

// with is a file's text with our entry.
func (p Place) with(text []byte, e Entry) ([]byte, error) {
	out, err := p.put(text, e)
	if err != nil {
		return nil, err
	}
	return out, p.proves(text, out, func(list *node) bool {
		got, ours := entryOf(ourIn(list))
		return ours && got.Command == e.Command && got.Space == e.Space
	})
}

// put makes the text; with proves it.
func (p Place) put(text []byte, e Entry) ([]byte, error) {
	content, err := p.parse(text)
	if err != nil {
		return nil, err
	}
	path := p.list()
	there := ourIn(content.node().get(path...))
	got, ours := entryOf(there)
	switch {
	case there != nil && !ours:
		return nil, &ForeignError{p}
	case there != nil && got == e:
		return text, nil
	}
	switch f := content.(type) {
	case *tomlFile:
		path = append(path, OurName)
		if there == nil {
			return jsonfile.Apply(text, f.insertTable(path, e.fields(p.shape))...), nil
		}
		edits, err := f.setValues(path, e.fields(p.shape)[:2]) // what else stands there is as the person wants it
		return jsonfile.Apply(text, edits...), err
	case *jsonFile:
		return f.put(path, e.fields(p.shape), there != nil)
	case *yamlFile:
		list := yamlList{f, path[0], p.shape == shapeContinue}
		edits, err := list.change(func() ([]jsonfile.Edit, error) {
			if there == nil {
				return list.insert(e.fields(p.shape))
			}
			return list.set(e.fields(p.shape)[:2]) // likewise
		})
		return jsonfile.Apply(text, edits...), err
	}
	return nil, fmt.Errorf("%s is written in a way that is not known", p.File)
}

// without is a file's text without our entry.
func (p Place) without(text []byte) ([]byte, error) {
	content, err := p.parse(text)
	if err != nil {
		return nil, err
	}
	path := p.list()
	there := ourIn(content.node().get(path...))
	if there == nil {
		return text, nil
	}
	if _, ours := entryOf(there); !ours {
		return nil, &ForeignError{p}
	}
	var edits []jsonfile.Edit
	switch f := content.(type) {
	case *tomlFile:
		edits = f.removeTable(append(path, OurName))
	case *jsonFile:
		if edits, err = f.remove(path); err != nil {
			return nil, err
		}
	case *yamlFile:
		list := yamlList{f, path[0], p.shape == shapeContinue}
		if edits, err = list.change(list.remove); err != nil {
			return nil, err
		}
	}
	out := jsonfile.Apply(text, edits...)
	return out, p.proves(text, out, func(list *node) bool { return ourIn(list) == nil })
}

// proves reads the new text and compares it with the old one: our entry must be as
// it should be, and everything else as it was. It is the last word: an edit that
// fails it is never written.
func (p Place) proves(before, after []byte, ours func(list *node) bool) error {
	was, err := p.parse(before)
	if err != nil {
		return err
	}
	is, err := p.parse(after)
	if err != nil {
		var where *Error
		if errors.As(err, &where) { // its place is one of the new text, which nobody sees
			err = errors.New(where.Text)
		}
		return fmt.Errorf("%s is written in a way that Handrail cannot change safely (%w); add the server by hand", p.File, err)
	}
	if !ours(is.node().get(p.list()...)) || !reflect.DeepEqual(p.others(was.node()), p.others(is.node())) {
		return fmt.Errorf("%s is written in a way that Handrail cannot change safely; add or remove the server %q by hand", p.File, OurName)
	}
	return nil
}

// list is where a place has its servers.
func (p Place) list() []string {
	switch p.shape {
	case shapeVSCode:
		return []string{"servers"}
	case shapeSettings:
		return []string{"mcp", "servers"}
	case shapeCodex:
		return []string{"mcp_servers"}
	case shapeZed:
		return []string{"context_servers"}
	case shapeOpencode, shapeCrush:
		return []string{"mcp"}
	case shapeAmp:
		return []string{"amp.mcpServers"}
	case shapeGoose:
		return []string{"extensions"}
	}
	return []string{"mcpServers"}
}

// others is all of a file but our entry; a list that holds nothing else is as if it
// were not there.
func (p Place) others(root *node) any { return plainOf(root, p.list(), true) }

// plainOf is a value as plain data, to be compared. on says that it stands on the
// way to our entry, with path before it.
func plainOf(n *node, path []string, on bool) any {
	switch n.kind {
	case isList:
		items := []any{}
		for _, item := range n.items {
			if on && len(path) == 0 && isNamedOurs(item) {
				continue
			}
			items = append(items, plainOf(item, nil, false))
		}
		return items
	case isTable:
		members := [][2]any{}
		for _, m := range n.members {
			if on && len(path) == 0 && m.name == OurName {
				continue
			}
			next := on && len(path) > 0 && m.name == path[0]
			var below []string
			if next {
				below = path[1:]
			}
			value := plainOf(m.value, below, next)
			if next && isNothing(value) {
				continue
			}
			members = append(members, [2]any{m.name, value})
		}
		return members
	}
	return [2]any{n.kind, n.text}
}

// isNothing reports whether a list holds nothing, as plain data.
func isNothing(value any) bool {
	switch v := value.(type) {
	case [][2]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	case [2]any:
		return v == [2]any{isOther, ""} // what YAML has after a name alone
	}
	return false
}

// ourIn is the entry of our name in a list of servers; nil if there is none.
func ourIn(list *node) *node {
	if list == nil || list.kind != isList {
		return list.get(OurName)
	}
	for _, item := range slices.Backward(list.items) {
		if isNamedOurs(item) {
			return item
		}
	}
	return nil
}

// isNamedOurs reports whether an item of a list of servers has our name.
func isNamedOurs(item *node) bool {
	name := item.get("name")
	return name != nil && name.kind == isText && name.text == OurName
}

// entryOf reads an entry of our name, and reports whether it is ours: it starts a
// program called handrail with the verb mcp, or one that was renamed, with a space.
func entryOf(n *node) (Entry, bool) {
	command, args := n.get("command"), n.get("args")
	if command == nil {
		command = n.get("cmd") // Goose's
	}
	if command != nil && command.kind == isList && len(command.items) > 0 { // opencode's
		command, args = command.items[0], &node{kind: isList, items: command.items[1:]}
	}
	if command == nil || command.kind != isText || args == nil {
		return Entry{}, false
	}
	e, ok := entryFrom(command.text, texts(args))
	return e, ok && (e.Space != "" || isOurs(command.text))
}

// isOurs reports whether a program is called as ours is.
func isOurs(command string) bool {
	return strings.HasPrefix(strings.ToLower(command[strings.LastIndexAny(command, `/\`)+1:]), "handrail")
}

// entryFrom reads the arguments of an entry like ours.
func entryFrom(command string, args []string) (Entry, bool) {
	if len(args) == 0 || args[0] != "mcp" {
		return Entry{}, false
	}
	e := Entry{Command: command}
	for i, arg := range args[1:] {
		if arg == "--space" && i+2 < len(args) {
			e.Space = args[i+2]
		} else if space, ok := strings.CutPrefix(arg, "--space="); ok {
			e.Space = space
		}
	}
	return e, true
}
