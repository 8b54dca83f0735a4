package servers

import (
	"maps"
	"slices"

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
