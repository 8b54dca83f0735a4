package serve

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"unicode"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/tools"
)

const (
	// runningLimit is how many calls of a client run at once; more wait for their
	// turn. Calls that wait for the person do not count.
	runningLimit = 64
	// waitingLimit is how many calls of a client may wait for the person
	// (docs/spec/08-mcp.md).
	waitingLimit = 20
	// nameShown is how many characters of a client's own name are shown.
	nameShown = 80
)

// A room is what one client may take up, over all of its connections.
type room struct {
	turns chan struct{} // a token for each call that runs

	mu      sync.Mutex
	waiting int // for the person
}

func newRoom() *room { return &room{turns: make(chan struct{}, runningLimit)} }

// claim waits for a turn.
func (r *room) claim(ctx context.Context) error {
	select {
	case r.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release gives the turn to the next.
func (r *room) release() { <-r.turns }

// wait lets the call step aside while the person is asked. resume claims a turn
// again, unless the call has ended meanwhile.
func (r *room) wait(ctx context.Context) (resume func() (holds bool), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting >= waitingLimit {
		return nil, tools.Errorf(tools.Unavailable, "%d calls of this program wait for the person already, and no more may: wait until they are answered", waitingLimit)
	}
	r.waiting++
	r.release()
	return func() bool {
		r.mu.Lock()
		r.waiting--
		r.mu.Unlock()
		return r.claim(ctx) == nil
	}, nil
}

// A line is a client that is served: its Line, and what it may take up.
type line struct {
	Line
	room *room
	ctx  context.Context // ends when the client leaves
	end  context.CancelFunc

	mu   sync.Mutex
	asks map[string]*ask // that the client is to come back to, by what it sends then
}

// newLine lets a client in.
func (s *Service) newLine(p Peer, r *room) *line {
	ctx, end := context.WithCancel(context.Background())
	return &line{Line: s.c.Door.Join(p), room: r, ctx: ctx, end: end, asks: map[string]*ask{}}
}

// close ends the calls of a client that has left.
func (l *line) close() {
	l.end()
	l.Close()
}

// peerOf is a client by what it says of itself.
func peerOf(i protocol.Implementation, token string) Peer {
	name := shownName(i.Name)
	if name == "" {
		name = "a program without a name"
	}
	return Peer{Name: name, Version: shownName(i.Version), Token: token}
}

// shownName is a client's own word for itself: one line, not too long, and nothing
// in it that cannot be seen.
func shownName(name string) string {
	name = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(name, "�"), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }), " ")
	if runes := []rune(name); len(runes) > nameShown {
		name = string(runes[:nameShown-1]) + "…"
	}
	return name
}

var errGone = errors.New("this session is over: connect again")

// lineOf is the line of the client whose request it is. Over HTTP a client has
// one for each session, or for its token where the revision knows no sessions.
func (s *Service) lineOf(ctx context.Context, h http.Header) (*line, error) {
	c := server.ClientSessionFromContext(ctx)
	if own, ok := c.(*session); ok {
		return own.connection.line(), nil
	}
	token := tokenFrom(h)
	key, info := "token "+token, protocol.Implementation{Name: token}
	if p := server.RequestProtocolInfoFromContext(ctx); p != nil && p.Modern {
		if p.ClientInfo != nil {
			info = *p.ClientInfo
		}
	} else if c != nil {
		key = c.SessionID()
	}
	return s.lineAt(key, peerOf(info, token), key != "token "+token)
}

// lineAt finds the line of a key, or makes one where there needs to be none yet.
func (s *Service) lineAt(key string, p Peer, mustBe bool) (*line, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.lines[key]
	switch {
	case s.closed, !ok && mustBe:
		return nil, errGone
	case ok:
		return l, nil
	}
	if s.rooms[p.Token] == nil {
		s.rooms[p.Token] = newRoom()
	}
	l = s.newLine(p, s.rooms[p.Token])
	s.lines[key] = l
	return l, nil
}

// noteClient notes a client that has introduced itself.
func (s *Service) noteClient(ctx context.Context, r *protocol.InitializeRequest) {
	c := server.ClientSessionFromContext(ctx)
	if own, ok := c.(*session); ok {
		own.connection.line()
		return
	}
	if c != nil {
		_, _ = s.lineAt(c.SessionID(), peerOf(r.Params.ClientInfo, tokenFrom(r.Header)), false) // closed: its next request says so
	}
}

// leave forgets a client over HTTP.
func (s *Service) leave(key string) {
	s.mu.Lock()
	l := s.lines[key]
	delete(s.lines, key)
	s.mu.Unlock()
	s.watches.unwatch(key, "")
	if l != nil {
		l.close()
	}
}

// Close ends every client's calls. Requests that come later are refused.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	all := s.lines
	s.lines = map[string]*line{}
	s.mu.Unlock()
	for _, l := range all {
		l.close()
	}
}
