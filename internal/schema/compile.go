package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// location is where the validator keeps the schema. It is never fetched.
const location = "handrail:///input"

// compile makes the validator of this schema, the first time it is needed.
func (s *Schema) compile() (*jsonschema.Schema, error) {
	s.once.Do(func() {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(s.JSON())))
		if err != nil {
			s.err = fmt.Errorf("read schema: %w", err)
			return
		}
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		c.UseLoader(noLoader{})
		c.UseRegexpEngine(engine(s.foreign != nil))
		if err := c.AddResource(location, doc); err != nil {
			s.err = fmt.Errorf("read schema: %w", err)
			return
		}
		if s.compiled, err = c.Compile(location); err != nil {
			s.err = fmt.Errorf("the schema cannot be used: %w", err)
		}
	})
	return s.compiled, s.err
}

// noLoader refuses references to other documents: a schema from outside must
// make us neither read a file nor ask a host.
type noLoader struct{}

// Load implements jsonschema.URLLoader.
func (noLoader) Load(url string) (any, error) {
	return nil, errors.New("references to other documents are not followed; put the definition into the schema itself")
}

// engine matches the patterns of a schema with RE2. A pattern of somebody else
// that RE2 does not know (a look-ahead, a back reference) is left to them to
// check: refusing the tool or every input would help nobody.
func engine(lenient bool) jsonschema.RegexpEngine {
	return func(expr string) (jsonschema.Regexp, error) {
		re, err := Compile(expr, false)
		if err == nil {
			return re, nil
		}
		if lenient {
			return unchecked(expr), nil
		}
		return nil, err
	}
}

// An unchecked pattern matches everything.
type unchecked string

// MatchString implements jsonschema.Regexp.
func (unchecked) MatchString(string) bool { return true }

// String implements jsonschema.Regexp.
func (u unchecked) String() string { return string(u) }
