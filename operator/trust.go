package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
)

// Trust says whether a space may run what it declares (SPEC 3).
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
		return "it is trusted as it is now"
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
		parts = append(parts, i.Kind, i.Name, i.File, i.SHA256)
	}
	inv.Digest = tools.Digest(parts...)
	if len(inv.Items) > 0 {
		inv.Notes = []string{"What is listed is what you trust, as it is now. What these programs call in turn is not looked at."}
	}
	return inv
}

// trustKind is where the journal's database keeps trust, by folder.
const trustKind = "trust"

// trustOf says whether the space as it was just read is trusted. A changed
// definition takes the trust away until the person has looked again.
func (s *Space) trustOf(ctx context.Context, space *spaces.Space) (Trust, error) {
	if !space.Declares() {
		return NotNeeded, nil
	}
	digest, ok, err := s.o.store.State(ctx, trustKind, s.dir)
	if err != nil {
		return Untrusted, fmt.Errorf("it is not known whether this space is trusted: %w", err)
	}
	if ok && digest == inventoryOf(space).Digest {
		return Trusted, nil
	}
	return Untrusted, nil
}

// SetTrusted trusts the space, if it is still the one with this digest.
func (s *Space) SetTrusted(ctx context.Context, digest string) error {
	if err := s.reload(ctx); err != nil {
		return err
	}
	if now := s.Inventory().Digest; now != digest {
		return errors.New("the space has changed since it was shown: look again at what it can run")
	}
	if err := s.o.store.SetState(ctx, trustKind, s.dir, digest); err != nil {
		return err
	}
	if err := s.reload(ctx); err != nil {
		return err
	}
	s.o.hub.publish(Event{Kind: OnSpace, Space: s})
	return nil
}

// heldBack says why one definition of a trusted space may not run now, or "":
// it is not what the person has trusted (SPEC 3). kind and name are those of the
// spaces.Item.
func (l *loaded) heldBack(kind, name string) string { return "" }

// rulesFile is where a space keeps its own rules.
const rulesFile = "agent/rules.json"

// ownRules reads the space's own rules: only deny and ask count there.
func (s *Space) ownRules() ([]guard.Rule, error) {
	raw, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(rulesFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", rulesFile, err)
	}
	var r RuleSettings
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("%s is broken at %s: %w", rulesFile, place(raw, err), err)
	}
	r.Allow = nil
	return r.rules(rulesFile)
}
