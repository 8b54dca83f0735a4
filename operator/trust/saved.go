package trust

import (
	"context"
	"slices"
	"strings"

	"handrail/spaces"
)

// A Saved is a file of definitions that the person has just written, or taken away, by this
// app (docs/decisions/0211-saving-hands-in-the-window.md).
type Saved struct {
	File   string // relative to the space
	SHA256 string // of what was written; "": the file was removed
	Before Level  // what the space was before
	Busy   bool   // something runs in the space, and could write a script meanwhile
}

// Adopt trusts what the person has just saved, as far as the space was trusted before, and
// reads the space again. Everything else that changed stays held back; the note says what.
func (k *Keeper) Adopt(ctx context.Context, saved Saved) (note string, err error) {
	after := k.State()
	switch {
	case saved.Before == Untrusted:
		return "", nil
	case saved.Before == NotNeeded && (after.Level() == Untrusted || after.Level() == NotNeeded && after.space.Declares()):
		return "Saved. This space now declares something that can run: review it and trust the space.", nil
	case after.Level() != Trusted:
		return "", nil
	}
	changes := after.Deviations()
	if w := k.witness(after.pins); !after.Own() { // else it has been asked already
		for i, d := range changes {
			if d.Kind == "script" && d.Status == StatusNew {
				changes[i].During = w.why(d.File)
			}
		}
	}
	mine, others := saved.part(changes, after.Inventory().Items)
	if len(mine) > 0 {
		if err := k.PinItems(ctx, after, func(item Key) bool { return mine[item] }); err != nil {
			return "", err
		}
		if err := k.c.Reload(ctx); err != nil {
			return "", err
		}
	}
	if len(others) > 0 {
		return "Saved. Other changes stay held back: " + strings.Join(others, "; ") + ".", nil
	}
	return "", nil
}

// part parts what changed into what was saved, with the scripts that come and
// go with it, and the rest. A script does not come while something runs, which could
// have written it, or if something of ours could have made it before.
func (saved Saved) part(changes []Deviation, items []spaces.Item) (mine map[Key]bool, others []string) {
	bySaved, named := map[string]bool{}, map[string]bool{}
	for _, i := range items {
		for _, name := range slices.Concat(i.Scripts, i.Absent) {
			named[name] = true
			bySaved[name] = bySaved[name] || i.File == saved.File
		}
	}
	mine = map[Key]bool{}
	for _, d := range changes {
		switch script := d.Kind == "script"; {
		case !script && d.File == saved.File && (d.Status == StatusRemoved || d.Item.SHA256 == saved.SHA256),
			script && d.Status == StatusNew && bySaved[d.File] && !saved.Busy && d.During == "",
			script && d.Status == StatusRemoved && !named[d.File]:
			mine[d.Key] = true
		case script && d.Status == StatusNew && saved.Busy:
			others = append(others, d.File+" is new, and a call is going on that could have written it")
		case script && d.Status == StatusNew && d.During != "":
			others = append(others, d.File+" is new, and "+d.During)
		default:
			others = append(others, d.File+" "+d.How())
		}
	}
	return mine, others
}
