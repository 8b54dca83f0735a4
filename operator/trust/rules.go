package trust

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"handrail/internal/pins"
	"handrail/internal/plain"
	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
)

// rulesFile is where a space keeps its own rules.
const rulesFile = guard.SpaceOrigin

// Rules reads the space's own rules: only deny and ask count there. Of rules that
// changed since they were trusted, both the old and the new ones hold: a space can
// forbid more by itself, and never less.
func (k *Keeper) Rules(s State) ([]guard.Rule, error) {
	text, err := plain.Read(k.path(rulesFile), spaces.MaxDefinition)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) { // "agent" may be a file of the person's
		return nil, fmt.Errorf("%s cannot be read: %w", rulesFile, err)
	}
	var out []guard.Rule
	if err == nil {
		if out, err = parseRules(text, rulesFile); err != nil {
			return nil, err
		}
	}
	if s.pins == nil {
		return out, nil
	}
	one, at := s.pins.find(Key{"rules", "rules", rulesFile})
	if at < 0 || one.SHA256 == pins.Sum(text) {
		return out, nil
	}
	trusted, err := one.content(k.c.Store.contents)
	if err != nil {
		return nil, tools.Advise(review, "%s changed since you trusted it, and the rules that you trusted cannot be read (%w)", rulesFile, err)
	}
	before, err := parseRules(trusted, rulesFile)
	for i := range before {
		before[i].File = rulesFile + " as you trusted it"
	}
	return append(out, before...), err
}

// parseRules reads the text of a space's own rules.
func parseRules(text []byte, origin string) ([]guard.Rule, error) {
	return guard.ParseRules(text, origin, guard.Deny, guard.Ask)
}
