package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	gotransport "github.com/mark3labs/mcp-go/client/transport"

	"handrail/mcp"
	"handrail/mcp/transport"
	"handrail/tools"
)

// A memoryServer is dialled without a process, so that time can be that of a test.
type memoryServer struct {
	mu     sync.Mutex
	began  time.Time
	dialed []time.Duration // when it was
	fail   error           // of a dial
	silent bool            // it answers nothing
	kill   func()          // ends the one that runs

	worked func() (time.Duration, bool)

	own func(r request1, print func(string)) bool // answers in its place; false: it does not
}

// dial implements dial.
func (m *memoryServer) dial(context.Context, transport.Config) (*transport.Link, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dialed = append(m.dialed, time.Since(m.began))
	if m.fail != nil {
		return nil, m.fail
	}
	fromUs, toServer := io.Pipe()
	fromServer, toUs := io.Pipe()
	gone := make(chan struct{})
	var once sync.Once
	kill := func() {
		once.Do(func() {
			close(gone)
			_ = toUs.Close()   // pipes in memory
			_ = fromUs.Close() // close without fail
		})
	}
	m.kill = kill
	go m.serve(fromUs, toUs)
	return &transport.Link{Transport: gotransport.NewIO(fromServer, toServer, io.NopCloser(strings.NewReader(""))), Gone: gone, Ended: func() string { return "ended with exit code 9" }, Worked: m.worked, Close: kill}, nil
}

func (m *memoryServer) serve(in io.Reader, out io.Writer) {
	var buf bytes.Buffer
	b := &badServer{kind: "memory", out: bufio.NewWriter(&buf)}
	if m.silent {
		b.kind = "silent"
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var r request1
		if json.Unmarshal(lines.Bytes(), &r) == nil && len(r.ID) > 0 {
			if m.own != nil && m.own(r, func(text string) { _, _ = io.WriteString(out, text) }) {
				continue
			}
			b.handle(r)
			_, _ = out.Write(buf.Bytes()) // it was ended
			buf.Reset()
		}
	}
}

func (m *memoryServer) end() {
	m.mu.Lock()
	kill := m.kill
	m.mu.Unlock()
	kill()
}

func (m *memoryServer) dials() []time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]time.Duration(nil), m.dialed...)
}

// inMemory runs a test of a client in a time of its own.
func inMemory(t *testing.T, f func(t *testing.T, m *memoryServer, c *Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := &memoryServer{began: time.Now()}
		c := New(Config{Server: mcp.Server{Name: "m", Command: "m"}})
		c.dial = m.dial
		defer func() { // also where f has ended the test: what is left would keep it
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(t, m, c)
	})
}

func secondsOf(all ...float64) []time.Duration {
	var out []time.Duration
	for _, s := range all {
		out = append(out, time.Duration(s*float64(time.Second)))
	}
	return out
}

// A server that keeps dying is started again after 1, 2, 4 and 8 s, and then left
// alone until somebody calls.
func TestBackOff(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		if err := c.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			m.end()
			synctest.Wait()
			s := c.Status()
			if i < 4 && (s.State != mcp.Waiting || !s.Next.Equal(time.Now().Add(pauseAfter(i+1)))) || s.Tries != i+1 || !strings.Contains(s.Reason, "exit code 9 by itself") {
				t.Errorf("after %d ends: %+v", i+1, s)
			}
			if i < 4 {
				time.Sleep(pauseAfter(i + 1))
				synctest.Wait()
			}
		}
		if s := c.Status(); s.State != mcp.Failed {
			t.Errorf("%+v", s)
		}
		time.Sleep(time.Hour)
		if diff := cmp.Diff(secondsOf(0, 1, 3, 7, 15), m.dials()); diff != "" {
			t.Error(diff)
		}
		if _, ok := c.Listing(); !ok {
			t.Error("what it had is forgotten")
		}
		if a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo"}, nil); err != nil || textOf(a) != "echo" {
			t.Errorf("%+v, %v", a, err)
		}
		if n := len(m.dials()); n != 6 {
			t.Errorf("it was started %d times", n)
		}
	})
}

// A minute of health makes up for the failures before.
func TestHealthIsRemembered(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		for range 20 {
			if err := c.Connect(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if s := c.Status(); s.Tries != 0 {
				t.Errorf("%+v", s)
			}
			m.end()
			synctest.Wait()
			if s := c.Status(); s.State != mcp.Waiting || s.Tries != 1 {
				t.Fatalf("%+v", s)
			}
			time.Sleep(time.Second)
			synctest.Wait()
		}
		if n := len(m.dials()); n != 21 {
			t.Errorf("it was started %d times", n)
		}
	})
}

// A server that has never been ready is not tried again unasked, and at most once a
// second when many ask.
func TestOnlyWhoAsksTriesAgain(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		m.fail = errors.New("no such thing")
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "no such thing")
		time.Sleep(time.Hour)
		if s := c.Status(); s.State != mcp.Failed || len(m.dials()) != 1 {
			t.Errorf("%+v, %v", s, m.dials())
		}
		for range 10 {
			wantError(t, c.Connect(t.Context()), tools.Unavailable)
		}
		if diff := cmp.Diff(secondsOf(0, 3600, 3601, 3602, 3603, 3604, 3605, 3606, 3607, 3608, 3609), m.dials()); diff != "" {
			t.Error(diff)
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { wantError(t, c.Connect(t.Context()), tools.Unavailable) })
		}
		all.Wait()
		if n := len(m.dials()); n != 12 {
			t.Errorf("100 who asked at once made it %d starts", n-11)
		}
	})
}

// Who calls while a server is waited for does not wait for its pause.
func TestACallCutsThePauseShort(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		if err := c.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			m.end()
			synctest.Wait()
			time.Sleep(500 * time.Millisecond)
			if err := c.Connect(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if diff := cmp.Diff(secondsOf(0, 1, 2, 3), m.dials()); diff != "" {
			t.Error(diff)
		}
	})
}

// Stop and Restart are heeded at any time.
func TestStopAndRestart(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		c.Stop()
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "stopped by the person")
		c.Restart()
		synctest.Wait()
		if s := c.Status(); s.State != mcp.Ready {
			t.Fatalf("%+v", s)
		}
		m.end()
		synctest.Wait()
		c.Stop()
		time.Sleep(time.Hour)
		if s := c.Status(); s.State != mcp.Stopped || len(m.dials()) != 1 {
			t.Errorf("%+v", s)
		}
		for range 10 {
			c.Restart()
		}
		if err := c.Connect(t.Context()); err != nil {
			t.Error(err)
		}
		// Whoever calls while it restarts waits for it.
		for range 10 {
			go c.Restart()
			go c.Stop()
			go c.Start()
		}
		synctest.Wait()
		c.Restart()
		if a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo"}, nil); err != nil || textOf(a) != "echo" {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

// A call under way ends when the person stops the server.
func TestStopEndsCalls(t *testing.T) {
	inMemory(t, func(t *testing.T, _ *memoryServer, c *Client) {
		if err := c.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() {
			_, err := c.Call(t.Context(), mcp.CallRequest{Tool: "never"}, nil)
			ended <- err
		}()
		synctest.Wait()
		c.Stop()
		wantError(t, <-ended, tools.Unavailable, "was ended while")
	})
}

// A call's clock begins anew with progress, ten times over, and stands still while
// the person reads.
func TestCallClock(t *testing.T) {
	for name, tt := range map[string]struct {
		do   func(c *callClock)
		want time.Duration // when it has run down
	}{
		"no progress":          {func(*callClock) {}, time.Minute},
		"progress at times":    {func(c *callClock) { time.Sleep(50 * time.Second); c.touch() }, 110 * time.Second},
		"progress without end": {func(c *callClock) { ticks(c, 100) }, 10 * time.Minute},
		"a form":               {func(c *callClock) { time.Sleep(time.Second); c.pause(); time.Sleep(time.Hour); c.resume() }, time.Hour + 61*time.Second},
		"two forms": {func(c *callClock) {
			c.pause()
			c.pause()
			time.Sleep(time.Hour)
			c.resume()
			time.Sleep(time.Hour)
			c.resume()
		}, 2*time.Hour + time.Minute},
		"progress while a form": {func(c *callClock) { c.pause(); c.touch(); time.Sleep(time.Hour); c.resume() }, time.Hour + time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, slow := time.Now(), make(chan time.Duration, 1)
				var c callClock
				c.start(time.Minute, func() { slow <- time.Since(began) })
				go tt.do(&c)
				if got := <-slow; got != tt.want {
					t.Errorf("it ran down after %v, want %v", got, tt.want)
				}
				c.stop()
				c.touch()
				c.pause()
				c.resume()
				time.Sleep(time.Hour)
				if len(slow) != 0 {
					t.Error("a clock that was stopped ran down")
				}
			})
		})
	}
}

// ticks tells of progress every 30 s.
func ticks(c *callClock, n int) {
	for range n {
		time.Sleep(30 * time.Second)
		c.touch()
	}
}
