// Package ignore knows what the rules of .gitignore files leave out.
package ignore

import (
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// FileLimit is how many bytes of a .gitignore are read.
const FileLimit = 1 << 20

// Rules are those that hold in a folder: its own and those of the folders above it, up to
// where they began. The last rule that matches decides, as in Git. The zero value has none.
// Rules do not change.
type Rules struct {
	rules []gitignore.Pattern
	at    []string // the folder's parts, from where the rules began
}

// At has no rules yet, for a folder at parts below where they begin.
func At(parts ...string) *Rules { return &Rules{at: parts} }

// Ignores reports whether an entry of the folder is left out.
func (r *Rules) Ignores(name string, isFolder bool) bool {
	if len(r.rules) == 0 {
		return false
	}
	path := append(slices.Clip(r.at), name)
	for _, rule := range slices.Backward(r.rules) {
		switch rule.Match(path, isFolder) {
		case gitignore.Exclude:
			return true
		case gitignore.Include:
			return false
		}
	}
	return false
}

// Below returns what holds in the folder name, before its own rules are read.
func (r *Rules) Below(name string) *Rules {
	return &Rules{rules: r.rules, at: append(slices.Clip(r.at), name)}
}

// With adds the rules of a file that lies in the folder.
func (r *Rules) With(file []byte) *Rules {
	const bom = "\ufeff"
	rules := slices.Clip(r.rules)
	for line := range strings.Lines(strings.TrimPrefix(string(file), bom)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			rules = append(rules, gitignore.ParsePattern(line, r.at))
		}
	}
	return &Rules{rules: rules, at: r.at}
}
