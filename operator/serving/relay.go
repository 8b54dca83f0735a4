package serving

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"time"

	"handrail/internal/local"
	"handrail/mcp/serve"
	"handrail/operator"
	"handrail/operator/running"
	"handrail/operator/settings"
)

const (
	// socketName is the running app's socket, in the data folder.
	socketName = "mcp.sock"
	// relayTime is how long the running app may take to say that it serves; also
	// how long a program may take to say what it wants.
	relayTime = time.Second
	// askTime is how long it may take to answer a question: a job takes 3 s to end.
	askTime = 10 * time.Second
	// helloLimit is how long the first line of either side may be, in bytes.
	helloLimit = 64 << 10
)

// hello is the first line of a program that wants to be served by the running app.
// Its rules, its environment and its --confirm are not in it: they do not count.
type hello struct {
	Handrail string `json:"handrail"`      // version: both must be of one
	Space    string `json:"space"`         // the folder; "": the space that Dir lies in
	Dir      string `json:"dir,omitempty"` // where the program was started
	Ask      string `json:"ask,omitempty"` // it wants an answer, and not to be served
	Job      string `json:"job,omitempty"` // that the question is about
}

// helloAnswer is the app's.
type helloAnswer struct {
	Ready   bool          `json:"ready"`
	Reason  string        `json:"reason,omitempty"` // why not, in a sentence
	Version string        `json:"version"`
	Jobs    []running.Job `json:"jobs,omitempty"` // that were asked for
}

// Listen serves the programs that `handrail mcp` was started by, so that
// dialogs, rules and history are the app's (docs/spec/08-mcp.md). It returns at
// once; ctx or Close ends it. Open calls then end as unavailable. Faces hear of
// its error, too.
func (c *Clients) Listen(ctx context.Context) error {
	l, err := local.Listen(filepath.Join(c.o.Config().Dirs.Data, socketName))
	if errors.Is(err, local.ErrUnsupported) {
		return nil // each `handrail mcp` serves by itself (docs/decisions/0424)
	}
	if err != nil {
		err = fmt.Errorf("programs that use Handrail's tools are not served by this window, but each by a Handrail of its own: %w", err)
		c.o.News().Notice("warning", "%v", err)
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	end := context.AfterFunc(c.o.Context(), stop)
	context.AfterFunc(ctx, func() { _ = l.Close() }) // Accept returns its error
	c.o.Go(func() {
		defer stop()
		defer end()
		for {
			conn, err := l.Accept()
			if err != nil {
				if ctx.Err() == nil {
					c.o.News().Notice("error", "programs that connect from now on are not served by this window: %v", err)
				}
				return
			}
			c.o.Go(func() { c.serveRelayed(ctx, conn) })
		}
	})
	return nil
}

// serveRelayed serves one program until it hangs up or ctx ends.
func (c *Clients) serveRelayed(ctx context.Context, conn net.Conn) {
	defer func() { _ = conn.Close() }() // it may be closed already
	in := bufio.NewReaderSize(conn, helloLimit)
	h, err := c.greet(conn, in)
	answer := helloAnswer{Version: c.o.Config().Version}
	var space *operator.Space
	switch {
	case err != nil:
	case h.Ask != "":
		answer.Jobs, err = c.answerJobs(h)
	default:
		space, err = c.open(ctx, h)
	}
	answer.Ready = err == nil
	if err != nil {
		answer.Reason = c.o.Secrets().Redact(err.Error())
	}
	if json.NewEncoder(conn).Encode(answer) != nil || space == nil {
		return
	}
	service := c.Serve(space, ViaApp)
	defer service.Close()
	if err := service.Stdio(ctx, in, conn); err != nil && ctx.Err() == nil {
		c.o.News().Notice("info", "a program that used the tools of %s is gone: %v", space.Declared().Name, err)
	}
}

// greet reads who comes.
func (c *Clients) greet(conn net.Conn, in *bufio.Reader) (h hello, err error) {
	if err := conn.SetReadDeadline(time.Now().Add(relayTime)); err != nil {
		return h, err
	}
	line, err := in.ReadSlice('\n')
	if err != nil {
		return h, err
	}
	if err := conn.SetReadDeadline(time.Time{}); err != nil {
		return h, err
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return h, fmt.Errorf("the first line is no greeting: %w", err)
	}
	if h.Handrail != c.o.Config().Version {
		return h, fmt.Errorf("the running window is Handrail %s and this program is %s: restart the window", c.o.Config().Version, h.Handrail)
	}
	return h, nil
}

// open opens the space that a program wants.
func (c *Clients) open(ctx context.Context, h hello) (*operator.Space, error) {
	if h.Space == "" {
		h.Space, _ = c.o.FindSpace(h.Dir)
	}
	space, err := c.o.OpenSpace(ctx, h.Space)
	if err == nil {
		space.Watch()
	}
	return space, err
}

// A RelayConfig says what a program wants of the running app.
type RelayConfig struct {
	Dirs    settings.Dirs
	Version string
	Space   string // a folder, absolute; "" is what operator.FindSpace finds from Dir
	Dir     string
	In      io.Reader
	Out     io.Writer
	Served  func() // told when the app serves; may be nil
}

// ErrNoApp means that no app runs on this data folder.
var ErrNoApp = errors.New("no window of Handrail is open")

// Relay lets the running app serve a client, whose streams are In and Out, until
// it hangs up. If the app does not serve it, nothing was read, and the error says
// why: ErrNoApp, or in a sentence. What becomes of it later is no error.
func Relay(ctx context.Context, c RelayConfig) error {
	conn, in, err := dialApp(ctx, c)
	if err != nil {
		return err
	}
	if c.Served != nil {
		c.Served()
	}
	serve.Relay(ctx, serve.RelayEnds{In: c.In, Out: c.Out, Conn: conn, From: in})
	return nil
}

// dialApp finds the running app and waits until it is ready.
func dialApp(ctx context.Context, c RelayConfig) (net.Conn, *bufio.Reader, error) {
	conn, in, err := reachApp(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	answer, err := introduce(conn, in, hello{Handrail: c.Version, Space: c.Space, Dir: c.Dir}, relayTime)
	if err == nil && !answer.Ready {
		err = errors.New(answer.Reason)
	}
	if err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return conn, in, nil
}

// reachApp connects to the running app.
func reachApp(ctx context.Context, c RelayConfig) (net.Conn, *bufio.Reader, error) {
	within, cancel := context.WithTimeout(ctx, relayTime)
	defer cancel()
	conn, err := local.Dial(within, filepath.Join(c.Dirs.Data, socketName))
	if err != nil {
		return nil, nil, ErrNoApp
	}
	return conn, bufio.NewReaderSize(conn, helloLimit), nil
}

// introduce says who comes and what for, and waits for the answer.
func introduce(conn net.Conn, in *bufio.Reader, h hello, wait time.Duration) (a helloAnswer, err error) {
	if err := conn.SetDeadline(time.Now().Add(wait)); err != nil {
		return a, err
	}
	if err := json.NewEncoder(conn).Encode(h); err != nil {
		return a, fmt.Errorf("the open window does not answer: %w", err)
	}
	line, err := in.ReadSlice('\n')
	if err != nil {
		return a, fmt.Errorf("the open window did not answer within %s", wait)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		return a, fmt.Errorf("the open window answers in a way that this program does not know: %w", err)
	}
	return a, conn.SetDeadline(time.Time{})
}
