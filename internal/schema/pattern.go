package schema

import (
	"fmt"
	"sync"
)

// A Pattern is an RE2 expression that is compiled with the first value that is
// held against it: a program that only lists tools never waits for RE2. It is
// safe for concurrent use.
type Pattern struct {
	expr   string
	weight float64

	once sync.Once
	re   *Regexp
	err  error
}

// NewPattern reads an expression of at most MaxPattern bytes and MaxWeight
// instructions. The error says what is wrong with it.
func NewPattern(expr string) (*Pattern, error) {
	weight, _, err := readable(expr)
	if err != nil {
		return nil, err
	}
	if err := light(expr, weight); err != nil {
		return nil, err
	}
	return &Pattern{expr: expr, weight: weight}, nil
}

// Weight is about how many instructions RE2 makes of the expression: the patterns
// of one schema or form have MaxWeight together.
func (p *Pattern) Weight() float64 { return p.weight }

// String returns the expression.
func (p *Pattern) String() string { return p.expr }

// Found reports whether s contains a match: the expression is searched, so
// anchors are its own affair. The error says that RE2 cannot compile it after
// all, because it would take too much memory, or that s is too long to be held
// against so many parts.
func (p *Pattern) Found(s string) (bool, error) {
	p.once.Do(func() { p.re, p.err = Compile(p.expr, false) })
	if p.err != nil {
		return false, p.err
	}
	if most := p.re.Most(); len(s) > most {
		return false, fmt.Errorf("the value has %d bytes: at most %d are held against the pattern %q, which has many parts", len(s), most, clip(p.expr))
	}
	return p.re.MatchString(s), nil
}
