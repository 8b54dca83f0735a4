package trust

import (
	"context"
	"slices"
	"strconv"
	"time"

	"handrail/spaces"
)

// bareKind is the kind of state by which is known when a space was last seen to declare nothing, in nanoseconds since 1970.
const bareKind = "bare"

// noteBare notes that the space declared nothing when it was looked at. at is before the look. Without the note it is taken for unknown, and that is safe.
func noteBare(ctx context.Context, k *Keeper, at time.Time) {
	_ = k.c.Store.states.NoteState(ctx, bareKind, k.c.Dir, strconv.FormatInt(at.UnixNano(), 10))
}

// madeHere reports whether something else than the person could have made all that a space declares, since it was seen to declare nothing: then that is
// held back like what is new in a trusted space, and the space stays what it was (docs/decisions/1044-what-is-made-in-a-bare-folder.md).
func madeHere(ctx context.Context, k *Keeper, space *spaces.Space) bool {
	text, ok, err := k.c.Store.states.State(ctx, bareKind, k.c.Dir)
	at, wrong := strconv.ParseInt(text, 10, 64)
	if err != nil || !ok || wrong != nil {
		return false
	}
	notes := k.activity.calls.Read(time.Now())
	return !slices.ContainsFunc(space.Declaring(), func(file string) bool {
		return notes.Why(placeOf(k.c.Dir, file, false), time.Unix(0, at)) == ""
	})
}

// holdMade holds back what of a bare folder no pin tells apart: its memory, and what would shut everything because a file of hooks cannot be read. None
// of these hooks ever guarded anything.
func holdMade(s *State) {
	s.space.Barriers = nil
	s.space.Memory = ""
	for _, i := range s.space.Inventory() {
		if i.Kind == "memory" && slices.Contains(s.space.Declaring(), i.File) {
			s.changes = append(s.changes, Deviation{Key: KeyOf(i), Status: StatusNew, Item: i})
		}
	}
}
