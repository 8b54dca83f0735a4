package window

import (
	"fmt"
	"slices"

	"handrail/operator"
	"handrail/operator/trust"
)

// Trust is what of a space the person has looked at, as the page asks for them.
type Trust struct{ *app }

// Inventory lists what a space would be able to run.
func (a *Trust) Inventory(space string) (InventoryView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, inventoryView)
}

// TrustSpace trusts the inventory with this digest. It refuses one that is no longer
// the inventory.
func (a *Trust) TrustSpace(space, digest string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Trust().Approve(a.ctx, digest)
	}
	return viewOf(s, err, spaceView)
}

// Changes lists what has changed in a space since the person trusted it.
func (a *Trust) Changes(space string) (ChangesView, error) { return a.changes(space, nil) }

// changes does something about what changed in a space, if act is not nil, and
// lists what is left.
func (a *Trust) changes(space string, act func(*operator.Space) error) (ChangesView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	return viewOf(s, err, changesView)
}

// ApproveChanges trusts changes as they were shown. It refuses them if one is no
// longer what its id names.
func (a *Trust) ApproveChanges(space string, ids []string) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error {
		digest := s.Trust().State().Inventory().Digest
		found, err := chosen(s.Trust().Changes(), ids)
		if err != nil {
			return err
		}
		return s.Trust().Approve(a.ctx, digest, each(found, func(c trust.Change) string { return c.Kind + "/" + c.Name })...)
	})
}

// RestoreChange puts back the file that was trusted.
func (a *Trust) RestoreChange(space, id string) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error {
		found, err := chosen(s.Trust().Changes(), []string{id})
		if err != nil {
			return err
		}
		return s.Trust().Restore(a.ctx, found[0].File)
	})
}

// DistrustSpace forgets what was trusted of a space.
func (a *Trust) DistrustSpace(space string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Trust().Distrust(a.ctx)
	}
	return viewOf(s, err, spaceView)
}

// SetOwnSpace says whether a space is the person's own.
func (a *Trust) SetOwnSpace(space string, own bool) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error { return s.Trust().SetOwn(a.ctx, own) })
}

// InventoryView is what a space would be able to run.
type InventoryView struct {
	Space string `json:"space"`
	// Names exactly this inventory; TrustSpace refuses another one.
	Digest string              `json:"digest"`
	Items  []InventoryItemView `json:"items"`
	// Said with it, such as "What these programs call in turn is not pinned."
	Notes []string `json:"notes"`
}

// InventoryItemView is one thing that a space would be able to run.
type InventoryItemView struct {
	Kind ItemKind `json:"kind"`
	Name string   `json:"name"`
	// Relative to the space.
	File string `json:"file"`
	// The command, argv or first words, whole; of an agent or a skill with all of its file.
	Detail string `json:"detail"`
	SHA256 string `json:"sha256"`
}

// ChangesView is what has changed in a space since the person trusted it.
type ChangesView struct {
	Space string `json:"space"`
	// Changes that the person makes between calls are taken as theirs.
	Own bool `json:"own"`
	// When it was trusted; "" = it is not, or needs no trust.
	Trusted string       `json:"trusted"`
	Changes []ChangeView `json:"changes"`
}

// ChangeView is one thing that is not what the person trusted.
type ChangeView struct {
	// Names this change in ApproveChanges and RestoreChange: another state of the file has another one.
	ID   string   `json:"id"`
	Kind ItemKind `json:"kind"`
	Name string   `json:"name"`
	// Relative to the space.
	File   string     `json:"file"`
	Change ChangeKind `json:"change"`
	// Unified difference from what was trusted; of a new one, all of it.
	Difference string `json:"difference"`
	// What does not work meanwhile, a sentence.
	Shuts string `json:"shuts"`
	// In a space of the person's own: why it was not taken as theirs; "" = elsewhere.
	During string `json:"during"`
	// What was trusted is kept, and can be put back: the whole file.
	Restorable bool `json:"restorable"`
}

func inventoryView(s *operator.Space) InventoryView {
	inv := s.Trust().State().Inventory()
	return InventoryView{
		Space: s.Dir(), Digest: inv.Digest, Notes: append([]string{}, inv.Notes...),
		Items: each(inv.Items, func(i operator.Item) InventoryItemView {
			detail := i.Detail
			if i.Whole != "" {
				detail += "\n\n" + i.Whole
			}
			return InventoryItemView{Kind: kindOf(i), Name: i.Name, File: i.File, Detail: detail, SHA256: i.SHA256}
		}),
	}
}

// kindOf is the page's word for a kind of item.
func kindOf(i operator.Item) ItemKind {
	switch i.Kind {
	case "script":
		return ItemFile
	}
	return ItemKind(i.Kind)
}

func changesView(s *operator.Space) ChangesView {
	return ChangesView{Space: s.Dir(), Own: s.Trust().State().Own(), Trusted: timeText(s.Trust().State().TrustedAt()), Changes: each(s.Trust().Changes(), changeView)}
}

func changeView(c trust.Change) ChangeView {
	v := ChangeView{
		ID: c.ID, Kind: kindOf(operator.Item{Kind: c.Kind}), Name: c.Name, File: c.File, Change: ChangeKind(c.Status), Difference: c.Diff, Shuts: c.Reason, During: c.During,
		Restorable: c.Restorable,
	}
	if c.Status == trust.StatusRemoved {
		v.Change = ChangeGone
	}
	return v
}

// chosen is the names of the changes that were shown under these ids. One that
// is not there any more has changed again.
func chosen(list []trust.Change, ids []string) ([]trust.Change, error) {
	var found []trust.Change
	for _, id := range ids {
		at := slices.IndexFunc(list, func(c trust.Change) bool { return c.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("it has changed again since it was shown: look at what it is now")
		}
		found = append(found, list[at])
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("nothing was chosen")
	}
	return found, nil
}
