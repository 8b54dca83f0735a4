package chats

import (
	"io"
	"sync"
	"time"

	"handrail/operator"
	"handrail/operator/news"
)

// Pieces of a reply are gathered: each that faces are told costs a window the drawing of a page, and people
// read no faster.
const (
	gatherFor = 160 * time.Millisecond
	// gatherFast is how long they are gathered of a reply that grows by more than fast: its lines pass by in any case.
	gatherFast = 320 * time.Millisecond
	fast       = 600 // bytes a second: some 120 tokens
)

// deltas gather the pieces of replies that are still growing, and take secrets out of
// them, a stream for each run. The zero value has none.
type deltas struct {
	mu   sync.Mutex
	open map[string]*growing // by run
}

// growing is a reply, or what is thought before one, on its way to faces.
type growing struct {
	all      *deltas
	news     *news.Hub
	of       news.Delta // without its text
	in       io.WriteCloser
	text     []byte        // that nobody was told of yet
	told     time.Time     // when faces were told last
	wait     time.Duration // from then to the next time
	due      bool          // they will be told soon
	finished bool
}

// pass tells faces more of what a run's model says, or thinks.
func (d *deltas) pass(o *operator.Operator, of news.Delta) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.open[of.Run]
	if g != nil && g.of.Thinking != of.Thinking {
		g.finish()
		g = nil
	}
	if g == nil {
		if d.open == nil {
			d.open = map[string]*growing{}
		}
		g = &growing{all: d, news: o.News(), of: news.Delta{Session: of.Session, Run: of.Run, Thinking: of.Thinking}}
		g.in = o.Secrets().Writer(g)
		d.open[of.Run] = g
	}
	_, _ = io.WriteString(g.in, of.Text) // it ends in Write, which does not fail
}

// flush tells what was held back of a run's reply.
func (d *deltas) flush(run string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if g := d.open[run]; g != nil {
		g.finish()
		delete(d.open, run)
	}
}

// restart tells faces that what a run's model has said of this answer counts no more.
func (d *deltas) restart(o *operator.Operator, session, run string) {
	d.flush(run)
	o.News().Publish(news.Event{Kind: news.OnDelta, Delta: &news.Delta{Session: session, Run: run, Again: true}})
}

// Write implements io.Writer for the stream that has taken secrets out. It never fails. all.mu is held.
func (g *growing) Write(p []byte) (int, error) {
	g.text = append(g.text, p...)
	wait := g.wait - time.Since(g.told)
	switch {
	case g.finished || g.due:
	case wait <= 0:
		g.tell()
	default:
		g.due = true
		time.AfterFunc(wait, func() {
			g.all.mu.Lock()
			defer g.all.mu.Unlock()
			g.due = false
			g.tell()
		})
	}
	return len(p), nil
}

// finish tells the rest. all.mu is held.
func (g *growing) finish() {
	g.finished = true
	_ = g.in.Close()
	g.tell()
}

func (g *growing) tell() {
	if len(g.text) == 0 {
		return
	}
	piece := g.of
	piece.Text = string(g.text)
	now := time.Now()
	g.wait = gatherFor
	if float64(len(g.text)) > fast*now.Sub(g.told).Seconds() && !g.told.IsZero() {
		g.wait = gatherFast
	}
	g.text, g.told = nil, now
	g.news.Publish(news.Event{Kind: news.OnDelta, Delta: &piece})
}
