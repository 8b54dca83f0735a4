// Package lazy compiles at first use what most starts of the program do not need: a
// regular expression costs a start up to 0.1 ms, and there were fifty.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns what compiles text when it is first called. It panics there if text is
// no expression, as regexp.MustCompile does: a test has to call it.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
