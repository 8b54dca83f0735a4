// Package running is what goes on in this process: runs, what their calls print, and
// jobs in the background.
package running

import (
	"context"
	"errors"
	"sync"

	"handrail/journal"
	"handrail/operator/news"
)

// Config is what Runs are given.
type Config struct {
	Context context.Context          // ends when the app closes
	Journal func() Journal           // asked when a run begins: what it has written comes to Announce first
	Redact  func(text string) string // takes secrets out
	News    *news.Hub
	Begins  func() // called before a run begins, or goes on; nil: nothing is
}

// A Journal keeps what has happened.
type Journal interface {
	Begin(ctx context.Context, r journal.Run) error
	Record(ctx context.Context, events ...journal.Event) error
}

// Runs are the runs that go on in this process. They are safe for concurrent use.
type Runs struct {
	c Config

	mu      sync.Mutex
	all     map[string]*run // by id; guarded by mu, with what is in each
	answers []answer        // that apps can show, the oldest first
}

// A run goes on in this process.
type run struct {
	space, session string
	chat           bool
	cancel         context.CancelFunc            // nil: it cannot be cancelled from outside
	calls          map[string]context.CancelFunc // that go on, by id
}

// NewRuns returns the runs of a process: none yet.
func NewRuns(c Config) *Runs { return &Runs{c: c, all: map[string]*run{}} }

// Begin notes a run in the journal, and where its events belong. cancel ends it
// from outside; it may be nil.
func (rs *Runs) Begin(r journal.Run, cancel context.CancelFunc) error {
	rs.begins()
	rs.mu.Lock()
	rs.all[r.ID] = &run{space: r.Space, session: r.Session, chat: r.Origin == journal.FromChat, cancel: cancel}
	rs.mu.Unlock()
	r.Title = rs.c.Redact(r.Title)
	err := rs.c.Journal().Begin(rs.c.Context, r)
	if err != nil {
		rs.Forget(r.ID)
	}
	return err
}

// Resume notes where the events of a run belong that goes on, which resume lets it do.
// cancel ends it from outside.
func (rs *Runs) Resume(r journal.Run, cancel context.CancelFunc, resume func() error) error {
	rs.begins()
	rs.mu.Lock()
	if rs.all[r.ID] != nil {
		rs.mu.Unlock()
		return errors.New("the run goes on already: look at its chat")
	}
	rs.all[r.ID] = &run{space: r.Space, session: r.Session, chat: r.Origin == journal.FromChat, cancel: cancel}
	rs.mu.Unlock()
	err := resume()
	if err != nil {
		rs.Forget(r.ID)
	}
	return err
}

// End notes in the journal that a run has ended, also while the app closes, and
// forgets it.
func (rs *Runs) End(id string, d journal.EndedData) error {
	err := rs.c.Journal().Record(context.WithoutCancel(rs.c.Context), journal.New(id, "", journal.Ended, d))
	rs.Forget(id)
	return err
}

// Forget forgets a run that has ended.
func (rs *Runs) Forget(id string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	delete(rs.all, id)
}

// Here reports whether a run goes on in this process.
func (rs *Runs) Here(id string) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.all[id] != nil
}

// Cancel ends a run that goes on in this process. One that has ended is left alone.
func (rs *Runs) Cancel(id string) error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r := rs.all[id]
	if r != nil && r.cancel == nil {
		return errors.New("this run cannot be cancelled from here")
	}
	if r != nil {
		r.cancel()
	}
	return nil
}

func (rs *Runs) begins() {
	if rs.c.Begins != nil {
		rs.c.Begins()
	}
}

// CancelAll ends all calls that go on in this process, and all runs that can be ended from outside.
func (rs *Runs) CancelAll() (runs, calls int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, r := range rs.all {
		for _, cancel := range r.calls {
			cancel()
			calls++
		}
		if r.cancel != nil {
			r.cancel()
			runs++
		}
	}
	return runs, calls
}

// Going reports whether a run goes on in this process.
func (rs *Runs) Going() bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return len(rs.all) > 0
}

// AtWork is in how many chats agents work in this process, and how many other calls go on: what would be cut short if it ended.
func (rs *Runs) AtWork() (chats, calls int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	sessions := map[string]bool{}
	for _, r := range rs.all {
		if r.chat {
			sessions[r.session] = true
		} else {
			calls += len(r.calls)
		}
	}
	return len(sessions), calls
}

// Busy reports whether a run goes on in a space.
func (rs *Runs) Busy(space string) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, r := range rs.all {
		if r.space == space {
			return true
		}
	}
	return false
}

// CancelCall ends one call that goes on in this process, whoever made it. Its run
// goes on. A call that has ended is left alone.
func (rs *Runs) CancelCall(call string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, r := range rs.all {
		if cancel, ok := r.calls[call]; ok {
			cancel()
		}
	}
}

// TrackCall lets CancelCall end a call of a run. The caller calls done when the call
// has ended.
func (rs *Runs) TrackCall(ctx context.Context, id, call string) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r := rs.all[id]
	if r == nil { // its run is not one of ours
		return ctx, cancel
	}
	if r.calls == nil {
		r.calls = map[string]context.CancelFunc{}
	}
	r.calls[call] = cancel
	return ctx, func() {
		cancel()
		rs.mu.Lock()
		defer rs.mu.Unlock()
		delete(r.calls, call)
	}
}

// Announce tells faces what the journal has written, and where it belongs.
func (rs *Runs) Announce(events []journal.Event) {
	for _, e := range events {
		rs.mu.Lock()
		r := rs.all[e.Run]
		rs.mu.Unlock()
		recorded := &news.Recorded{Event: e}
		if r != nil {
			recorded.Space = r.space
			if r.chat {
				recorded.Session = r.session
			}
		}
		rs.c.News.Publish(news.Event{Kind: news.OnJournal, Journal: recorded})
	}
}
