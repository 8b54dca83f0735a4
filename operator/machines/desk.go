package machines

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// A Box is this machine's own post; old letters go.
type Box interface {
	journal.Post
	DropOld(ctx context.Context, prefix string, before time.Time) error
}

// Secrets are where this machine's keys are.
type Secrets interface {
	Get(name string) (string, error)
	Add(name, value string) error
	Expand(text string) (string, error)
}

// Config is what a Desk is given.
type Config struct {
	Context  context.Context //nolint:containedctx // of the app: what is left open ends with it
	Go       func(work func())
	Settings *settings.File
	Secrets  Secrets
	States   *sqlite.States
	Post     Box
	Record   *sqlite.History                           // of this machine
	Outbox   Outbox                                    // of this machine
	Owner    func(ctx context.Context) (string, error) // names this process among those of this machine
	Alive    func(owner string) bool                   // whether a process of this machine lives
	Redact   func(json.RawMessage) json.RawMessage
	Notice   func(level, format string, args ...any)
	Waits    func(title string)      // tells that a call waits for other machines, as nobody can be asked here
	Space    func(dir string) string // what people call a space
	Patience time.Duration           // how long a question waits for another machine where nobody here can be asked; 0: a day
	Retry    time.Duration           // how long it waits at most before the server is tried again; 0: 5 s
}

// A Desk is where a person's machines ask each other. It does nothing before it is used, and connects to nothing where no
// server is set. It is safe for concurrent use.
type Desk struct {
	*book
	start sync.Once

	// guarded by book.mu
	state State
	put   map[string]bool // letters that a server has
	// renewed counts how often the credentials were changed here.
	renewed int

	attempts *Attempts
}

// A State says how this machine stands with the others.
type State struct {
	Connected bool  // what lay on the server has been fetched, and what was to be sent is there
	Err       error // why not
}

// New returns a desk.
func New(c Config) *Desk {
	if c.Patience == 0 {
		c.Patience = 24 * time.Hour
	}
	if c.Retry == 0 {
		c.Retry = 5 * time.Second
	}
	d := &Desk{book: &book{c: c, wake: make(chan struct{})}, put: map[string]bool{}}
	d.attempts = &Attempts{desk: d}
	return d
}

// On reports whether there are other machines that can be asked.
func (d *Desk) On(ctx context.Context) bool {
	kept, err := d.c.States.States(ctx, peerKind)
	if err != nil || len(kept) == 0 {
		return false
	}
	set, _, err := d.c.Settings.Load()
	return err == nil && set.Machines.URL != "" && set.Machines.Check() == nil
}

// setState notes how the connection stands.
func (d *Desk) setState(s State) {
	d.mu.Lock()
	d.state = s
	d.mu.Unlock()
	d.changed()
}

// now is the state, and what is closed when it changes.
func (d *Desk) now() (State, <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state, d.wake
}

// Connect starts to exchange letters, if that has not begun, and waits until what lay on the server is here and what lay here is
// there. The error says why that is not so when ctx ends or the server cannot be reached.
func (d *Desk) Connect(ctx context.Context) error {
	d.Start()
	for {
		s, changes := d.now()
		if s.Connected {
			return nil
		}
		if s.Err != nil {
			return s.Err
		}
		select {
		case <-changes:
		case <-ctx.Done():
			return errors.New("the server does not answer")
		}
	}
}

// flushLimit is how long a process that ends waits for what it still has to say.
const flushLimit = time.Second

// Flush waits, not long, until the server has what this machine has to say.
func (d *Desk) Flush(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, flushLimit)
	defer stop()
	for {
		s, changes := d.now()
		if !s.Connected {
			return
		}
		letters, err := d.c.Post.Letters(ctx, outBox)
		if err != nil || allPut(d, letters) {
			return
		}
		select {
		case <-changes:
		case <-ctx.Done():
			return
		}
	}
}

// allPut reports whether a server has all these letters.
func allPut(d *Desk, letters []journal.Letter) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range letters {
		if !d.put[l.ID] {
			return false
		}
	}
	return true
}
