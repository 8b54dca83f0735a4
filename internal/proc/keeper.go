package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// An Errand says for which call a program is started.
type Errand struct {
	Call    string   // the call's id in the journal
	Run     string   // the journal's run that it belongs to
	Kind    string   // what sort of caller it is, as tools.CallerKind has it
	Caller  string   // what the caller is called
	Token   string   // the name of the token that it came with, as tools.Caller has it
	Tool    string   // the tool's name
	Session string   // whose call it is
	Space   string   // the space's folder, real and absolute
	Network []string // what the tool's author says of the network: "off", "on", hosts; nil: nothing
	// Changes says that the program may change files where its space is read-only: the
	// tool's author says that it has a side effect, and somebody has allowed it there.
	Changes bool
	// Private is not empty if the program is told something that other programs of
	// the space must not read from it. Those with the same word share a room.
	Private string

	// Rehearsal is not empty if the program runs on the layer of that name, and changes
	// nothing of the space.
	Rehearsal string

	// Hook is not empty if the program is a hook of that name: it reads the space and
	// the paths of Read, changes what lies in its own folder and at the paths of Write, and
	// reaches what Network says, else nothing.
	Hook string
	// Unwalled says that the person has trusted the program to run outside all walls.
	Unwalled bool

	// Server is not empty if the program is an MCP server of that name, and no call:
	// it reaches what Network says and nothing else, and may touch these beside what
	// programs of the space can. Paths are absolute and real.
	Server      string
	Trial       bool   // it is started to try it, beside one that may run
	Data        string // its own folder, which its rooms share
	Read, Write []string
}

// SharedTemp is what a server names among the folders that it writes if it wants the temporary folder
// of its space, and of its other servers that want it, instead of one of its own.
const SharedTemp = "/tmp"

// A Keeper decides what walls stand around each program. It is safe for
// concurrent use and owns the walls.
type Keeper interface {
	// Enter is asked right before a program starts. An error keeps the program
	// from starting and is handed on as it is.
	Enter(ctx context.Context, e Errand) (Stay, error)
}

// A Stay is the place of one program behind the walls of a Keeper, from right
// before it starts until it has ended.
type Stay interface {
	// Walls stand around the program; nil hold nothing.
	Walls() *Walls
	// Leave is told once, when the program has ended; of one that could not be
	// started the exit code is -1. If something that the walls refused explains a
	// bad end, why says so in a sentence with what to do. note is what the caller has
	// to know besides, also of a good end: something that it did and that does not
	// count outside, as a sentence; "" if nothing.
	Leave(o Outcome) (note string, why error)
}

// A Shelf keeps the whole output of programs, for when an Outcome holds only
// its ends.
type Shelf interface {
	// Create makes a place for the output of one program, started for this errand,
	// and names it. The caller closes it.
	Create(e Errand) (id string, w io.WriteCloser, err error)
}

// A House is what the programs of a space run in. The zero House has no walls
// and keeps no whole output.
type House struct {
	Keeper Keeper // may be nil
	Shelf  Shelf  // may be nil
	// Filter is what all output of the programs goes through: see Command. It may
	// be nil.
	Filter func(io.Writer) io.WriteCloser
}

// An Ending is how a program ended in a House.
type Ending struct {
	Outcome
	// Sandbox is what was enforced, in words; "" without a Keeper.
	Sandbox string
	// Output names the whole output on the Shelf; "" if it was so short that
	// nothing was put there.
	Output string
	// Why explains a bad end where more is known than the exit code: what the
	// walls refused, or a *LimitError. It is nil after a time-out or a cancel.
	Why error
	// Note is what the caller has to know besides (Stay.Leave).
	Note string
}

// ShelfAfter is how many bytes a program of Run may print before its output is
// put on the Shelf: about what a model is shown of one result
// (docs/spec/15-results.md). What prints less leaves nothing on the disk.
const ShelfAfter = 60_000

// Redact takes the secrets out of a text, as Filter does of all that programs print.
func (h House) Redact(text string) string {
	if h.Filter == nil {
		return text
	}
	var b strings.Builder
	w := h.Filter(&b)
	_, _ = io.WriteString(w, text) // a Builder does not fail
	_ = w.Close()
	return b.String()
}

// Run is proc.Run within the House. The error is a *StartError or the Keeper's.
// c.Walls, c.Whole and c.Filter are replaced.
func (h House) Run(ctx context.Context, e Errand, c Command) (Ending, error) {
	whole := &lateShelf{shelf: h.Shelf, errand: e}
	defer whole.close()
	if h.Shelf != nil {
		c.Whole = whole
	}
	stay, ending, err := h.enter(ctx, e, &c)
	if err != nil {
		return ending, err
	}
	ending.Outcome, err = Run(ctx, c)
	ending.explain(stay)
	ending.Output = whole.close()
	return ending, err
}

// errRehearsed is why no program outlives the call of a rehearsal: its layer is read when the
// call ends.
var errRehearsed = errors.New("a program that goes on in the background is not started in a rehearsal")

// A Guest is a program that was started in a House and is not waited for.
type Guest struct {
	*Running
	Sandbox string // as in Ending

	done   chan struct{}
	ending Ending
}

// Start is proc.Start within the House: ctx ends the program, asking is the
// context of the call that wants it. c.Walls and c.Filter are replaced; c.Whole is the
// caller's, who closes it after Gone.
func (h House) Start(ctx, asking context.Context, e Errand, c Command) (*Guest, error) {
	if e.Rehearsal != "" {
		return nil, errRehearsed
	}
	stay, ending, err := h.enter(asking, e, &c)
	if err != nil {
		return nil, err
	}
	running, err := Start(ctx, c)
	if err != nil {
		ending.explain(stay)
		return nil, err
	}
	g := &Guest{Running: running, Sandbox: ending.Sandbox, done: make(chan struct{}), ending: ending}
	go func() {
		g.ending.Outcome = running.Outcome()
		g.ending.explain(stay)
		close(g.done)
	}()
	return g, nil
}

// Gone is closed when the program has ended and all is known about it.
func (g *Guest) Gone() <-chan struct{} { return g.done }

// Wait returns how the program ended, once it has.
func (g *Guest) Wait() Ending {
	<-g.done
	return g.ending
}

// enter finds a place for a program. The Stay is nil without a Keeper.
func (h House) enter(ctx context.Context, e Errand, c *Command) (Stay, Ending, error) {
	ending := Ending{Outcome: Outcome{ExitCode: -1}}
	c.Filter = h.Filter
	if h.Keeper == nil {
		return nil, ending, nil
	}
	stay, err := h.Keeper.Enter(ctx, e)
	if err != nil {
		return nil, ending, err
	}
	c.Walls = stay.Walls()
	ending.Sandbox = c.Walls.Report().Summary()
	return stay, ending, nil
}

// explain ends the stay and says why a bad end came about.
func (e *Ending) explain(stay Stay) {
	var walls *Walls
	var why error
	if stay != nil {
		walls = stay.Walls()
		e.Note, why = stay.Leave(e.Outcome)
	}
	switch {
	case e.TimedOut, e.Cancelled, e.ExitCode == 0 && e.Limit == "":
	case e.Limit != "":
		e.Why = limitError(e.Limit, walls)
	default:
		e.Why = why
	}
}

// A LimitError says what a program used too much of, and what to do about it.
type LimitError struct {
	Limit string // as in Outcome
	text  string
}

// Error implements error.
func (e *LimitError) Error() string { return e.text }

func limitError(limit string, walls *Walls) *LimitError {
	var l sandbox.Limits
	if walls != nil {
		l = walls.profile.Limits.Filled()
	}
	text := fmt.Sprintf("it was stopped because it used more than its share of %s", limit)
	switch limit {
	case room.LimitMemory:
		text += fmt.Sprintf(" (%d MiB for all programs of one call); do less at once, or ask the person to raise memory_mb under limits in the settings", l.Memory>>20)
	case room.LimitProcesses:
		text += fmt.Sprintf(" (%d for one call); start fewer at once, or ask the person to raise processes under limits in the settings", l.Processes)
	case room.LimitDisk:
		text += fmt.Sprintf(" (%d MiB must stay free); write less, or free some space first", l.Reserve>>20)
	case room.LimitFiles:
		text += fmt.Sprintf(" (there must be room for %d more on the disk); make fewer, or remove some first", l.Inodes)
	default:
		text += "; do less at once"
	}
	return &LimitError{Limit: limit, text: text}
}

// StartCode is the error code (docs/spec/01-command-line.md) for a program that
// was not started; "" if err is no *StartError.
func StartCode(err error) string {
	var e *StartError
	if !errors.As(err, &e) {
		return ""
	}
	switch {
	case errors.Is(e.Kind, ErrNoFolder):
		return "file_not_found"
	case errors.Is(e.Kind, ErrSwapped):
		return "permission_denied"
	case errors.Is(e.Kind, ErrNotFound), errors.Is(e.Kind, ErrNotExecutable):
		return "unavailable"
	case errors.Is(e.Kind, ErrNUL), errors.Is(e.Kind, ErrTooLong):
		return "invalid_args"
	}
	return "execution_failed"
}

// A lateShelf holds the first bytes in memory and takes a place on the shelf
// only when there are more.
type lateShelf struct {
	shelf  Shelf
	errand Errand

	mu   sync.Mutex
	held bytes.Buffer
	id   string
	file io.WriteCloser
	over bool
}

// Write implements io.Writer. It fails where nothing more can be kept.
func (l *lateShelf) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return 0, io.ErrClosedPipe
	}
	if l.file != nil {
		return l.file.Write(p)
	}
	l.held.Write(p)
	if l.held.Len() <= ShelfAfter {
		return len(p), nil
	}
	id, file, err := l.shelf.Create(l.errand)
	if err != nil {
		l.over = true
		return 0, err
	}
	l.id, l.file = id, file
	if _, err := file.Write(l.held.Bytes()); err != nil {
		return 0, err
	}
	l.held = bytes.Buffer{}
	return len(p), nil
}

// close ends the writing and names what was kept; "" if nothing was.
func (l *lateShelf) close() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	if l.file != nil {
		if err := l.file.Close(); err != nil {
			l.id = "" // what is there may not be whole
		}
		l.file = nil
	}
	return l.id
}
