package chats

import (
	"io"
	"sync"

	"handrail/operator"
	"handrail/operator/news"
)

// deltas take secrets out of replies that are still growing, a stream for each
// run. The zero value has none.
type deltas struct {
	mu   sync.Mutex
	open map[string]io.WriteCloser // by run
}

// pass tells faces more of a run's reply.
func (d *deltas) pass(o *operator.Operator, session, run, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, ok := d.open[run]
	if !ok {
		if d.open == nil {
			d.open = map[string]io.WriteCloser{}
		}
		w = o.Secrets().Writer(deltaOf{o, session, run})
		d.open[run] = w
	}
	_, _ = io.WriteString(w, text) // it ends in deltaOf, which does not fail
}

// flush tells what was held back of a run's reply.
func (d *deltas) flush(run string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w, ok := d.open[run]; ok {
		_ = w.Close()
		delete(d.open, run)
	}
}

// deltaOf publishes pieces of a reply.
type deltaOf struct {
	o            *operator.Operator
	session, run string
}

// Write implements io.Writer. It never fails.
func (d deltaOf) Write(p []byte) (int, error) {
	d.o.News().Publish(news.Event{Kind: news.OnDelta, Delta: &news.Delta{Session: d.session, Run: d.run, Text: string(p)}})
	return len(p), nil
}
