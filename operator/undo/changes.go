package undo

import (
	"cmp"
	"context"
	"slices"

	"handrail/internal/snapshot"
)

// Kept is what is kept of the calls of a run, and of the sub-agents that worked for it, oldest
// first. What cannot be read is in the error, which does not keep the rest back.
func (k *Keeper) Kept(ctx context.Context, run string) (sets []*snapshot.Set, err error) {
	store, err := k.Store(ctx)
	if err != nil {
		return nil, err
	}
	sets, err = store.Sets(run)
	below, listErr := k.c.Log.Children(ctx, run)
	for _, child := range below {
		more, moreErr := k.Kept(ctx, child.ID)
		sets, err = append(sets, more...), cmp.Or(err, moreErr)
	}
	slices.SortStableFunc(sets, func(a, b *snapshot.Set) int { return a.Time.Compare(b.Time) })
	return sets, cmp.Or(err, listErr)
}

// Merged is one item of all that calls have done to a name, oldest first. What they have left
// as it was is in none.
func Merged(sets []*snapshot.Set) []Item { return merge(sets) }

// Changes is what calls have changed, without a look at what lies there now: its items have no
// state.
func (s *Space) Changes(ctx context.Context, calls []Ref) (*Plan, error) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	sets, err := s.sets(ctx, store, calls, p)
	p.Items = merge(sets)
	return p, err
}
