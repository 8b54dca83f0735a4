package trust

import (
	"context"
	"encoding/json"

	"handrail/internal/pins"
	"handrail/spaces"
)

// What tests look at from outside.
const (
	PinsKind       = pinsKind
	TrustKind      = trustKind
	OrderName      = orderName
	DiffLimit      = diffLimit
	ContentsFolder = contentsFolder
)

// EarlierDigest is what earlier versions kept of a trusted space.
func EarlierDigest(space *spaces.Space) string { return earlierDigest(space) }

// PinsOf are the pins of one item, as they are kept.
func PinsOf(i spaces.Item) (string, error) {
	raw, err := json.Marshal(pinned{Version: 1, Items: []pin{pinOf(i)}})
	return string(raw), err
}

// KeepContents keeps the contents of items alone, which trusts nothing.
func (k *Keeper) KeepContents(items []spaces.Item) error { return k.ledger.keepContents(items) }

// SetKept says what is kept of the space, as another version may have left it.
func (k *Keeper) SetKept(ctx context.Context, kind, text string) error {
	return k.c.Store.states.SetState(ctx, kind, k.c.Dir, text)
}

// TrustedScript is a script as it was trusted.
func (k *Keeper) TrustedScript(file string) (data []byte, exec bool, err error) {
	one, at := k.State().pins.find(Key{"script", file, file})
	if at < 0 {
		return nil, false, pins.ErrGone
	}
	data, err = one.content(k.c.Store.contents)
	return data, one.Exec, err
}

// Part parts what changed into what was saved, and the rest.
func Part(s Saved, changes []Deviation, items []spaces.Item) (mine map[Key]bool, others []string) {
	return s.part(changes, items)
}
