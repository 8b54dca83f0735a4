package schema

import "sync"

// A Pattern is an RE2 expression that is compiled with the first value that is
// held against it: a program that only lists tools never waits for RE2. It is
// safe for concurrent use.
type Pattern struct {
	expr string

	once sync.Once
	re   *Regexp
	err  error
}

// NewPattern reads an expression of at most MaxPattern bytes. The error says
// what is wrong with it.
func NewPattern(expr string) (*Pattern, error) {
	if err := readable(expr); err != nil {
		return nil, err
	}
	return &Pattern{expr: expr}, nil
}

// String returns the expression.
func (p *Pattern) String() string { return p.expr }

// Found reports whether s contains a match: the expression is searched, so
// anchors are its own affair. The error says that RE2 cannot compile it after
// all, because it would take too much memory.
func (p *Pattern) Found(s string) (bool, error) {
	p.once.Do(func() { p.re, p.err = Compile(p.expr, false) })
	if p.err != nil {
		return false, p.err
	}
	return p.re.MatchString(s), nil
}
