package schema

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// location is where the validator keeps the schema. It is never fetched.
const location = "handrail:///input"

// compile makes the validator of this schema, the first time it is needed.
func (s *Schema) compile() (*jsonschema.Schema, error) {
	s.once.Do(func() {
		if s.foreign != nil {
			s.compiled, s.err = s.foreign.compile()
			return
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(s.JSON())))
		if err != nil {
			s.err = fmt.Errorf("read schema: %w", err)
			return
		}
		if s.compiled, err = compileAs(doc, jsonschema.Draft2020, engine(nil)); err != nil {
			s.err = fmt.Errorf("the schema cannot be used: %w", err)
		}
	})
	return s.compiled, s.err
}

func compileAs(doc any, draft *jsonschema.Draft, patterns jsonschema.RegexpEngine) (_ *jsonschema.Schema, err error) {
	defer caught(&err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(draft)
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(patterns)
	if err := c.AddResource(location, doc); err != nil {
		return nil, err
	}
	return c.Compile(location)
}

// caught makes an error of a panic of the library's: what comes from elsewhere must not end the app, nor every later start of it.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("it cannot be read: %v", p)
	}
}

// compile reads a foreign schema in the dialect that it names, or else in the
// newest one that fits: servers mix the words of several, and few say which. What
// cannot be checked is noted.
func (f *foreign) compile() (*jsonschema.Schema, error) {
	top := maps.Clone(f.doc) // as it was parsed: the library can't compute with every number that JSON can write
	if _, typed := top["type"]; !typed {
		top["type"] = TypeObject
	}
	patterns := engine(func(expr, why string) { f.leave("the pattern " + clip(expr) + ", which " + why) })
	compiled, first := compileAs(top, jsonschema.Draft2020, patterns)
	if first != nil {
		var unread *jsonschema.LoadURLError
		dialect, _ := top["$schema"].(string)
		foreignDialect := dialect != "" && errors.As(first, &unread) && strings.TrimSuffix(unread.URL, "#") == strings.TrimSuffix(dialect, "#")
		var invalid *jsonschema.SchemaValidationError
		if !foreignDialect && !errors.As(first, &invalid) {
			return nil, fmt.Errorf("the schema cannot be used: %w", first)
		}
		top = maps.Clone(top)
		delete(top, "$schema")
		for _, draft := range []*jsonschema.Draft{jsonschema.Draft2020, jsonschema.Draft7, jsonschema.Draft4} {
			var err error
			if compiled, err = compileAs(top, draft, patterns); err == nil {
				break
			}
		}
		if compiled == nil {
			return nil, fmt.Errorf("the schema cannot be used: %w", first)
		}
		if foreignDialect {
			f.leave(fmt.Sprintf("what only the dialect %s means, which is not known here", clip(dialect)))
		}
	}
	price, ends := costOf(compiled)
	if !ends {
		return nil, errors.New("the schema cannot be used: a part of it refers to itself, so that no input could ever be checked")
	}
	f.mu.Lock()
	f.cost = price
	f.mu.Unlock()
	return compiled, nil
}

// leave notes what is left to the schema's owner to check.
func (f *foreign) leave(what string) {
	const most = 5
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case slices.Contains(f.unchecked, what) || len(f.unchecked) > most:
	case len(f.unchecked) == most:
		f.unchecked = append(f.unchecked, "and more")
	default:
		f.unchecked = append(f.unchecked, what)
	}
}

// noLoader refuses references to other documents: a schema from outside must
// make us neither read a file nor ask a host.
type noLoader struct{}

// Load implements jsonschema.URLLoader.
func (noLoader) Load(url string) (any, error) {
	return nil, errors.New("references to other documents are not followed; put the definition into the schema itself")
}

// engine matches the patterns of a schema with RE2, which starts with the first
// value. A pattern of somebody else that RE2 does not know (a look-ahead, a back
// reference) is left to them to check: refusing the tool or every input would help
// nobody. So are those that are too heavy, alone or together. leave is told of each,
// and why; nil: it is an error.
func engine(leave func(expr, why string)) jsonschema.RegexpEngine {
	weight, seen := 0.0, map[string]late{}
	return func(expr string) (jsonschema.Regexp, error) {
		if leave == nil {
			return Compile(expr, false)
		}
		if p, ok := seen[expr]; ok { // the library asks for each more than once
			return p, nil
		}
		w, _, err := readable(expr)
		if err != nil {
			leave(expr, "is no RE2")
			return unchecked(expr), nil //nolint:nilerr // leave was told
		}
		if weight+w > MaxWeight {
			leave(expr, "has too many repetitions")
			return unchecked(expr), nil
		}
		weight += w
		seen[expr] = late{&Pattern{expr: expr, weight: w}}
		return seen[expr], nil
	}
}

// A late pattern is compiled when it is first used. One that takes too much memory, or
// too long for a value, is left to its owner.
type late struct{ *Pattern }

// MatchString implements jsonschema.Regexp.
func (l late) MatchString(s string) bool {
	found, err := l.Found(s)
	return found || err != nil
}

// An unchecked pattern matches everything.
type unchecked string

// MatchString implements jsonschema.Regexp.
func (unchecked) MatchString(string) bool { return true }

// String implements jsonschema.Regexp.
func (u unchecked) String() string { return string(u) }
