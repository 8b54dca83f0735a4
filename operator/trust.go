package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"handrail/internal/pins"
	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
)

// Trust says whether a space may run what it declares (docs/spec/03-spaces.md).
type Trust string

// The states of trust.
const (
	NotNeeded Trust = "none-needed" // it declares nothing
	Trusted   Trust = "trusted"
	Untrusted Trust = "untrusted"
)

// Words says it for a person.
func (t Trust) Words() string {
	switch t {
	case NotNeeded:
		return "it declares nothing that could run, so it needs no trust"
	case Trusted:
		return "it is trusted"
	}
	return "it is not trusted"
}

// Inventory is what a space would be able to run, or to tell a model.
type Inventory struct {
	Digest string // names exactly this inventory
	Items  []spaces.Item
	Notes  []string
}

// Inventory lists what the space would be able to run if it were trusted.
func (s *Space) Inventory() Inventory { return inventoryOf(s.current.Load().space) }

func inventoryOf(space *spaces.Space) Inventory {
	inv := Inventory{Items: space.Inventory()}
	var parts []string
	for _, i := range inv.Items {
		parts = append(parts, i.Kind, i.Name, i.File, i.SHA256, i.Digest, fmt.Sprint(i.Exec))
	}
	parts = append(parts, space.HookOrder()...)
	inv.Digest = tools.Digest(parts...)
	if len(inv.Items) > 0 {
		inv.Notes = []string{"What is listed is what you trust, as it is now. What these programs call in turn is not looked at."}
	}
	return inv
}

// trustOf finds out whether the space as it was just read is trusted, and holds
// back in a trusted one what is not what the person has looked at.
func (s *Space) trustOf(ctx context.Context, next *loaded) error {
	next.trust = Untrusted
	p, err := s.readPins(ctx)
	if err == nil && p == nil {
		p, err = s.convert(ctx, next.space)
	}
	if err != nil {
		return fmt.Errorf("it is not known whether this space is trusted: %w", err)
	}
	declares := next.space.Declares()
	if !declares && p == nil {
		next.trust = NotNeeded
		if !next.space.Rules {
			return nil
		}
		// its rules only forbid; from now on none of them goes unseen
		if p, err = s.take(ctx, next.space, taking{chosen: everything, bare: true, looked: true}); err != nil {
			return fmt.Errorf("the rules of this space cannot be kept: %w", err)
		}
	}
	switch {
	case p == nil, p.Bare && declares:
		return nil
	case p.Bare:
		next.trust = NotNeeded
	default:
		next.trust = Trusted
	}
	next.pins = p
	return s.hold(ctx, next)
}

// SetTrusted trusts all of the space, if it is still the one with this digest.
func (s *Space) SetTrusted(ctx context.Context, digest string) error {
	return s.Approve(ctx, digest)
}

// rulesFile is where a space keeps its own rules.
const rulesFile = guard.SpaceOrigin

// ownRules reads the space's own rules: only deny and ask count there. Of rules
// that changed since they were trusted, both the old and the new ones hold: a
// space can forbid more by itself, and never less.
func (s *Space) ownRules(next *loaded) ([]guard.Rule, error) {
	now, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(rulesFile)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s cannot be read: %w", rulesFile, err)
	}
	var out []guard.Rule
	if err == nil {
		if out, err = rulesOf(now, rulesFile); err != nil {
			return nil, err
		}
	}
	if next.pins == nil {
		return out, nil
	}
	one, at := next.pins.byKey(key("rules", "rules", rulesFile))
	if at < 0 || one.SHA256 == pins.Sum(now) {
		return out, nil
	}
	was, err := one.content(s.o.pins)
	if err != nil {
		return nil, fmt.Errorf("%s changed since you trusted it, and the rules that you trusted cannot be read (%w): %s", rulesFile, err, look)
	}
	before, err := rulesOf(was, rulesFile)
	for i := range before {
		before[i].File = rulesFile + " as you trusted it"
	}
	return append(out, before...), err
}

// rulesOf reads the text of a space's own rules.
func rulesOf(raw []byte, origin string) ([]guard.Rule, error) {
	return guard.ParseRules(raw, origin, guard.Deny, guard.Ask)
}
