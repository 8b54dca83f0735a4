package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A translator turns the validator's tree of errors into violations.
type translator struct {
	root       any
	coercer    *coercer
	own        bool
	names      []string // the outermost names of a foreign schema
	violations []Violation
}

func (t *translator) known(where string) []string {
	if where == "" {
		return t.names
	}
	return nil
}

func (t *translator) walk(e *jsonschema.ValidationError) {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		t.alternatives(e)
		return
	}
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			t.walk(cause)
		}
		return
	}
	where, value := locate(t.root, e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		if !t.own { // the coercer has reported ours, with their names
			for _, name := range k.Missing {
				t.missing(where, name)
			}
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			t.add(where, unknown(name, t.known(where)))
		}
	case *kind.Pattern:
		own := *k
		if t.own {
			own.Want = strings.TrimSuffix(strings.TrimPrefix(k.Want, "^(?:"), ")$")
		}
		t.add(where, sentence(&jsonschema.ValidationError{ErrorKind: &own}, value))
	default:
		t.add(where, sentence(e, value))
	}
}

// alternatives says in one sentence why none of several forms fits.
func (t *translator) alternatives(e *jsonschema.ValidationError) {
	where, value := locate(t.root, e.InstanceLocation)
	inner := translator{root: t.root, coercer: &coercer{}, own: t.own}
	for _, cause := range e.Causes {
		inner.walk(cause)
	}
	if len(inner.violations) == 0 {
		t.add(where, fmt.Sprintf("must fit exactly one of several forms, got %s, which fits more than one", show(value)))
		return
	}
	var reasons []string
	for _, v := range sorted(inner.violations) {
		if v.Path == where {
			v.Path = ""
		}
		reasons = append(reasons, v.String())
	}
	reasons = slices.Compact(reasons)
	if len(reasons) > 5 {
		reasons = append(reasons[:5], "…")
	}
	t.add(where, "fits none of the forms that are accepted: "+strings.Join(reasons, "; or "))
}

func (t *translator) add(where, text string) {
	if !t.coercer.seen[where] || where == "" {
		t.violations = append(t.violations, Violation{Path: where, Message: text})
	}
}

// missing adds that a required input is not there.
func (t *translator) missing(where, name string) {
	n := len(t.violations)
	t.add(where, fmt.Sprintf("missing required input %q", clip(name)))
	if len(t.violations) > n {
		t.violations[n].Missing = name
	}
}

// locate follows a validator's location into the input.
func locate(root any, location []string) (string, any) {
	var at *place
	for _, step := range location {
		switch v := root.(type) {
		case map[string]any:
			at, root = at.at(step), v[step]
		case []any:
			i := 0
			if _, err := fmt.Sscanf(step, "%d", &i); err != nil || i < 0 || i >= len(v) {
				return at.String(), nil
			}
			at, root = at.item(i), v[i]
		}
	}
	return at.String(), root
}
