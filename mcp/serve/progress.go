package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/quote"
	"handrail/tools"
)

const (
	// progressPause is how long apart a client hears of a call's progress, but for the first
	// progressAtOnce steps, which may come with no pause.
	progressPause  = 250 * time.Millisecond
	progressAtOnce = 10
	// waitPause is how often it hears that the person is still being asked.
	waitPause = 5 * time.Second
	// progressShown is how many bytes of a line are told.
	progressShown = 200
)

// A report is how a client hears of its request while that goes on.
type report struct {
	*progress
	log func(l tools.LogLine) // nil: it hears no log
}

// newLog tells a client what a server logs, at the level that the client has set or this request names
// (from 2026-07-28 on), or from info on where it has said nothing.
func (s *Service) newLog(ctx context.Context, st *stream) func(l tools.LogLine) {
	least := protocol.LoggingLevel("")
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		least = info.LogLevel
	} else if c, ok := server.ClientSessionFromContext(ctx).(server.SessionWithLogging); ok {
		least = c.GetLogLevel()
	}
	return func(l tools.LogLine) {
		level := protocol.LoggingLevel(l.Level)
		if !level.ShouldSendTo(protocol.LoggingLevelDebug) {
			level = protocol.LoggingLevelInfo // it is none that the protocol has
		}
		if least == "" || !level.ShouldSendTo(least) {
			return
		}
		params := map[string]any{"level": level, "data": l.Data}
		if raw, err := json.Marshal(l.Data); err == nil {
			params["data"], _ = seenAll(raw)
		}
		if l.Logger != "" {
			params["logger"] = quote.Visible(l.Logger)
		}
		s.tell(ctx, st, string(protocol.MethodNotificationMessage), params)
	}
}

// A progress tells a client how far its request is, if it has asked for that. The
// nil progress tells nobody. It is safe for concurrent use.
type progress struct {
	tell  func(params map[string]any)
	token protocol.ProgressToken

	mu    sync.Mutex
	at    float64   // what was told last; it only grows
	free  time.Time // when all that was told will have had its pause
	later *step     // what waits for its pause; the next one takes its place
	over  bool
	line  []byte // what a program has printed of its last line
}

// A step is how far a request is.
type step struct {
	to, total float64
	text      string
}

// newProgress is nil if the client does not want to hear of it.
func (s *Service) newProgress(ctx context.Context, m *protocol.Meta, st *stream) *progress {
	if m == nil || m.ProgressToken == nil {
		return nil
	}
	tell := func(params map[string]any) { s.tell(ctx, st, string(protocol.MethodNotificationProgress), params) }
	return &progress{tell: tell, token: m.ProgressToken, at: -1}
}

// tell tells a client something of its request, before the answer.
func (s *Service) tell(ctx context.Context, st *stream, method string, params map[string]any) {
	if own, ok := server.ClientSessionFromContext(ctx).(*session); ok {
		own.connection.notify(method, params)
		return
	}
	if !st.event(method, params) {
		_ = s.mcp.SendNotificationToClient(ctx, method, params) // at another stream, if it listens at one
	}
}

// say tells a step. force also tells it where the last one was just before.
func (p *progress) say(to, total float64, text string, force bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sayLocked(step{to, total, text}, force)
}

func (p *progress) sayLocked(s step, force bool) {
	now := time.Now()
	switch {
	case p.over:
	case !force && p.free.Sub(now) > (progressAtOnce-1)*progressPause:
		if p.later == nil {
			time.AfterFunc(progressPause, p.catchUp)
		}
		p.later = &s
	default:
		if p.free.Before(now) {
			p.free = now
		}
		p.free = p.free.Add(progressPause)
		p.later = nil
		p.tellLocked(s)
	}
}

// tellLocked tells a step now.
func (p *progress) tellLocked(s step) {
	if s.to <= p.at { // it has to grow
		s.to = p.at + 0.001
	}
	p.at = s.to
	params := map[string]any{"progressToken": p.token, "progress": s.to}
	if s.total > 0 {
		params["total"] = max(s.total, s.to)
	}
	if text := strings.TrimSpace(quote.Visible(s.text)); text != "" {
		params["message"] = text
	}
	p.tell(params)
}

// catchUp tells the step that waited for its pause.
func (p *progress) catchUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.later != nil && !p.over {
		later := *p.later
		p.later = nil
		p.free = p.free.Add(progressPause)
		p.tellLocked(later)
	}
}

// end tells the last step, if it still waits, and nothing after it: what it is of has an answer.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.catchUp()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}

// reached tells how far a tool says that it is.
func (p *progress) reached(done, total int64, note string) {
	p.say(float64(done), float64(total), note, total > 0 && done >= total)
}

// printed tells the last whole line that a program has printed.
func (p *progress) printed(b []byte) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	whole := bytes.LastIndexByte(b, '\n')
	if whole < 0 {
		p.line = append(p.line, b[:min(len(b), max(0, progressShown-len(p.line)))]...)
		return
	}
	line := b[:whole]
	if i := bytes.LastIndexByte(line, '\n'); i >= 0 {
		line = line[i+1:]
	} else {
		line = append(p.line, line...)
	}
	text := string(line[:min(len(line), progressShown)])
	p.line = append([]byte(nil), b[whole+1:min(len(b), whole+1+progressShown)]...)
	p.sayLocked(step{text: text}, false)
}

// waits tells every 5 s that the person is being asked, until over is called.
func (o *openCall) waits() (over func()) {
	ctx, over := context.WithCancel(context.Background())
	began := time.Now()
	go func() {
		tick := time.NewTicker(waitPause)
		defer tick.Stop()
		o.current().say(0, 0, "waiting for the person to answer", true)
		for {
			select {
			case <-tick.C:
				o.current().say(0, 0, fmt.Sprintf("waiting for the person to answer, for %d s now", int(time.Since(began).Round(time.Second).Seconds())), true)
			case <-ctx.Done():
				return
			}
		}
	}()
	return over
}
