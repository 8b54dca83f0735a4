package servers

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/operator/settings"
)

// Looks reports whether a name or a value looks secret, as looks.Secret does; it knows
// what of the person is none, whatever it is called.
type Looks func(name, value string) bool

// Variable reports whether the value of a variable looks secret. A switch or a few
// letters are none.
func (l Looks) Variable(name, value string) bool {
	return value != "true" && value != "false" && len(value) >= 4 && l(name, value)
}

// Header reports whether the value of a header looks secret.
func (l Looks) Header(name, value string) bool { return looks.Header(name) || l.Variable(name, value) }

// Shown reports whether a variable or header is shown as one that holds a secret.
func (l Looks) Shown(name, value string) bool {
	return l.Header(name, value) || looks.Secret(name, value)
}

// secretFlag is an argument that holds a value behind its name.
var secretFlag = lazy.Regexp(`^(-{0,2}[A-Za-z][A-Za-z0-9_.-]*[=:])(.+)$`)

// Argument finds a secret in an argument: front is what stands before it, what it is called, and value it; "" if there is none. before is the argument in
// front of it.
func (l Looks) Argument(before, arg string) (front, what, value string) {
	if settings.HasPlaceholder(arg) {
		return "", "", ""
	}
	if parts := secretFlag().FindStringSubmatch(arg); parts != nil && !strings.HasPrefix(parts[2], "//") && l.argument(strings.Trim(parts[1], "-=:"), parts[2]) {
		return parts[1], strings.Trim(parts[1], "-=:"), parts[2]
	}
	if strings.HasPrefix(before, "-") && !strings.Contains(before, "=") && !strings.HasPrefix(arg, "-") && l.argument(strings.TrimLeft(before, "-"), arg) {
		return "", strings.TrimLeft(before, "-"), arg
	}
	if looks.Key(arg) {
		return "", "", arg
	}
	return "", "", ""
}

// argument reports whether the value of an option looks secret. An option that
// names a file or a switch is none.
func (l Looks) argument(name, value string) bool {
	if strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.HasPrefix(value, "./") {
		return false
	}
	return l.Variable(strings.ReplaceAll(name, "-", "_"), value) || looks.Header(name) && len(value) > 3
}

// Query is an address with something else in the place of the secrets in its query and its fragment.
func (l Looks) Query(address string, instead func(what, value string) string) string {
	return settings.InQuery(address, func(what, value string) string {
		plain, err := url.QueryUnescape(value)
		if !strings.Contains(value, "${") && (l.Variable(what, value) || err == nil && l.Variable(what, plain)) {
			return instead(what, value)
		}
		return value
	})
}

// Masked stands for a value that looks secret where it is shown.
const Masked = "••••"

// Arguments are arguments as lists show them: without what looks secret.
func (l Looks) Arguments(list []string) []string {
	out, before := slices.Clone(list), ""
	for i, arg := range list {
		if front, _, value := l.Argument(before, arg); value != "" {
			out[i] = front + Masked
		}
		before = arg
	}
	return out
}

// learnWords keeps secrets among the arguments of a server, and in its address, out of everything that is written.
func (p *Pool) learnWords(server string, set settings.Server) {
	before := ""
	for _, arg := range set.Args {
		if _, what, value := p.c.Looks.Argument(before, arg); value != "" {
			p.c.Redact.Add(server+" "+what, value)
		}
		before = arg
	}
	p.c.Looks.Query(set.URL, func(what, value string) string {
		p.c.Redact.Add(server+" "+what, value)
		p.learnDecoded(server, value)
		return value
	})
}

// learnAddress keeps what another machine reads out of an address, where secrets were filled in there, out of everything that is written: a value
// that is written with percent signs is known only as it is written.
func (p *Pool) learnAddress(server, written, filled string) {
	if len(secrets.References(written)) == 0 {
		return
	}
	parts := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/?&#", r) })
	}
	told, list := parts(filled), parts(written)
	for i, part := range list {
		front, rest, ok := strings.Cut(part, "${secret:")
		if !ok {
			continue
		}
		_, end, _ := strings.Cut(rest, "}")
		for j, value := range told { // a value with such a sign moves those behind it: in a query they are found by their names
			if j == i || strings.HasSuffix(front, "=") && strings.HasPrefix(value, front) {
				p.learnDecoded(server, strings.TrimSuffix(strings.TrimPrefix(value, front), end))
			}
		}
	}
}

// learnDecoded keeps a value of an address, as its query and as its path has it, out of everything that is written.
func (p *Pool) learnDecoded(server, value string) {
	for _, decode := range []func(string) (string, error){url.QueryUnescape, url.PathUnescape} {
		if plain, err := decode(value); err == nil && plain != value {
			p.c.Redact.Add(server+" url", plain)
		}
	}
}

// Vars are variables or headers as lists show them.
func (l Looks) Vars(values map[string]string) []Var {
	var out []Var
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := Var{Name: name, Value: values[name]}
		v.Secret = len(secrets.References(v.Value)) > 0
		if !v.Secret && !settings.HasPlaceholder(v.Value) && l.Shown(name, v.Value) {
			v.Secret, v.Value = true, ""
		}
		out = append(out, v)
	}
	return out
}
