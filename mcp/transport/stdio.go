package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/proc"
	"handrail/mcp"
)

// stdioCap is how many bytes of a server's stderr are kept besides its last
// lines: nobody reads them.
const stdioCap = 4 << 10

// openStdio starts a server. ctx bounds the start only: the process lives until
// the link is closed, or Handrail ends. An error is a sentence.
func openStdio(ctx context.Context, c Config) (*Link, error) {
	said := &sayings{}
	life, cancel := context.WithCancel(context.Background())
	talker, err := c.House.Talk(life, ctx, c.Errand, proc.Command{
		Path: c.Server.Command, Args: c.Server.Args, Dir: c.Server.Dir, Env: c.Server.Env,
		Stderr: said, Cap: stdioCap,
	})
	if err != nil {
		cancel()
		return nil, notStarted(c.Server, err)
	}
	s := &stdio{talker: talker, server: c.Server, hurry: c.Hurry, said: said, cancel: cancel, open: newOpenRequests(), asked: &visitors{}}
	s.queue = newQueue(talker.In, cmp.Or(c.Unread, queueLimit), func() {
		said.note("Handrail: the server does not read what it is sent; it was ended")
		talker.Stop()
	})
	read, write := io.Pipe()
	g := &guard{server: c.Server.Name, open: s.open, asked: s.asked, said: said, redact: c.House.Redact, reply: s.queue, to: write}
	s.Stdio = gotransport.NewIO(read, s.queue, io.NopCloser(strings.NewReader("")))
	s.pipe, s.read = write, make(chan struct{})
	go func() {
		defer close(s.read)
		g.run(talker.Out)
	}()
	return &Link{Transport: s, Gone: talker.Gone(), Said: said.all, Strayed: said.strayed.Load, Note: said.note, Ended: s.ended, PID: talker.PID(), Worked: talker.Worked, Close: s.shut}, nil
}

// A stdio is the transport of a server that we have started.
type stdio struct {
	*gotransport.Stdio
	talker *proc.Talker
	server mcp.Server
	hurry  context.Context // may be nil
	said   *sayings
	cancel context.CancelFunc
	open   *openRequests
	asked  *visitors
	queue  *queue
	pipe   *io.PipeWriter // to mcp-go
	read   chan struct{}  // the guard has ended
}

// SendRequest implements transport.Interface.
func (s *stdio) SendRequest(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
	id, ok := request.ID.Value().(int64)
	if !ok {
		return nil, errors.New("a request without a number")
	}
	own, cancel := s.open.add(ctx, id)
	defer cancel(nil)
	defer s.open.finish(id)
	answer, err := s.Stdio.SendRequest(own, request)
	if err != nil && ctx.Err() == nil && own.Err() != nil {
		return nil, context.Cause(own) // the guard has failed it
	}
	if err == nil && request.Method == string(protocol.MethodServerDiscover) && !speaks(answer, askedIn(request)) {
		return notSpoken(request), nil
	}
	return answer, err
}

// SetRequestHandler implements transport.BidirectionalInterface.
func (s *stdio) SetRequestHandler(handler gotransport.RequestHandler) {
	s.Stdio.SetRequestHandler(func(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
		defer s.asked.leave()
		return handler(ctx, request)
	})
}

// shut ends the server and all that belongs to it.
func (s *stdio) shut() {
	_ = s.queue.Close() // its input ends: it is asked to leave
	_ = s.pipe.Close()  // it never fails; open requests end
	if s.hurry != nil {
		defer context.AfterFunc(s.hurry, s.talker.Stop)()
	}
	s.talker.Close()
	<-s.read
	_ = s.Close() // its streams are closed already
	s.cancel()
}

// ended says how the process has ended, in words that follow "the server".
func (s *stdio) ended() string {
	ending := s.talker.Wait()
	how := fmt.Sprintf("ended with exit code %d", ending.ExitCode)
	if ending.Signal != "" {
		how = "was ended by " + ending.Signal
	}
	if ending.Why != nil {
		how += " (" + ending.Why.Error() + ")"
	}
	return how
}

// notStarted says why a server did not start, and what to do.
func notStarted(s mcp.Server, err error) error {
	var start *proc.StartError
	if !errors.As(err, &start) {
		return fmt.Errorf("the server %q was not started: %w", s.Name, err)
	}
	if !errors.Is(start.Kind, proc.ErrNotFound) || strings.ContainsAny(s.Command, `/\`) {
		return fmt.Errorf("the server %q was not started: %w", s.Name, err)
	}
	return fmt.Errorf("the server %q was not started: the program %q was not found on PATH (%s); %s", s.Name, s.Command, proc.Getenv(s.Env, "PATH"), installing(s.Command))
}

// installing says where a program that servers often need comes from.
func installing(program string) string {
	program = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(program), ".exe"), ".cmd")
	var what string
	switch program {
	case "npx", "npm", "node":
		what = "install Node.js, which brings it"
	case "uvx", "uv":
		what = "install uv, which brings it"
	case "python", "python3", "pip", "pipx":
		what = "install Python, which brings it"
	case "docker", "podman":
		what = "install it and start it"
	case "deno", "bun", "bunx":
		what = "install " + strings.TrimSuffix(program, "x") + ", which brings it"
	case "java", "dotnet", "go", "cargo":
		what = "install what it belongs to"
	default:
		what = "install it"
	}
	return what + ", or give its full path as the server's command"
}
