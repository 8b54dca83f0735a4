package operator

import (
	"context"
	"slices"
	"strings"

	"handrail/operator/trust"
	"handrail/spaces"
	"handrail/tools/command"
)

// keepTrust trusts what the person has just saved as ctxnest.json with this digest,
// if the space was trusted before. What else changed in it stays held back; the
// note says what.
func (s *Space) keepTrust(ctx context.Context, before *loaded, saved string) (note string, err error) {
	after := s.current.Load()
	switch {
	case before.trust.Level() == trust.Untrusted:
		return "", nil
	case before.trust.Level() == trust.NotNeeded && after.trust.Level() == trust.Untrusted:
		return "Saved. This space now declares something that can run: review it and trust the space.", nil
	case after.trust.Level() != trust.Trusted:
		return "", nil
	}
	mine, others := ofSaved(after.trust.Deviations(), after.space.Inventory(), saved, s.o.runs.Busy(s.dir))
	if len(mine) > 0 {
		if err := s.trust.PinItems(ctx, after.trust, func(item trust.Key) bool { return mine[item] }); err != nil {
			return "", err
		}
		if err := s.reload(ctx); err != nil {
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
