package servers

import "strings"

// Namesake is the server of the person's settings whose name cannot be told from
// id, a namespace that a space has chosen; "" if there is none. A rule, a grant or
// a yes of the person's for that server's tools would name the space's as well
// (docs/spec/04-names.md). It counts whether the server is on or off.
func Namesake(id string, all []Found) string {
	for _, f := range all {
		if f.From == FromSettings && alike(f.Name) == alike(id) {
			return f.Name
		}
	}
	return ""
}

// alike is what a reader sees of a name: without its case, its signs, and the
// letters that are taken for digits.
func alike(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '.', '-':
			return -1
		case 'o':
			return '0'
		case 'i', 'l':
			return '1'
		}
		return r
	}, strings.ToLower(name))
}
