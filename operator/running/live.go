package running

import (
	"io"
	"sync"
	"time"

	"handrail/operator/news"
	"handrail/tools"
)

// livePause is how long pieces of output are gathered before faces hear of
// them: at most about ten events a second for each call.
const livePause = 100 * time.Millisecond

// livePiece is the most of one stream that is gathered; more is left out of the
// live view. The result has it all, within its own limits.
const livePiece = 64 << 10

// Live returns an output that tells faces what a running call prints.
func (rs *Runs) Live(run, call string) tools.Output {
	return &liveOutput{news: rs.c.News, run: run, call: call}
}

type liveOutput struct {
	news      *news.Hub
	run, call string

	mu     sync.Mutex
	stream string
	text   []byte // not sent yet
	due    *time.Timer
}

// Stdout implements tools.Output.
func (l *liveOutput) Stdout() io.Writer { return liveStream{l, "stdout"} }

// Stderr implements tools.Output.
func (l *liveOutput) Stderr() io.Writer { return liveStream{l, "stderr"} }

// Progress implements tools.Output.
func (l *liveOutput) Progress(_, _ int64, note string) { l.add("progress", []byte(note+"\n")) }

type liveStream struct {
	l    *liveOutput
	name string
}

// Write implements io.Writer. It never fails and never waits.
func (s liveStream) Write(p []byte) (int, error) {
	s.l.add(s.name, p)
	return len(p), nil
}

func (l *liveOutput) add(stream string, p []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if stream != l.stream {
		l.send()
		l.stream = stream
	}
	if room := livePiece - len(l.text); len(p) > room {
		p = p[:room]
	}
	l.text = append(l.text, p...)
	if l.due == nil {
		l.due = time.AfterFunc(livePause, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.send()
		})
	}
}

// send publishes the text. The caller has locked l.mu.
func (l *liveOutput) send() {
	if l.due != nil {
		l.due.Stop()
		l.due = nil
	}
	if len(l.text) == 0 {
		return
	}
	l.news.Publish(news.Event{Kind: news.OnOutput, Output: &news.Output{Run: l.run, Call: l.call, Stream: l.stream, Text: string(l.text)}})
	l.text = nil
}
