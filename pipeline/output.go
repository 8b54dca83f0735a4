package pipeline

import (
	"context"
	"io"
	"sync"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// What of live output goes into the journal: so that a long call can be
// watched, not so that its output is kept ("finished" does that).
const (
	outputPause = 100 * time.Millisecond // at most one event in this time
	outputPiece = 8 << 10                // bytes of one event
	outputTotal = 64 << 10               // bytes of one call
)

// output passes live output on to the person, and tells the journal of it, a
// piece at a time. It never fails the act and never holds it up.
type output struct {
	ledger         *ledger
	opening        *opening
	live           tools.Output
	stdout, stderr io.WriteCloser // take secrets out

	mu     sync.Mutex
	stream string
	held   []byte
	last   time.Time
	total  int
	due    *time.Timer // writes what is held, if nothing more comes: who looks after a kill sees it
}

func newOutput(l *ledger, start *opening, live tools.Output) *output {
	if live == nil {
		live = tools.Discard{}
	}
	o := &output{ledger: l, opening: start, live: live, last: time.Now()}
	o.stdout = l.redact.Stream(stream{o, "stdout", live.Stdout()})
	o.stderr = l.redact.Stream(stream{o, "stderr", live.Stderr()})
	return o
}

// Stdout implements tools.Output.
func (o *output) Stdout() io.Writer { return tolerant{o.stdout} }

// Stderr implements tools.Output.
func (o *output) Stderr() io.Writer { return tolerant{o.stderr} }

// Progress implements tools.Output.
func (o *output) Progress(done, total int64, note string) {
	o.live.Progress(done, total, o.ledger.redact.Text(note))
}

// Log implements tools.Logger.
func (o *output) Log(l tools.LogLine) {
	l.Logger, l.Data = o.ledger.redact.Text(l.Logger), o.ledger.redact.JSON(l.Data)
	tools.Log(o.live, l)
	o.add("stderr", []byte(l.Text()+"\n"))
}

// tolerant is a writer that never fails: what a program prints after its call is
// over is of no account.
type tolerant struct{ w io.Writer }

// Write implements io.Writer.
func (t tolerant) Write(p []byte) (int, error) {
	_, _ = t.w.Write(p)
	return len(p), nil
}

type stream struct {
	o    *output
	name string
	live io.Writer
}

// Write implements io.Writer. It never fails.
func (s stream) Write(p []byte) (int, error) {
	_, _ = s.live.Write(p) // the person's view must not fail the act
	s.o.add(s.name, p)
	return len(p), nil
}

// add takes up a piece of a stream for the journal.
func (o *output) add(name string, p []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.total >= outputTotal || o.ledger.secret {
		return
	}
	if name != o.stream {
		o.record()
		o.stream = name
	}
	if room := outputPiece - len(o.held); len(p) > room {
		p = p[:room]
	}
	o.held = append(o.held, p...)
	if time.Since(o.last) >= outputPause {
		o.record()
	} else if o.due == nil {
		o.due = time.AfterFunc(outputPause, o.lag)
	}
}

// lag writes what was printed a while ago.
func (o *output) lag() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.due = nil
	o.record()
}

// record writes what is held. A journal that fails here fails again at
// "finished", where it counts.
func (o *output) record() {
	if len(o.held) == 0 {
		return
	}
	e := journal.New(o.ledger.run, o.ledger.call, journal.Output, journal.OutputData{Stream: o.stream, Text: string(o.held)})
	o.total += len(o.held)
	o.held = o.held[:0]
	o.last = time.Now()
	_ = o.opening.write() // what it prints comes after it
	_ = o.ledger.journal.Record(context.Background(), e)
}

// close shows the person what was held back, and forgets what of it the journal
// has not got: "finished" holds the whole.
func (o *output) close() {
	_, _ = o.stdout.Close(), o.stderr.Close()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.due != nil {
		o.due.Stop()
	}
	o.held = nil
	o.total = outputTotal
}
