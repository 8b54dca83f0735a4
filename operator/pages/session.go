package pages

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/pipeline"
	"handrail/tools"
)

// patience is how long an opened page may take until somebody looks at it.
const patience = time.Minute

// A Session is one opened page: a server of its own, and a run of the journal. It ends when nobody shows the page any
// more. It is safe for concurrent use.
type Session struct {
	shelf  *Shelf
	space  *operator.Space
	shows  subject
	title  string
	calls  *operator.Calls
	limit  limiter
	host   string // the server's, with its port
	server *http.Server
	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	done   chan struct{} // closed when all of it has ended
	work   sync.WaitGroup
	out    chan reply    // results on their way to the page
	moved  chan struct{} // holds one: the page may not be what it was

	mu       sync.Mutex
	keys     keys
	opened   bool            // the wrapper was handed out
	heard    bool            // the wrapper listens
	sum      string          // the digest of the document that the frame has
	document context.Context // of its calls
	leave    context.CancelFunc
}

// keys are what the server asks for. Nobody can guess one; the frame knows its own address alone.
type keys struct {
	open  string // of the address that is handed over; it works once
	frame string // of the document in the frame
	call  string // of the wrapper's requests
}

func newKeys() keys { return keys{open: rand.Text(), frame: rand.Text(), call: rand.Text()} }

func keysOf(s *Session) keys {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys
}

// A reply is a line that the wrapper hears.
type reply struct {
	Type  string          `json:"type"` // show, hold, result
	Text  string          `json:"text,omitempty"`
	ID    string          `json:"id,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Error *tools.Error    `json:"error,omitempty"`
}

// Open serves a page of the space, by its id or file, until it is closed, shown no longer, or nobody shows it within a
// minute. It fails if the page is not what the person has trusted.
func (f *Shelf) Open(ctx context.Context, space *operator.Space, name string) (*Session, error) {
	page, data, err := source(ctx, space, name)
	if err != nil {
		return nil, err
	}
	shown := spacePage{space, page.ID}
	if _, err := newDocument(data, shown.script(), "'none'"); err != nil { // better now than in the frame
		return nil, fmt.Errorf("%s: %w", page.File, err)
	}
	return f.start(space, shown, page.Name+" · "+space.Declared().Name, tools.Caller{Kind: tools.CallerPage, Name: page.File})
}

// start serves what a session shows. caller is who makes its calls.
func (f *Shelf) start(space *operator.Space, shown subject, title string, caller tools.Caller) (_ *Session, err error) {
	space.Watch()
	s := &Session{
		shelf: f, space: space, shows: shown, title: title, limit: limiter{now: time.Now},
		keys: newKeys(), done: make(chan struct{}), out: make(chan reply), moved: make(chan struct{}, 1),
	}
	s.ctx, s.cancel = context.WithCancel(f.o.Context())
	s.document, s.leave = context.WithCancel(s.ctx)
	s.calls, err = space.Calls(operator.CallsConfig{
		Origin: journal.FromPage, Caller: caller, Title: tools.Say(tools.RunPage, shown.name()).String(), Cancel: s.cancel,
	})
	if err != nil {
		s.cancel()
		return nil, err
	}
	if err := s.serve(); err != nil {
		s.cancel()
		return nil, errors.Join(err, s.calls.Close())
	}
	f.mu.Lock()
	f.open[s] = true
	closed := f.closed
	f.mu.Unlock()
	go s.end()
	if closed {
		s.Close()
		return nil, errors.New("the page can't be opened while Handrail is being closed")
	}
	return s, nil
}

// serve listens on a port of its own, at loopback.
func (s *Session) serve() error {
	l, err := new(net.ListenConfig).Listen(s.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("the page can't be served on this machine: %w", err)
	}
	s.host = l.Addr().String()
	s.server = &http.Server{
		Handler: http.HandlerFunc(s.handle), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return s.ctx },
	}
	s.work.Go(func() { _ = s.server.Serve(l) }) // it ends with the session
	return nil
}

// end waits for the session's end, and clears away.
func (s *Session) end() {
	unseen := time.AfterFunc(patience, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.heard {
			s.cancel()
		}
	})
	<-s.ctx.Done()
	unseen.Stop()
	s.mu.Lock()          // no call begins from here on
	s.mu.Unlock()        //nolint:staticcheck // SA2001: what held it has ended
	_ = s.server.Close() // requests have been ended by their context
	s.work.Wait()
	if err := s.calls.Close(); err != nil {
		s.shelf.o.News().Notice("warning", "the end of the page %q could not be recorded: %v", s.Page(), err)
	}
	s.shelf.mu.Lock()
	delete(s.shelf.open, s)
	s.shelf.mu.Unlock()
	close(s.done)
}

// Address is where the page is shown: it works once. Whoever has it can show the page, so it goes to no log.
func (s *Session) Address() string { return "http://" + s.host + "/o/" + keysOf(s).open }

// Page is the id of the page, or of what else is shown.
func (s *Session) Page() string { return s.shows.name() }

// Run is the run of the page's calls.
func (s *Session) Run() string { return s.calls.Run() }

// Done is closed when the page is closed and all that it did has ended.
func (s *Session) Done() <-chan struct{} { return s.done }

// Close ends the page's calls, and waits for them.
func (s *Session) Close() {
	s.cancel()
	<-s.done
}

// look has the wrapper told how the page is now.
func (s *Session) look() {
	select {
	case s.moved <- struct{}{}:
	default: // it will be looked at
	}
}

// now is what the wrapper is to show, and whether that is another document than the frame has.
func (s *Session) now() (next reply, other bool) {
	sum, held := s.shows.state()
	if held != "" {
		return reply{Type: "hold", Text: held.say(s.shelf.tongue())}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return reply{Type: "show"}, sum != s.sum
}

// current says why the document in the frame may call nothing: it is not what is trusted at this moment.
func (s *Session) current() *tools.Error {
	s.space.CatchUp()
	sum, held := s.shows.state()
	s.mu.Lock()
	defer s.mu.Unlock()
	if held != "" || sum != s.sum {
		s.look()
		return tools.Errorf(tools.PermissionDenied, "the page is not what is trusted any more, so it can't call tools")
	}
	return nil
}

// A callRequest is one call of the page, as the wrapper hands it on.
type callRequest struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"` // JSON as the page wrote it
}

// call makes a call in the background; its result goes out by itself.
func (s *Session) call(r callRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil { // nothing begins while the end waits for what goes on
		return
	}
	ctx := s.document
	refused := s.limit.enter()
	s.work.Go(func() {
		answer := reply{Type: "result", ID: r.ID, Error: refused}
		if refused == nil {
			answer = s.make(ctx, r)
			s.limit.leave()
		}
		select {
		case s.out <- answer:
		case <-ctx.Done(): // nobody waits for it any more
		}
	})
}

// make makes a call through the space's door.
func (s *Session) make(ctx context.Context, r callRequest) reply {
	answer := reply{Type: "result", ID: r.ID}
	if answer.Error = s.current(); answer.Error != nil {
		return answer
	}
	id := "c_" + pipeline.NewID()
	ctx, done := s.shelf.o.Runs().TrackCall(ctx, s.calls.Run(), id)
	defer done()
	registry := s.space.Registry()
	tool, scope := s.shows.tool(registry, r.Name)
	result, err := s.calls.Make(ctx, operator.CallRequest{ID: id, Tool: tool, Input: json.RawMessage(r.Args), Scope: scope, Output: s.shelf.o.Runs().Live(s.calls.Run(), id)})
	var stop *pipeline.Stop
	if errors.As(err, &stop) { // no more calls may follow
		s.calls.Fail(err)
		s.cancel()
	}
	if answer.Error = result.Error; answer.Error == nil {
		answer.Error = tools.AsError(err)
	}
	if answer.Error == nil {
		answer.Value = s.shows.value(registry, scope, tool, result)
	}
	return answer
}

// renew ends the calls of the document that the frame had.
func (s *Session) renew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leave()
	s.document, s.leave = context.WithCancel(s.ctx)
}

// where says which space the page is of, in its title.
func (s *Session) where() string { return filepath.Base(s.space.Dir()) }
