package rehearsal

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"handrail/operator/walls"
)

// A Run is a conversation that is being rehearsed: each of its calls sees what those before it have
// done, on the layers of one Cover. It is the pipeline's Rehearsal of all of them, and safe for
// concurrent use.
type Run struct {
	act   *Act
	cover *walls.Cover

	mu      sync.Mutex
	omitted []string
	session string
	title   string
}

// mostOmitted is how many acts that were not done are listed.
const mostOmitted = 100

// BeginRun prepares to rehearse a conversation in a space. The caller ends it with Finish or Discard,
// when the space that it went on in is closed.
func (d *Desk) BeginRun(space string, k *walls.Keeper) (*Run, error) {
	r := &Run{}
	var err error
	r.act, err = d.begin(space, func(_ *Act, dir string) (err error) {
		r.cover, err = walls.CoverIn(k, dir)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Trouble says why nothing can be rehearsed on this machine; "" if it can. It lays a layer over a
// folder of its own to see.
func (d *Desk) Trouble(k *walls.Keeper) string {
	a, err := d.begin("", func(_ *Act, dir string) error {
		at := filepath.Join(dir, "at")
		if err := os.Mkdir(at, 0o700); err != nil {
			return err
		}
		cover, err := walls.CoverIn(k, dir)
		if err != nil {
			return err
		}
		err = cover.Lay(at)
		cover.End()
		cover.Release()
		return err
	})
	if err == nil {
		err = a.clear()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// Cover lies over all that the conversation could change.
func (r *Run) Cover() *walls.Cover { return r.cover }

// Name implements pipeline.Rehearsal.
func (r *Run) Name() string { return r.act.r.ID }

// Isolate implements pipeline.Rehearsal.
func (r *Run) Isolate(call string) { r.cover.Isolate(call) }

// Whole implements pipeline.Rehearsal.
func (r *Run) Whole() bool { return true }

// Omit implements pipeline.Rehearsal. What has been noted before is not noted again.
func (r *Run) Omit(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.omitted) < mostOmitted && !slices.Contains(r.omitted, what) {
		r.omitted = append(r.omitted, what)
		r.note()
	}
}

// Discard ends a rehearsal of which nothing came.
func (r *Run) Discard() error {
	r.cover.End()
	r.cover.Release()
	return r.act.clear()
}

// Began notes which conversation it is, and how that began.
func (r *Run) Began(session, title string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == "" {
		r.session, r.title = session, title
		r.note()
	}
}

// Finish reads the layers and keeps what came of the conversation. Nothing works on them any more.
// One in which nothing was said has no rehearsal: its ID is "".
func (r *Run) Finish(ctx context.Context) (Rehearsal, error) {
	r.mu.Lock()
	r.act.r.Session, r.act.r.Title, r.act.r.NotDone = r.session, r.act.d.out(r.title), slices.Clone(r.omitted)
	r.mu.Unlock()
	if r.act.r.Session == "" {
		return Rehearsal{}, r.Discard()
	}
	ended := r.cover.End()
	r.cover.Release()
	return r.act.settle(ctx, ended)
}
