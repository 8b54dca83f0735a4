package undo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"handrail/internal/snapshot"
	"handrail/journal"
)

// An open is a call that has ended and left something running: what changes after its end
// counts as its own (docs/spec/13-journal.md#snapshots).
type open struct {
	claim *snapshot.Claim
	views map[string]*snapshot.View // by root, as it was when its changes were kept last
}

// late keeps what calls have changed that was not kept at their end.
type late struct {
	space *Space

	catching sync.Mutex // while open calls are looked at, and until a call counts as running
	work     sync.WaitGroup
	stop     chan struct{} // closed by Close

	mu      sync.Mutex
	open    map[string]*open // by call
	polling bool
	closed  bool
}

func lateOf(s *Space) *late {
	return &late{space: s, open: map[string]*open{}, stop: make(chan struct{})}
}

const (
	pollFirst = 50 * time.Millisecond
	pollLast  = 2 * time.Second
)

// keepOpen leaves a call open that has ended and left something running.
func (s *late) keepOpen(t *taking) error {
	b := t.claim.Begun
	b.Ended, b.Time, b.Named = true, t.looked, nil
	o := &open{claim: t.claim, views: map[string]*snapshot.View{}}
	var seen []snapshot.Seen
	for root, v := range t.views {
		seen = append(seen, snapshot.Seen{Tree: v.tree, View: v.after})
		o.views[root] = v.after
	}
	if err := t.claim.Renew(b, seen); err != nil {
		return err
	}
	s.adopt(o)
	return nil
}

// adopt takes a call up that has something running: this process sees to its end.
func (s *late) adopt(o *open) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		o.claim.Leave()
		return
	}
	s.open[o.claim.Begun.ID] = o
	if s.polling {
		return
	}
	s.polling = true
	s.work.Go(s.poll)
}

// poll keeps what open calls have changed once nothing of them runs any more.
func (s *late) poll() {
	pause := pollFirst
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, pollLast)
		if s.anyOver() {
			_ = s.catchUpNow(context.Background()) // tried again
		}
		s.mu.Lock()
		if s.polling = len(s.open) > 0; !s.polling {
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// anyOver reports whether nothing of some open call runs any more.
func (s *late) anyOver() bool {
	going := s.going()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.open {
		if !going[id] {
			return true
		}
	}
	return false
}

// going are the calls of which something runs in the background.
func (s *late) going() map[string]bool {
	out := map[string]bool{}
	if s.space.c.Jobs != nil {
		for _, id := range s.space.c.Jobs() {
			out[id] = true
		}
	}
	return out
}

// Close leaves open calls to the next process. It returns when nothing of the space is written any more.
func (s *late) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.stop)
	}
	s.mu.Unlock()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, o := range s.open {
		o.claim.Leave()
		delete(s.open, id)
	}
}

// catchUpNow is catchUp for whoever makes no call.
func (s *late) catchUpNow(ctx context.Context) error {
	store, err := s.space.k.Store(ctx)
	if err != nil {
		return err
	}
	release, err := store.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	s.catching.Lock()
	defer s.catching.Unlock()
	_, err = s.catchUp(ctx, store, "")
	return err
}

// catchUp keeps what has changed since calls of the space began that are not all kept: of those
// whose process was killed, and of those that have left something running. While another call runs nothing
// can be told apart: then it is done later. looked are the trees as they are now. The caller holds
// the store, and s.catching; mine is its own signal.
func (s *late) catchUp(ctx context.Context, store *snapshot.Store, mine string) (looked map[string]*snapshot.View, err error) {
	s.mu.Lock()
	opens := slices.Collect(maps.Values(s.open))
	s.mu.Unlock()
	if s.space.busy(mine) != "" {
		return nil, nil
	}
	list, err := store.Begins().Abandoned(s.space.c.Dir)
	if err != nil {
		return nil, err
	}
	if len(list)+len(opens) == 0 {
		return nil, nil
	}
	for _, c := range list {
		views, viewErr := c.Views()
		if viewErr != nil {
			c.Leave()
			err = errors.Join(err, viewErr)
			continue
		}
		opens = append(opens, &open{claim: c, views: views})
	}
	looked, going := map[string]*snapshot.View{}, s.going()
	for _, o := range opens {
		oneErr := s.catchUpOne(ctx, store, o, looked, going[o.claim.Begun.ID])
		if s.mine(o) {
			err = errors.Join(err, oneErr)
			continue
		}
		if oneErr != nil {
			o.claim.Leave()
			err = errors.Join(err, oneErr)
		}
	}
	return looked, err
}

// mine reports whether this process sees to a call's end.
func (s *late) mine(o *open) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[o.claim.Begun.ID] == o
}

// catchUpOne keeps what one call has changed since it was last looked at. going says that it has
// something running still.
func (s *late) catchUpOne(ctx context.Context, store *snapshot.Store, o *open, looked map[string]*snapshot.View, going bool) error {
	b := o.claim.Begun
	now := time.Now().UTC()
	for root := range o.views {
		if looked[root] != nil {
			continue
		}
		v, err := s.space.forest.at(store, root).Look(ctx)
		if errors.Is(err, os.ErrNotExist) {
			continue // the folder is gone, and all that was in it
		}
		if err != nil {
			return err
		}
		looked[root] = v
	}
	others, err := store.SetsSince(ctx, s.space.c.Dir, b.Time)
	if err != nil {
		return err
	}
	names, err := namesOf(store, o, looked, others)
	if err != nil {
		return err
	}
	data, err := s.keepPieces(ctx, store, b, pieces(names, others), others, now)
	if err != nil {
		return err
	}
	for _, root := range b.Roots {
		if o.views[root] == nil {
			data.Partial = append(data.Partial, "what is kept of "+root+" as it was before the call is damaged")
		}
	}
	if err := s.record(ctx, b, data); err != nil {
		return err
	}
	return s.closeOrRenew(store, o, looked, now, going)
}

// closeOrRenew ends a call that is all kept, or goes on with one of which something runs.
func (s *late) closeOrRenew(store *snapshot.Store, o *open, looked map[string]*snapshot.View, now time.Time, going bool) error {
	if !going {
		s.mu.Lock()
		delete(s.open, o.claim.Begun.ID)
		s.mu.Unlock()
		o.claim.End()
		return nil
	}
	b := o.claim.Begun
	b.Ended, b.Time, b.Named = true, now, nil
	var seen []snapshot.Seen
	for root := range o.views {
		if v := looked[root]; v != nil {
			seen = append(seen, snapshot.Seen{Tree: s.space.forest.at(store, root), View: v})
			o.views[root] = v
		}
	}
	if err := o.claim.Renew(b, seen); err != nil {
		return err
	}
	if !s.mine(o) {
		s.adopt(o)
	}
	return nil
}

// beginAfter is begin, once what open calls have changed until now is kept: from here on it may be
// this one's. looked are the trees as they are now, if they were looked at.
func (s *late) beginAfter(ctx context.Context, store *snapshot.Store, t *taking, mine string) (looked map[string]*snapshot.View) {
	s.catching.Lock()
	defer s.catching.Unlock()
	if t.walks {
		var err error
		if looked, err = s.catchUp(ctx, store, mine); err != nil {
			looked = nil // it is tried again: a call does not fail for what another one has left
		}
	}
	s.space.begin(t)
	return looked
}

// record records what has become known of a call late. Of one whose process was killed its
// record says so also if nothing has changed.
func (s *late) record(ctx context.Context, b snapshot.Begun, data journal.SnapshotData) error {
	if b.Ended && data.Changed+len(data.Partial) == 0 || s.space.k.c.Record == nil {
		return nil
	}
	if !b.Ended {
		call, err := s.space.k.c.Log.Call(ctx, b.ID)
		if err != nil {
			return nil //nolint:nilerr // its record is gone; what it has changed is kept all the same
		}
		if call.Snapshot != nil && data.Changed == 0 {
			return nil // a kill came after all was recorded
		}
		if call.Snapshot == nil && data.Changed == 0 { // or before: then its set is kept
			if data, err = s.recorded(ctx, b.Run, b.ID, data); err != nil {
				return err
			}
		}
		data.Reach = b.Reach
	}
	return s.space.k.c.Record(context.WithoutCancel(ctx), journal.New(b.Run, b.ID, journal.Snapshot, data))
}

// recorded adds what is kept of a call.
func (s *late) recorded(ctx context.Context, run, call string, data journal.SnapshotData) (journal.SnapshotData, error) {
	store, err := s.space.k.Store(ctx)
	if err != nil {
		return data, err
	}
	parts, err := store.Parts(run, call)
	for _, set := range parts {
		data.Changed += set.Count()
	}
	if len(parts) > 0 {
		data.When, data.Exact = parts[0].When, parts[0].Exact
	}
	return data, err
}

// Recover looks at what calls have changed whose process was killed, and records it: a look
// that comes late is better than none. What cannot be looked at now, because another call runs, is not.
func (s *late) Recover(ctx context.Context, calls []Ref) error {
	if err := s.catchUpNow(ctx); err != nil {
		return err
	}
	for _, c := range calls { // a kill may have come after the set was kept and before that was recorded
		call, err := s.space.k.c.Log.Call(ctx, c.Call)
		if err != nil || call.Snapshot != nil || s.space.k.c.Record == nil {
			continue
		}
		data, err := s.recorded(ctx, c.Run, c.Call, journal.SnapshotData{})
		if err != nil {
			return err
		}
		if data.Changed > 0 {
			if err := s.space.k.c.Record(context.WithoutCancel(ctx), journal.New(c.Run, c.Call, journal.Snapshot, data)); err != nil {
				return err
			}
		}
	}
	return nil
}

// longRun is how long a program runs in which somebody else may well have changed something.
const longRun = 2 * time.Second

// unsure says of what counts as the calls' own work that some may be somebody else's.
func unsure(sets []*snapshot.Set) (out []string) {
	for _, set := range sets {
		switch set.When {
		case journal.SeenLate:
			out = append(out, fmt.Sprintf("Handrail ended while %s ran (call %s): what has changed since it began counts as its own; some of it may be yours, or of later calls", set.Tool, set.ID))
		case "":
			if !set.Exact && set.Lasted >= longRun {
				out = append(out, fmt.Sprintf("%s (call %s) ran for %s: what changed in the folder meanwhile counts as its own, also if that was you, or another program", set.Tool, set.ID, set.Lasted.Round(time.Second)))
			}
		case journal.AfterItsEnd:
			out = append(out, fmt.Sprintf("%s (call %s) has left something running: what was written after its end counts as its own; some of it may be yours", set.Tool, set.ID))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// stillOpen says which of the calls have something running that may write again.
func (s *late) stillOpen(store *snapshot.Store, calls []Ref) (out []string, err error) {
	list, err := store.Begins().List()
	for _, b := range list {
		if !b.Ended || !slices.ContainsFunc(calls, func(c Ref) bool { return c.Call == b.ID }) {
			continue
		}
		out = append(out, fmt.Sprintf("what %s (call %s) has left running may write again: end it first", b.Tool, b.ID))
	}
	return out, err
}
