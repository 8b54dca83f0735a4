package hands

import (
	"context"
	"slices"
	"strings"

	"handrail/operator/trust"
	"handrail/spaces"
	"handrail/tools/command"
)

// adopt trusts what the person has just saved with this digest, as far as the space
// was trusted before. Everything else that changed stays held back; the note says
// what.
func (f *File) adopt(ctx context.Context, before trust.Level, saved string) (note string, err error) {
	after := f.c.Trust.State()
	switch {
	case before == trust.Untrusted:
		return "", nil
	case before == trust.NotNeeded && after.Level() == trust.Untrusted:
		return "Saved. This space now declares something that can run: review it and trust the space.", nil
	case after.Level() != trust.Trusted:
		return "", nil
	}
	mine, others := ofSaved(after.Deviations(), after.Inventory().Items, saved, f.c.Busy())
	if len(mine) > 0 {
		if err := f.c.Trust.PinItems(ctx, after, func(item trust.Key) bool { return mine[item] }); err != nil {
			return "", err
		}
		if err := f.c.Reload(ctx); err != nil {
			return "", err
		}
	}
	if len(others) > 0 {
		return "Saved. Other changes stay held back: " + strings.Join(others, "; ") + ".", nil
	}
	return "", nil
}

// ofSaved parts what changed into what was saved, with the scripts that come and
// go with it, and the rest. A script does not come while a call runs, which could
// have written it.
func ofSaved(changes []trust.Deviation, items []spaces.Item, saved string, busy bool) (mine map[trust.Key]bool, others []string) {
	byHand, named := map[string]bool{}, map[string]bool{}
	for _, i := range items {
		for _, name := range slices.Concat(i.Scripts, i.Absent) {
			named[name] = true
			byHand[name] = byHand[name] || i.Kind == "hand"
		}
	}
	mine = map[trust.Key]bool{}
	for _, d := range changes {
		switch script := d.Kind == "script"; {
		case d.File == command.HandsFile && (d.Status == trust.StatusRemoved || d.Item.SHA256 == saved),
			script && d.Status == trust.StatusNew && byHand[d.File] && !busy,
			script && d.Status == trust.StatusRemoved && !named[d.File]:
			mine[d.Key] = true
		case script && d.Status == trust.StatusNew && busy:
			others = append(others, d.File+" is new, and a call is going on that could have written it")
		default:
			others = append(others, d.File+" "+d.How())
		}
	}
	return mine, others
}
