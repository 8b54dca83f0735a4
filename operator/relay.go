package operator

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
	"handrail/spaces"
)

const (
	// socketName is the running app's socket, in the data folder.
	socketName = "mcp.sock"
	// relayTime is how long the running app may take to say that it serves; also
	// how long a program may take to say what it wants.
	relayTime = time.Second
	// helloLimit is how long the first line of either side may be, in bytes.
	helloLimit = 64 << 10
)

// hello is the first line of a program that wants to be served by the running app.
// Its rules, its environment and its --confirm are not in it: they do not count.
type hello struct {
	Handrail string `json:"handrail"` // version: both must be of one
	Space    string `json:"space"`    // the folder
}

// helloAnswer is the app's.
type helloAnswer struct {
	Ready   bool   `json:"ready"`
	Reason  string `json:"reason,omitempty"` // why not, in a sentence
	Version string `json:"version"`
}

// ListenForClients serves the programs that `handrail mcp` was started by, so that
// dialogs, rules and history are the app's (docs/spec/08-mcp.md). It returns at
// once; ctx or Close ends it. Open calls then end as unavailable. Faces hear of
// its error, too.
func (o *Operator) ListenForClients(ctx context.Context) error {
	l, err := local.Listen(filepath.Join(o.c.Dirs.Data, socketName))
	if errors.Is(err, local.ErrUnsupported) {
		return nil // each `handrail mcp` serves by itself (docs/decisions/0424)
	}
	if err != nil {
		err = fmt.Errorf("programs that use Handrail's tools are not served by this window, but each by a Handrail of its own: %w", err)
		o.notice("warning", "%v", err)
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	end := context.AfterFunc(o.ctx, stop)
	context.AfterFunc(ctx, func() { _ = l.Close() }) // Accept returns its error
	o.work.Go(func() {
		defer stop()
		defer end()
		for {
			c, err := l.Accept()
			if err != nil {
				if ctx.Err() == nil {
					o.notice("error", "programs that connect from now on are not served by this window: %v", err)
				}
				return
			}
			o.work.Go(func() { o.serveRelayed(ctx, c) })
		}
	})
	return nil
}

// serveRelayed serves one program until it hangs up or ctx ends.
func (o *Operator) serveRelayed(ctx context.Context, c net.Conn) {
	defer func() { _ = c.Close() }() // it may be closed already
	in := bufio.NewReaderSize(c, helloLimit)
	space, err := o.greet(ctx, c, in)
	answer := helloAnswer{Ready: err == nil, Version: o.c.Version}
	if err != nil {
		answer.Reason = o.redact.Text(err.Error())
	}
	if json.NewEncoder(c).Encode(answer) != nil || err != nil {
		return
	}
	serving := space.Serve(ViaApp)
	defer serving.Close()
	if err := serving.Stdio(ctx, in, c); err != nil && ctx.Err() == nil {
		o.notice("info", "a program that used the tools of %s is gone: %v", space.Declared().Name, err)
	}
}

// greet reads who comes, and opens the space that it wants.
func (o *Operator) greet(ctx context.Context, c net.Conn, in *bufio.Reader) (*Space, error) {
	if err := c.SetReadDeadline(time.Now().Add(relayTime)); err != nil {
		return nil, err
	}
	line, err := in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if err := c.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	var h hello
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("the first line is no greeting: %w", err)
	}
	if h.Handrail != o.c.Version {
		return nil, fmt.Errorf("the running window is Handrail %s and this program is %s: start the window anew", o.c.Version, h.Handrail)
	}
	space, err := o.OpenSpace(ctx, h.Space)
	if err == nil {
		space.watch()
	}
	return space, err
}

// A RelayConfig says what a program wants of the running app.
type RelayConfig struct {
	Dirs    Dirs
	Version string
	Home    string
	Space   string // a folder, absolute; "" is the nearest space upwards from Dir
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
	if c.Space == "" {
		c.Space = c.Dir
		if found, ok := spaces.Find(c.Dir, c.Home); ok {
			c.Space = found
		}
	}
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
	within, cancel := context.WithTimeout(ctx, relayTime)
	defer cancel()
	conn, err := local.Dial(within, filepath.Join(c.Dirs.Data, socketName))
	if err != nil {
		return nil, nil, ErrNoApp
	}
	in := bufio.NewReaderSize(conn, helloLimit)
	answer, err := introduce(conn, in, hello{Handrail: c.Version, Space: c.Space})
	if err == nil && !answer.Ready {
		err = errors.New(answer.Reason)
	}
	if err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return conn, in, nil
}

func introduce(conn net.Conn, in *bufio.Reader, h hello) (a helloAnswer, err error) {
	if err := conn.SetDeadline(time.Now().Add(relayTime)); err != nil {
		return a, err
	}
	if err := json.NewEncoder(conn).Encode(h); err != nil {
		return a, fmt.Errorf("the open window does not answer: %w", err)
	}
	line, err := in.ReadSlice('\n')
	if err != nil {
		return a, fmt.Errorf("the open window did not answer within %s", relayTime)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		return a, fmt.Errorf("the open window answers in a way that this program does not know: %w", err)
	}
	return a, conn.SetDeadline(time.Time{})
}
