package scaffold

import (
	"fmt"
	"strings"

	"handrail/internal/builtins"
	"handrail/tools/command"
)

// A draft is a hand that has no final name yet.
type draft struct {
	name   string // kebab-case; final once name has seen it
	prefix string // what goes before the name if it is taken: "make"
	hand   command.Hand
	from   string
	why    []string
}

func (d draft) proposed() Proposed {
	return Proposed{Name: d.name, Hand: d.hand, From: d.from, Why: strings.Join(d.why, "; ")}
}

// kebab makes a name of a hand (^[a-z][a-z0-9-]*$) of a plain name, or
// returns "" if there is no letter to start with.
func kebab(name string) string {
	var b strings.Builder
	lower := false // the character before was a small letter or a digit
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			if lower {
				b.WriteByte('-')
			}
			b.WriteByte(c - 'A' + 'a')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteByte(c)
		case b.Len() > 0 && b.String()[b.Len()-1] != '-':
			b.WriteByte('-')
		}
		lower = c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	kebab := strings.TrimLeft(b.String(), "0123456789-")
	if len(kebab) > maxName {
		kebab = kebab[:maxName]
	}
	return strings.TrimRight(kebab, "-")
}

// name makes the names of drafts unique, in place and in order: the first keeps
// its name, a later one gets the prefix of its source, then a number.
func name(drafts []draft) {
	taken := map[string]string{} // from where
	for i := range drafts {
		d := &drafts[i]
		plain := d.name
		at, twice := taken[plain]
		switch {
		case builtins.Taken(plain): // its hand would be shadowed (docs/spec/04-names.md)
			d.name = prefixed(d.prefix, plain)
			d.why = append(d.why, fmt.Sprintf("named %s, because %s is a built-in tool", d.name, plain))
		case twice:
			d.name = prefixed(d.prefix, plain)
		}
		for n := 2; ; n++ {
			if _, again := taken[d.name]; !again {
				break
			}
			d.name = fmt.Sprintf("%s-%d", plain, n)
		}
		if twice {
			d.why = append(d.why, fmt.Sprintf("named %s, because %s has a %s", d.name, at, plain))
		}
		taken[d.name] = d.from
	}
}

func prefixed(prefix, name string) string {
	if strings.HasPrefix(name, prefix+"-") {
		return name
	}
	return prefix + "-" + name
}

// words splits a name into its words, in small letters: deployProd:eu gives
// deploy, prod, eu.
func words(name string) []string {
	return strings.FieldsFunc(kebab(name), func(r rune) bool { return r == '-' })
}
