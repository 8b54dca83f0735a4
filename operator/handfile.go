package operator

import (
	"context"
	"slices"
	"strings"

	"handrail/spaces"
	"handrail/tools/command"
)

// keepTrust trusts what the person has just saved as ctxnest.json with this digest,
// if the space was trusted before. What else changed in it stays held back; the
// note says what.
func (s *Space) keepTrust(ctx context.Context, before *loaded, saved string) (note string, err error) {
	after := s.current.Load()
	switch {
	case before.trust == Untrusted:
		return "", nil
	case before.trust == NotNeeded && after.trust == Untrusted:
		return "It is saved. This space declares something that can run now: look at it and trust it once.", nil
	case after.trust != Trusted:
		return "", nil
	}
	mine, others := ofSaved(after.changes, after.space.Inventory(), saved, s.o.busy(s.dir))
	if len(mine) > 0 {
		if _, err := s.take(ctx, after.space, taking{chosen: func(k string) bool { return mine[k] }}); err != nil {
			return "", err
		}
		if err := s.reload(ctx); err != nil {
			return "", err
		}
	}
	if len(others) > 0 {
		return "It is saved. What else is not as you trusted it stays held back: " + strings.Join(others, "; ") + ".", nil
	}
	return "", nil
}

// ofSaved parts what changed into what was saved, with the scripts that come and
// go with it, and the rest. A script does not come while a call runs, which could
// have written it.
func ofSaved(changes []deviation, items []spaces.Item, saved string, busy bool) (mine map[string]bool, others []string) {
	byHand, named := map[string]bool{}, map[string]bool{}
	for _, i := range items {
		for _, name := range slices.Concat(i.Scripts, i.Absent) {
			named[name] = true
			byHand[name] = byHand[name] || i.Kind == "hand"
		}
	}
	mine = map[string]bool{}
	for _, d := range changes {
		switch script := d.kind() == "script"; {
		case d.file() == command.HandsFile && (d.status == StatusRemoved || d.is.SHA256 == saved),
			script && d.status == StatusNew && byHand[d.file()] && !busy,
			script && d.status == StatusRemoved && !named[d.file()]:
			mine[d.key()] = true
		case script && d.status == StatusNew && busy:
			others = append(others, d.file()+" is new, and a call is going on that could have written it")
		default:
			others = append(others, d.file()+" "+d.how())
		}
	}
	return mine, others
}

// busy reports whether something runs in a space.
func (o *Operator) busy(dir string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range o.running {
		if r.space == dir {
			return true
		}
	}
	return false
}
