package client

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/transport"
	"handrail/tools"
)

// A server that does not get ready says why, and what to do.
func TestServersThatDoNotGetReady(t *testing.T) {
	t.Parallel()
	for kind, says := range map[string][]string{
		"dies":        {`the server "peer" ended with exit code 3 in the handshake`, `Error: Cannot find module 'left-pad'`, "correct its command"},
		"silent":      {"has not answered the handshake in time", "nothing on stderr"},
		"only logs":   {"has not answered the handshake in time", "Server listening on port 3000", "prints on stdout, which belongs to the protocol"},
		"our words":   {"has not answered the handshake in time", "check that its command starts an MCP server"}, // on stderr, where a server may say anything
		"refuses":     {"has refused the handshake", "no license"},
		"odd version": {"has refused the handshake", "1999-01-01"},
		"no list":     {"does not list its tools", "the database is gone"},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := clientOf(t, peerServer(t, kind))
			c.wait = 10 * time.Minute // it is known before
			switch kind {
			case "silent":
				c.wait = time.Second
			case "only logs", "our words":
				c.wait = 10 * time.Second // to start, and to print
			}
			err := c.Connect(t.Context())
			wantError(t, err, tools.Unavailable, says...)
			s := c.Status()
			if s.State != mcp.Failed || s.Reason != err.Error() || s.Tries != 1 || s.PID != 0 {
				t.Errorf("%+v", s)
			}
			if _, ok := c.Listing(); ok {
				t.Error("there is a listing")
			}
		})
	}
}

// A program that is not there is named, with where it was looked for.
func TestServersThatAreNotThere(t *testing.T) {
	t.Parallel()
	for command, says := range map[string][]string{
		"npx":          {`the program "npx" was not found on PATH (/nowhere)`, "install Node.js"},
		"uvx":          {`"uvx"`, "/nowhere", "install uv"},
		"my-server":    {`"my-server"`, "/nowhere", "give its full path"},
		"/no/such/one": {`"/no/such/one" does not exist`},
	} {
		c := clientOf(t, mcp.Server{Name: "peer", Command: command, Env: []string{"PATH=/nowhere"}})
		wantError(t, c.Connect(t.Context()), tools.Unavailable, says...)
		if s := c.Status(); s.State != mcp.Failed {
			t.Errorf("%+v", s)
		}
	}
}

// Servers that are odd, but can be used.
func TestServersThatAreOdd(t *testing.T) {
	t.Parallel()
	for kind, tt := range map[string]struct {
		count  int
		broken []string
		said   []string
	}{
		"logs":             {1, nil, []string{"printed on stdout, which belongs to the protocol: starting up", `{"level":"info"}`, "not UTF-8"}},
		"dies of discover": {1, nil, nil},
		"many tools":       {5000, []string{"tools after the first 5000: a server may have at most 5000"}, nil},
		"heavy tools":      {9, []string{"tools after the first 9: together they are longer than 10 MB"}, nil},
		"circle":           {2, []string{"tools after the first 2: the server goes round in circles", `the tool "one": its name is taken`}, nil},
		"endless":          {1000, []string{"the list has more than 1000 pages"}, nil},
		"names": {4, []string{
			`the tool "good": its name is taken`, `xxx…": its name is 200 characters long`, "the tool number 5: it has no name", `the tool "a b": its name holds a space`,
			"the tool number 9: its definition cannot be read", "the tool number 10: it has no name", `the tool "bare": it does not say what its input is`, `the tool "nothing"`,
		}, nil},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := clientOf(t, peerServer(t, kind))
			c.wait = 10 * time.Minute // a thousand pages take a busy machine long
			open := c.dial
			c.dial = func(ctx context.Context, config transport.Config) (*transport.Link, error) {
				l, err := open(ctx, config)
				if err == nil {
					l.Worked = nil // while we read 12 MB under the race detector, the peer does nothing
				}
				return l, err
			}
			l := c.connected()
			count := len(l.Tools)
			if kind == "circle" {
				count++ // the page came twice, and its tool is taken
			}
			if count != tt.count {
				t.Errorf("%d tools, want %d", count, tt.count)
			}
			for _, want := range tt.broken {
				if !slices.ContainsFunc(l.Omissions(), func(line string) bool { return strings.Contains(line, want) }) {
					t.Errorf("%q is not said in %q", want, l.Omissions())
				}
			}
			said := c.Status().Said
			for _, want := range tt.said {
				if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, want) }) {
					t.Errorf("%q is not said in %q", want, said)
				}
			}
			if a := c.answered("echo", "{}"); textOf(a) != "echo" {
				t.Errorf("%+v", a)
			}
		})
	}
}

// What a server says until it has ended is kept, also where it is stopped.
func TestLastWords(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "goodbye"))
	c.connected()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if said := c.Status().Said; !slices.Contains(said, "goodbye") {
		t.Errorf("it said %q", said)
	}
}

// blaming is a Keeper that knows why a program has ended.
type blaming struct{}

func (b blaming) Enter(context.Context, proc.Errand) (proc.Stay, error) { return b, nil }
func (blaming) Walls() *proc.Walls                                      { return nil }
func (blaming) Leave(proc.Outcome) (string, error) {
	return "", errors.New("the walls did not let it reach example.com; allow it in the server's form")
}

// What the walls know of an end is said, and what the server prints has no secrets.
func TestWhatTheHouseKnows(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "dies"), func(c *Config) {
		c.House = proc.House{Keeper: blaming{}, Filter: func(w io.Writer) io.WriteCloser { return pad{w} }}
	})
	wantError(t, c.Connect(t.Context()), tools.Unavailable, "exit code 3 (the walls did not let it reach example.com; allow it in the server's form) in the handshake", `module '********'`)
	c = clientOf(t, peerServer(t, "logs"), func(c *Config) {
		c.House.Filter = func(w io.Writer) io.WriteCloser { return pad{w} }
	})
	c.connected()
	c.saying("the protocol: starting **")
}

// pad takes secrets out.
type pad struct{ w io.Writer }

func (p pad) Write(b []byte) (int, error) {
	_, err := strings.NewReplacer("left-pad", "********", "up", "**").WriteString(p.w, string(b))
	return len(b), err
}

func (pad) Close() error { return nil }

// One bad server holds up no other, and joining an attempt does not start another.
func TestABadServerHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	bad, good := clientOf(t, peerServer(t, "silent")), clientOf(t, peerServer(t, "good"))
	bad.Start()
	bad.until("connecting", func(s mcp.Status) bool { return s.State == mcp.Connecting })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	wantError(t, bad.Connect(ctx), tools.Timeout, "still being started")
	if a := good.answered("echo", "{}"); textOf(a) != "echo" {
		t.Errorf("%+v", a)
	}
	if s := bad.Status(); s.State != mcp.Connecting {
		t.Errorf("the attempt ended with the one who waited: %+v", s)
	}
	began := time.Now()
	if err := bad.Close(); err != nil || time.Since(began) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	wantError(t, bad.Connect(t.Context()), tools.Unavailable, "closed")
	bad.Restart()
	if s := bad.Status(); s.State != mcp.Stopped {
		t.Errorf("%+v", s)
	}
}

// A server that ignores SIGTERM and the end of its input is ended all the same.
func TestAServerThatHoldsOn(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "holds on"))
	c.connected()
	pid := c.Status().PID
	began := time.Now()
	c.Stop()
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if s := c.Status(); s.State != mcp.Stopped || s.PID != 0 {
		t.Errorf("%+v", s)
	}
	if lives(pid) {
		t.Error("it lives on")
	}
	_, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo"}, nil)
	wantError(t, err, tools.Unavailable, "was stopped by the person")
	c.Restart()
	c.until("ready again", func(s mcp.Status) bool { return s.State == mcp.Ready && s.PID != pid })
	c.answered("echo", "{}")
}

// A container is not told to have a wrong command: what starts it is out of reach.
func TestContainersCannotWorkBehindWalls(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"docker": "docker cannot work behind Handrail's walls", "/usr/bin/podman": "podman cannot work", "Docker.exe": "docker cannot work",
		"node": "correct its command", "docker-mcp": "correct its command",
	} {
		if got := startHint(command, nil); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", command, got)
		}
	}
	if got := startHint("npx", []string{"npm error code E404", "npm error 404 Not Found - GET https://r.example.com/nope"}); !strings.Contains(got, "no package of that name") {
		t.Error(got)
	}
	server := peerServer(t, "dies")
	err := clientOf(t, server).Connect(t.Context())
	wantError(t, err, tools.Unavailable, startHint(server.Command, nil))
}
