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
	c    *call
	live tools.Output

	mu     sync.Mutex
	stream string
	held   []byte
	last   time.Time
	total  int
}

func (c *call) output() *output {
	live := c.req.Output
	if live == nil {
		live = tools.Discard{}
	}
	return &output{c: c, live: live, last: time.Now()}
}

// Stdout implements tools.Output.
func (o *output) Stdout() io.Writer { return stream{o, "stdout", o.live.Stdout()} }

// Stderr implements tools.Output.
func (o *output) Stderr() io.Writer { return stream{o, "stderr", o.live.Stderr()} }

// Progress implements tools.Output.
func (o *output) Progress(done, total int64, note string) { o.live.Progress(done, total, note) }

type stream struct {
	o    *output
	name string
	live io.Writer
}

// Write implements io.Writer. It never fails.
func (s stream) Write(p []byte) (int, error) {
	_, _ = s.live.Write(p) // the person's view must not fail the act
	s.o.take(s.name, p)
	return len(p), nil
}

func (o *output) take(name string, p []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.total >= outputTotal || o.c.secret {
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
	}
}

// record writes what is held. A journal that fails here fails again at
// "finished", where it counts.
func (o *output) record() {
	if len(o.held) == 0 {
		return
	}
	e := journal.New(o.c.req.Call.Run, o.c.req.Call.ID, journal.Output, journal.OutputData{Stream: o.stream, Text: string(o.held)})
	o.total += len(o.held)
	o.held = o.held[:0]
	o.last = time.Now()
	_ = o.c.p.c.Journal.Record(context.Background(), e)
}

// close forgets what is still held: "finished" holds the whole.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held = nil
	o.total = outputTotal
}
