package spaces

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// An Item is one thing that would be able to run, or to tell an agent what to
// do, once the space is trusted.
type Item struct {
	Kind   string // tool, hook, hand, server, agent, skill, tour, page, memory, rules, script, manifest
	Name   string
	File   string // where it stands, relative to the space; of a script, the script
	SHA256 string // of File, in hexadecimal; "": not pinned, Detail says why
	Detail string // what it would do: its command line, its address, its description

	// Digest names the definition itself: of a file with several definitions it is
	// the SHA-256 of Text, else that of the file. It is "" where nothing is pinned.
	Digest string
	Text   string // the definition as indented JSON with sorted keys, where a file holds several; "": it is File
	Whole  string // of an agent or a skill: all of its file, since each word of it steers a model
	Exec   bool   // of a script: it may be executed
	Leaves bool   // of a script: it is a link that leads out of the space

	Rights  []string // what it may do that others may not: see Widens
	Scripts []string // the scripts of the space that it names
	Absent  []string // files that it would run and that are not there
}

// Same reports whether two items are the same definition with the same content.
func (i Item) Same(other Item) bool {
	return i.Kind == other.Kind && i.Name == other.Name && i.File == other.File && i.Digest == other.Digest && i.Exec == other.Exec
}

// Inventory lists everything that the space declares, with the digests of the
// files as they were loaded: what trusting it means
// (docs/spec/03-spaces.md#trust). Scripts are the programs inside the space
// that a command names literally; what those call in turn is not listed. Items
// are sorted by kind and name; broken definitions are not among them, because
// they cannot run.
func (s *Space) Inventory() []Item {
	items := slices.Clone(s.items)
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File))
	})
	return items
}

// HookOrder are the ids of the hooks that were loaded, in the order in which they
// run: it decides which one may end the chain.
func (s *Space) HookOrder() []string {
	var ids []string
	for _, i := range s.items {
		if i.Kind == "hook" {
			ids = append(ids, i.Name)
		}
	}
	return ids
}

func kindOrder(kind string) int {
	return slices.Index([]string{"tool", "hand", "hook", "server", "script", "agent", "skill", "tour", "page", "memory", "rules", "manifest"}, kind)
}

// addItem notes a definition. One that is a file of its own is named by that file.
func (s *Space) addItem(i Item) {
	if i.Digest == "" {
		i.Digest = i.SHA256
	}
	s.items = append(s.items, i)
}

// addPart notes a definition that stands in a file with others.
func (s *Space) addPart(i Item, raw []byte) {
	i.Text = canonical(raw)
	i.Digest = digest([]byte(i.Text))
	s.addItem(i)
}

// canonical is a JSON value with sorted keys, one to a line, so that two texts
// that say the same are the same. What is no JSON stays as it is.
func canonical(raw []byte) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return string(raw)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return string(raw)
	}
	return out.String()
}
