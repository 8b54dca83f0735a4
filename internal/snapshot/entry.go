package snapshot

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Kind is what lies under a name.
type Kind string

// The kinds. What is none of them (a pipe, a socket, a device) is not looked at.
const (
	File   Kind = "file"
	Folder Kind = "folder"
	Link   Kind = "link"
)

// An Entry is what lay under a name at one time.
type Entry struct {
	Kind Kind        `json:"kind"`
	Mode fs.FileMode `json:"mode,omitempty"` // permissions, setuid, setgid and sticky; 0 of a link
	Size int64       `json:"size,omitempty"` // bytes of a file
	Time int64       `json:"time,omitempty"` // of its last change, nanoseconds since 1970; 0 of a folder

	// Hash names the content of a file: hex SHA-256, of a file that may hold secrets keyed
	// with the store's own key. "": not kept; see Lost.
	Hash string `json:"hash,omitempty"`
	// Lost says why the content of a file is not kept: it cannot be put back.
	Lost string `json:"lost,omitempty"`
	// Target is where a link leads.
	Target Name `json:"target,omitempty"`
}

// Same reports whether two entries are the same, but for the time of their last change.
// nil is nothing there. Of files whose content is not kept on both sides, size and time decide.
func (e *Entry) Same(o *Entry) bool {
	if e == nil || o == nil {
		return e == o
	}
	if e.Kind != o.Kind || e.Mode != o.Mode || e.Target != o.Target {
		return false
	}
	if e.Kind != File {
		return true
	}
	if e.Hash == "" || o.Hash == "" {
		return e.Size == o.Size && e.Time == o.Time
	}
	return e.Hash == o.Hash
}

// A Name is a path or a part of one, as its bytes are. In JSON it is a string where it is
// UTF-8, else {"bytes": base64}.
type Name string

type rawName struct {
	Bytes []byte `json:"bytes"`
}

// MarshalJSON implements json.Marshaler.
func (n Name) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(n)) {
		return json.Marshal(string(n))
	}
	return json.Marshal(rawName{[]byte(n)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Name) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '{' {
		var r rawName
		err := json.Unmarshal(raw, &r)
		*n = Name(r.Bytes)
		return err
	}
	return json.Unmarshal(raw, (*string)(n))
}

// A Change is what became different under one name.
type Change struct {
	Path   Name   `json:"path"`             // below the folder, with slashes
	Before *Entry `json:"before,omitempty"` // nil: there was nothing
	After  *Entry `json:"after,omitempty"`  // nil: there is nothing
	From   Name   `json:"from,omitempty"`   // it was renamed from here; that name has a Change of its own
}

// What names a change in one word: new, gone, changed, mode (only the mode) or kind.
func (c Change) What() string {
	switch {
	case c.Before == nil:
		return "new"
	case c.After == nil:
		return "gone"
	case c.Before.Kind != c.After.Kind:
		return "kind"
	}
	mode := *c.After
	mode.Mode = c.Before.Mode
	if c.Before.Same(&mode) {
		return "mode"
	}
	return "changed"
}

// sortChanges sorts by path, and finds what was renamed: a file that is new where one with
// the same content is gone. The same name in another folder goes first.
func sortChanges(list []Change) {
	slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	type key struct {
		hash string
		base Name // "": any
	}
	gone := map[key][]int{}
	for i, c := range list {
		if c.After == nil && c.Before.Kind == File && c.Before.Hash != "" && c.Before.Size > 0 {
			for _, k := range []key{{c.Before.Hash, base(c.Path)}, {c.Before.Hash, ""}} {
				gone[k] = append(gone[k], i)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	taken := map[int]bool{}
	for _, named := range []bool{true, false} {
		for i := range list {
			c := &list[i]
			if c.Before != nil || c.After.Kind != File || c.From != "" {
				continue
			}
			k := key{hash: c.After.Hash}
			if named {
				k.base = base(c.Path)
			}
			from := gone[k]
			for len(from) > 0 && taken[from[0]] {
				from = from[1:]
			}
			if len(from) > 0 {
				c.From, taken[from[0]] = list[from[0]].Path, true
				from = from[1:]
			}
			gone[k] = from
		}
	}
}

func base(n Name) Name { return n[strings.LastIndexByte(string(n), '/')+1:] }
