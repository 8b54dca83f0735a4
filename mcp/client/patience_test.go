package client

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/tools"
)

// Half a minute is what a server has to get ready, and more where it is fetched first; signing in is the
// person's act.
func TestPatience(t *testing.T) {
	inMemory(t, func(t *testing.T, m *memoryServer, _ *Client) {
		m.silent = true
		c := New(Config{Server: mcp.Server{Name: "m", Command: "npx", Installs: true}})
		c.dial = m.dial
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "has not answered the handshake in time (3m0s)")
		if took := time.Since(m.began); took != mcp.InstallTimeout {
			t.Errorf("it took %v", took)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	for worked, took := range map[time.Duration]time.Duration{0: mcp.ConnectTimeout, 20 * time.Second: 20*time.Second + mcp.ConnectTimeout, time.Hour: mcp.InstallTimeout} {
		inMemory(t, func(t *testing.T, m *memoryServer, _ *Client) { // nothing is fetched any more
			m.silent, m.worked = true, func() (time.Duration, bool) { return min(time.Since(m.began), worked), true }
			c := New(Config{Server: mcp.Server{Name: "m", Command: "npx", Installs: true}})
			c.dial = m.dial
			err := c.Connect(t.Context())
			wantError(t, err, tools.Unavailable, fmt.Sprintf("has not answered the handshake in time (%s)", took))
			if idle := strings.Contains(err.Error(), "it has done nothing for 30s"); idle != (worked < time.Hour) {
				t.Error(err)
			}
			if got := time.Since(m.began); got != took {
				t.Errorf("worked for %v: it took %v, want %v", worked, got, took)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	inMemory(t, func(t *testing.T, m *memoryServer, _ *Client) { // once it was there, it need not be fetched
		c := New(Config{Server: mcp.Server{Name: "m", Command: "npx", Installs: true}})
		c.dial = m.dial
		if err := c.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.silent = true
		m.end()
		synctest.Wait()
		again := time.Now()
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "in time (30s)")
		if took := time.Since(again); took > mcp.ConnectTimeout+firstPause {
			t.Errorf("it took %v", took)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		m.silent = true
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "has not answered the handshake in time (30s)")
		if took := time.Since(m.began); took != mcp.ConnectTimeout {
			t.Errorf("it took %v", took)
		}
	})
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		m.fail = fmt.Errorf("no: %w", oauth.ErrSignIn)
		wantError(t, c.Connect(t.Context()), tools.Unavailable, "sign in")
		time.Sleep(time.Hour)
		if s := c.Status(); s.State != mcp.NeedsSignIn || len(m.dials()) != 1 {
			t.Errorf("%+v", s)
		}
	})
}

func TestPauses(t *testing.T) {
	var got []time.Duration
	for i := range 10 {
		got = append(got, pauseAfter(i+1))
	}
	if diff := cmp.Diff(secondsOf(1, 2, 4, 8, 16, 32, 60, 60, 60, 60), got); diff != "" {
		t.Error(diff)
	}
}
