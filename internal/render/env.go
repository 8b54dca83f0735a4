package render

import (
	"fmt"
	"slices"
	"strings"
)

// A Setting is a value of a definition's environment: text in which ${NAME} and
// ${secret:NAME} stand for a variable of the person's environment and for a
// secret (docs/spec/06-declared-tools.md). $${ stands for ${ itself; any other
// $ is a letter.
type Setting struct {
	parts []part
}

// A part is a piece of a Setting: text, or the name of what stands there.
type part struct {
	text   string
	name   string
	secret bool
}

// Sources says where a Setting's names are looked up.
type Sources struct {
	Env    func(name string) (string, bool)  // the person's environment
	Secret func(name string) (string, error) // an error says why there is no such secret, without telling secrets
}

// A MissingError names what a Setting needs and nobody has.
type MissingError struct {
	Names []string // as they are written, "${DB_URL}"
	Why   []error  // of the secrets, where something is known
}

// Error implements error.
func (e *MissingError) Error() string {
	text := strings.Join(e.Names, ", ") + " is not set"
	if len(e.Names) > 1 {
		text = strings.Join(e.Names, ", ") + " are not set"
	}
	for _, why := range e.Why {
		text += ": " + why.Error()
	}
	return text
}

// ParseSetting reads the text of a Setting. Its error says what is wrong with it
// and how to write it.
func ParseSetting(text string) (*Setting, error) {
	s := &Setting{}
	for text != "" {
		i := strings.Index(text, "${")
		switch {
		case i < 0:
			s.parts = append(s.parts, part{text: text})
			return s, nil
		case i > 0 && text[i-1] == '$':
			s.parts = append(s.parts, part{text: text[:i-1] + "${"})
			text = text[i+2:]
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if end < 0 {
			return nil, fmt.Errorf("%q has no closing brace: write ${NAME}, or $${ for the characters ${", text[i:])
		}
		p, err := named(text[i : i+end+1])
		if err != nil {
			return nil, err
		}
		s.parts = append(s.parts, part{text: text[:i]}, p)
		text = text[i+end+1:]
	}
	return s, nil
}

// named reads ${NAME} or ${secret:NAME}.
func named(whole string) (part, error) {
	name := whole[2 : len(whole)-1]
	name, secret := strings.CutPrefix(name, "secret:")
	if secret && name != "" && !strings.ContainsAny(name, "${: \t\n") || !secret && variable(name) {
		return part{name: name, secret: secret}, nil
	}
	return part{}, fmt.Errorf("%q is not known: write ${NAME} for a variable of your environment or ${secret:NAME} for a secret; there are no defaults", whole)
}

// variable reports whether name can be the name of an environment variable.
func variable(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c != '_' && (!letterOrDigit(c) || i == 0 && c <= '9') {
			return false
		}
	}
	return name != ""
}

// Secrets names the secrets that the setting needs.
func (s *Setting) Secrets() []string {
	var names []string
	for _, p := range s.parts {
		if p.secret && !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// Resolve returns the text with everything filled in. What is missing is a
// *MissingError that names all of it. A value is not read again: one that holds
// ${X} stays as it is.
func (s *Setting) Resolve(from Sources) (string, error) {
	var text strings.Builder
	missing := &MissingError{}
	for _, p := range s.parts {
		switch {
		case p.name == "":
			text.WriteString(p.text)
		case p.secret:
			value, err := from.secret(p.name)
			if err != nil {
				missing.Names = append(missing.Names, "${secret:"+p.name+"}")
				missing.Why = append(missing.Why, err)
			}
			text.WriteString(value)
		default:
			value, ok := from.Env(p.name)
			if !ok {
				missing.Names = append(missing.Names, "${"+p.name+"}")
			}
			text.WriteString(value)
		}
	}
	if len(missing.Names) > 0 {
		return "", missing
	}
	return text.String(), nil
}

func (s Sources) secret(name string) (string, error) {
	if s.Secret == nil {
		return "", fmt.Errorf("there is no store of secrets here")
	}
	return s.Secret(name)
}
