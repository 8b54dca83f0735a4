// Package bridge is what needs a desktop: native dialogs, the Confirmers that
// ask the person before a call runs, and the bridge tools (a file
// picker, notifications, messages). Everything a model wrote is shown
// literally, and every dialog says who asks (docs/spec/09-bridge.md,
// docs/spec/11-guard.md).
package bridge

import (
	"context"
	"errors"
	"time"

	"handrail/bridge/card"
	"handrail/bridge/clipboard"
	"handrail/bridge/opener"
	"handrail/tools/spoken"
)

// A Config says where dialogs appear.
type Config struct {
	// Env is the environment of the person's desktop session, as "NAME=value".
	// The display, the session bus and the language are taken from it; the
	// dialog program is looked for on its PATH.
	Env []string
	// Roots returns the folders that agents may write to. A dialog program in
	// one of them is not trusted. It is called at start and before each dialog,
	// and may be nil.
	Roots func() []string
	// Cards is the program that shows cards (bridge/card): the one with the window. "" is none:
	// then calls ask by the dialogs of the system.
	Cards string
	// Language is what the person reads, asked again each time; nil: English.
	Language func() string
}

// tongue is the language in which the person reads.
func (c Config) tongue() spoken.Tongue {
	if c.Language == nil {
		return spoken.English
	}
	return spoken.Tongue(c.Language())
}

// Dialogs shows native dialogs, one at a time. It is safe for concurrent use.
type Dialogs struct {
	desktop   *desktop
	tongue    func() spoken.Tongue
	opener    *opener.Opener
	clipboard *clipboard.Clipboard
	slot      chan struct{} // holds a token while a dialog stands open
}

// New finds what shows dialogs on this system, once. It does not fail: without
// a desktop, Available says why there are no dialogs.
func New(c Config) *Dialogs {
	if c.Roots == nil {
		c.Roots = func() []string { return nil }
	}
	return &Dialogs{desktop: newDesktop(c), tongue: c.tongue, opener: opener.New(c.Env, c.Roots), clipboard: clipboard.New(c.Env, c.Roots), slot: make(chan struct{}, 1)}
}

// OpenFile opens a file, by its absolute path, with the person's own program for such files.
func (d *Dialogs) OpenFile(ctx context.Context, path string) error { return d.opener.Open(ctx, path) }

// Available is nil if dialogs can be shown, else an *UnavailableError.
func (d *Dialogs) Available() error { return d.desktop.available() }

// asks is nil if calls can ask by dialogs: by cards, or by those of the system.
func (d *Dialogs) asks() error {
	if d.desktop.cards() == nil {
		return nil
	}
	return d.Available()
}

// Notifies is nil if notifications can be shown, else an *UnavailableError.
func (d *Dialogs) Notifies() error { return d.desktop.notifies() }

// Program names what shows the dialogs, for the doctor; it is empty if nothing does.
func (d *Dialogs) Program() string { return d.desktop.name() }

// Reason is why there is no dialog here.
type Reason string

// The reasons.
const (
	NoDisplay   Reason = "no display"                 // nothing to show it on
	NoProgram   Reason = "no dialog program"          // nothing to show it with
	Untrusted   Reason = "dialog program not trusted" // others could answer in the person's place
	Unsupported Reason = "not on this system"
)

// An UnavailableError says why there is no dialog here, and what to do.
type UnavailableError struct {
	Reason Reason
	Text   string // a sentence: what, why, what to do
}

// Error implements error.
func (e *UnavailableError) Error() string { return e.Text }

// What a dialog ended with, if not with a button.
var (
	errClosed = errors.New("the dialog was closed without an answer")
	errLate   = errors.New("nobody answered in time")
)

// style says how a block of a dialog's text looks.
type style int

const (
	plain   style = iota // as the system writes
	heading              // bold
	code                 // monospaced: what a machine reads
)

// A block is a part of a dialog's text: lines of one style. The text is
// literal, and Visible.
type block struct {
	style style
	text  string
}

// A question is a dialog with two buttons, or more. The no button is the default
// one. Labels differ.
type question struct {
	title   string
	blocks  []block
	yes, no string
	more    []string // buttons beside the two; a system may show only the first
	limit   time.Duration
	shown   func()     // called when the clock starts; may be nil
	card    *card.Card // the same as a card, where there are cards; nil: it is none
}

// A choice is a dialog in which one line of a list is picked. Nothing is picked
// beforehand.
type choice struct {
	title   string
	blocks  []block
	lines   []string // Visible, all different
	yes, no string
	limit   time.Duration
}

// An entry is a dialog in which a line is written.
type entry struct {
	title   string
	blocks  []block
	text    string // what stands there to begin with
	hidden  bool   // what is written is shown as dots
	yes, no string
	limit   time.Duration
}

// A notice is a dialog with one button.
type notice struct {
	title  string
	kind   string // info, warning, error
	blocks []block
	limit  time.Duration
}

// A pick is a dialog in which files or folders are chosen, or one file is named.
type pick struct {
	title     string
	start     string // a folder, absolute
	multiple  bool
	directory bool
	save      bool   // a file is named that may not exist; one that does is asked about
	change    bool   // what is chosen may be changed, not only read
	name      string // what the file may be called; with save only
	filters   []filter
	limit     time.Duration
}

// A filter offers only the files whose name matches one of the patterns.
type filter struct {
	name     string
	patterns []string
}

// acquire waits until no other dialog stands open. The caller must call release.
func (d *Dialogs) acquire(ctx context.Context) (release func(), err error) {
	if err := d.Available(); err != nil {
		return nil, err
	}
	return d.place(ctx, nil)
}

// place is acquire for what brings its own means to show itself. When taken is closed first, the
// error is errTaken.
func (d *Dialogs) place(ctx context.Context, taken <-chan struct{}) (release func(), err error) {
	select {
	case d.slot <- struct{}{}:
		return func() { <-d.slot }, nil
	case <-taken:
		return nil, errTaken
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ask shows a question and returns the label of the button that was pressed. Any
// other end than a button is an error: errClosed, errLate, ctx's own, or why it
// could not be shown.
func (d *Dialogs) ask(ctx context.Context, q question) (string, error) {
	release, err := d.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	if q.shown != nil {
		q.shown()
	}
	return d.desktop.ask(ctx, q)
}

// pickOne shows a choice and returns the line that was picked, "" if none was.
func (d *Dialogs) pickOne(ctx context.Context, c choice) (string, error) {
	release, err := d.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	return d.desktop.pickOne(ctx, c)
}

// write shows an entry and returns what was written. ok is false if it was left
// without the yes button.
func (d *Dialogs) write(ctx context.Context, e entry) (text string, ok bool, err error) {
	release, err := d.acquire(ctx)
	if err != nil {
		return "", false, err
	}
	defer release()
	return d.desktop.write(ctx, e)
}

// tell shows a notice until it is read; closing it counts as reading it.
func (d *Dialogs) tell(ctx context.Context, n notice) error {
	release, err := d.acquire(ctx)
	if err != nil {
		return err
	}
	defer release()
	return d.desktop.tell(ctx, n)
}

// choose returns the absolute paths that the person chose, none if cancelled.
func (d *Dialogs) choose(ctx context.Context, p pick) ([]string, error) {
	release, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return d.desktop.choose(ctx, p)
}

// Notify shows a notification in our own words, which may be clicked on. It waits for nobody.
func (d *Dialogs) Notify(ctx context.Context, title, text string, clicked func()) error {
	return d.notify(ctx, title, text, clicked)
}

// notify shows a notification. It is no dialog: it waits for none and for nobody. clicked is called when it is clicked on,
// where the desktop tells; nil: a click does nothing.
func (d *Dialogs) notify(ctx context.Context, title, text string, clicked func()) error {
	if err := d.Notifies(); err != nil {
		return err
	}
	return d.desktop.notify(ctx, title, text, clicked)
}
