package undo

import (
	"context"
	"slices"
	"strings"

	"handrail/internal/snapshot"
)

// undone is what was put back in a space since the first of some calls, beside them: what lies there since then is of our own making.
func undone(ctx context.Context, store *snapshot.Store, space string, calls []Ref, sets []*snapshot.Set) (list []*snapshot.Set, err error) {
	if len(sets) == 0 {
		return nil, nil
	}
	all, err := store.SetsSince(ctx, space, sets[0].Time)
	for _, set := range all {
		if set.Tool == Name && !slices.ContainsFunc(calls, func(c Ref) bool { return c.Call == set.ID }) {
			list = append(list, set)
		}
	}
	return list, err
}

// merge makes one item of all that calls have done to a name, oldest first. undone has since put back some of it.
func merge(sets []*snapshot.Set, undone ...*snapshot.Set) []Item {
	ours := map[*snapshot.Set]bool{}
	for _, set := range undone {
		ours[set] = true
	}
	if len(undone) > 0 {
		sets = append(slices.Clone(sets), undone...)
		slices.SortStableFunc(sets, func(a, b *snapshot.Set) int { return a.Time.Compare(b.Time) })
	}
	again := map[*Item]bool{} // put back in between
	type key struct {
		root string
		path snapshot.Name
	}
	items := map[key]*Item{}
	for _, set := range sets {
		for _, r := range set.Roots {
			for _, c := range r.Changes {
				k := key{r.Path, c.Path}
				i := items[k]
				if ours[set] {
					if i != nil && i.Left.Same(c.Before) {
						i.Left, again[i] = c.After, true
					}
					continue
				}
				if i == nil {
					items[k] = &Item{Root: r.Path, Path: c.Path, Then: c.Before, Left: c.After, Calls: []string{set.ID}}
					continue
				}
				if !i.Left.Same(c.Before) {
					i.State, i.Why = Conflict, "somebody else has changed it between two of the calls, and that would go, too"
				}
				i.Left, i.Calls = c.After, append(i.Calls, set.ID)
			}
		}
	}
	var out []Item
	for _, i := range items {
		if !i.Then.Same(i.Left) || i.State != "" || again[i] {
			out = append(out, *i)
		}
	}
	slices.SortFunc(out, func(a, b Item) int { return strings.Compare(a.Abs(), b.Abs()) })
	return out
}
