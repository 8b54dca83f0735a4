package schema

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/wasilibs/go-re2"

	"handrail/internal/terminal"
)

// MaxPattern is the longest regular expression that is accepted, in bytes.
const MaxPattern = 8192

// A Regexp is a compiled RE2 expression. It takes time linear in the size of
// what it searches, whatever the expression. It is safe for concurrent use.
//
// Each call copies its input once into the engine's own memory: to find many
// matches in one buffer use [Regexp.FindAllIndex], not a loop of FindIndex.
type Regexp struct {
	expr  string
	parts float64
	re    *re2.Regexp
}

// Compile compiles an RE2 expression. With ignoreCase, letters match in either
// case. Newlines, the dot and the anchors follow RE2's rules: put (?m) or (?s)
// in front to change them. The error says what is wrong with the expression, or that
// it is heavier than MaxWeight.
func Compile(expr string, ignoreCase bool) (*Regexp, error) {
	if len(expr) > MaxPattern {
		return nil, fmt.Errorf("the pattern has %d bytes; at most %d are accepted", len(expr), MaxPattern)
	}
	flagged := expr
	if ignoreCase {
		flagged = "(?i)" + expr
	}
	// RE2 writes a log line to the standard error for each expression that it
	// refuses.
	weight, parts, err := readable(flagged)
	if err != nil {
		return nil, err
	}
	if err := light(expr, weight); err != nil {
		return nil, err
	}
	quiet()
	re, err := re2.Compile(flagged)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is not valid RE2: %s", clip(expr), reason(err))
	}
	return &Regexp{expr: expr, parts: max(parts, 1), re: re}, nil
}

// quiet starts RE2, which says on the standard error that a match took too much memory, and then
// goes on without.
var quiet = sync.OnceFunc(func() { terminal.Silence(func() { re2.MustCompile("x") }) })

// readable reports whether an expression can be compiled, by Go's own parser,
// which knows the same language, and returns its weight and its parts. RE2 itself starts with
// the first value that is matched: a program that only lists tools never waits
// for it.
func readable(expr string) (weight, parts float64, err error) {
	if len(expr) > MaxPattern {
		return 0, 0, fmt.Errorf("the pattern has %d bytes; at most %d are accepted", len(expr), MaxPattern)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return 0, 0, fmt.Errorf("the pattern %q is not valid RE2: %s", clip(expr), reason(err))
	}
	weight, parts = weightOf(tree)
	return weight + eachRepeated*max(parts-float64(len(expr)), 0), parts, nil
}

// CompileWhole compiles an expression that must match a whole value, as the
// pattern of a parameter does (docs/spec/06-declared-tools.md). Line ends are
// not special.
func CompileWhole(expr string) (*Regexp, error) {
	if _, err := Compile(expr, false); err != nil {
		return nil, err
	}
	re, err := Compile(whole(expr), false)
	if err != nil {
		return nil, err
	}
	re.expr = expr
	return re, nil
}

// whole anchors an expression at both ends. In RE2, as in JSON Schema's own
// dialect, ^ and $ without the m flag are the ends of the text.
func whole(expr string) string {
	return "^(?:" + expr + ")$"
}

// String returns the expression as it was given to Compile.
func (r *Regexp) String() string { return r.expr }

// Most is how many bytes can be matched at once and still take a moment, whatever they
// are: seconds, at most.
func (r *Regexp) Most() int { return int(mostWork / r.parts) }

// MatchString reports whether s contains a match.
func (r *Regexp) MatchString(s string) bool { return r.re.MatchString(s) }

// Match reports whether b contains a match.
func (r *Regexp) Match(b []byte) bool { return r.re.Match(b) }

// FindIndex returns the start and end of the leftmost match in b, or nil.
func (r *Regexp) FindIndex(b []byte) []int { return r.re.FindIndex(b) }

// FindAllIndex returns the start and end of at most n successive matches in b,
// leftmost first and without overlap; n < 0 means all of them. The buffer is
// handed to the engine once, so this is the way to search a whole file.
func (r *Regexp) FindAllIndex(b []byte, n int) [][]int { return r.re.FindAllIndex(b, n) }

// reason strips the engine's own prefix from its error.
func reason(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}
