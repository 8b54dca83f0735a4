package git

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// errEdit is why a file cannot be changed without touching what must stay.
var errEdit = errors.New("the settings cannot be changed line by line")

// Apply makes the changes in a file, and leaves every other byte as it is. What
// comes out is read again: anything but exactly these changes is an error.
func Apply(data []byte, changes []Change) ([]byte, error) {
	before, err := parse(data)
	if err != nil {
		return nil, err
	}
	wanted, gone := slices.Clone(before.entries), map[string]bool{}
	for _, c := range changes {
		gone[c.Name] = true
	}
	wanted = slices.DeleteFunc(wanted, func(e Entry) bool { return gone[e.Name()] })
	out := data
	for _, e := range slices.Backward(before.entries) {
		if gone[e.Name()] {
			out = without(out, e)
		}
	}
	for _, c := range changes {
		if out, err = insert(out, c.Wanted); err != nil {
			return nil, err
		}
	}
	after, err := Parse(out)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(slices.Clone(after), func(e Entry) bool { return gone[e.Name()] })
	if !slices.EqualFunc(kept, wanted, Entry.same) {
		return nil, errEdit
	}
	for _, c := range changes {
		made := slices.DeleteFunc(slices.Clone(after), func(e Entry) bool { return e.Name() != c.Name })
		if !slices.EqualFunc(made, c.Wanted, Entry.same) {
			return nil, errEdit
		}
	}
	return out, nil
}

// without cuts the text of a setting out, with its line where it has one of its own.
func without(data []byte, e Entry) []byte {
	start, end := e.start, e.end
	line := bytes.LastIndexByte(data[:start], '\n') + 1
	if len(bytes.TrimSpace(data[line:start])) == 0 {
		start = line
	} else if end > start && data[end-1] == '\n' { // a header stands before it
		end--
	}
	return slices.Concat(data[:start], data[end:])
}

// insert writes settings of one name at the end of the last section that they
// belong to, or of the file.
func insert(data []byte, entries []Entry) ([]byte, error) {
	if len(entries) == 0 {
		return data, nil
	}
	c, err := parse(data)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	at := -1
	for _, s := range c.sections {
		if s.name == entries[0].Section && s.sub == entries[0].Sub {
			at = s.end
		}
	}
	if at < 0 {
		at = len(data)
		if at > 0 && data[at-1] != '\n' {
			b.WriteByte('\n')
		}
		b.WriteString("[" + entries[0].Section)
		if sub := entries[0].Sub; sub != "" {
			if strings.ContainsAny(sub, "\n\x00") {
				return nil, errEdit
			}
			b.WriteString(` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(sub) + `"`)
		}
		b.WriteString("]\n")
	} else if data[at-1] != '\n' { // to the end of the line
		if end := bytes.IndexByte(data[at:], '\n'); end >= 0 {
			at += end + 1
		} else {
			at = len(data)
			b.WriteByte('\n')
		}
	}
	for _, e := range entries {
		b.WriteString("\t" + e.Key)
		if !e.Bare {
			b.WriteString(" = " + quote(e.Value))
		}
		b.WriteByte('\n')
	}
	return slices.Concat(data[:at], []byte(b.String()), data[at:]), nil
}

// quote writes a value so that git reads exactly this.
func quote(v string) string {
	text := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\b", `\b`).Replace(v)
	if v != strings.TrimSpace(v) || strings.ContainsAny(v, ";#\r\v\f") || strings.Contains(v, "  ") {
		return `"` + text + `"`
	}
	return text
}
