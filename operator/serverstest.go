package operator

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/client"
	"handrail/operator/settings"
)

// TestServer begins a server of the space once more, beside one that may run, and
// says step by step how far it gets. It ends it afterwards. A server that cannot be
// used as it is set is tested all the same, where it may run at all: not in a space
// that is not trusted, and not as somebody else has changed it.
func (s *Space) TestServer(ctx context.Context, name string) (ServerTest, error) {
	f, err := s.foundServer(name)
	if err != nil {
		return ServerTest{}, err
	}
	if f.Held || f.Problem != "" && f.Settings.Problem(name) == "" {
		return ServerTest{}, fmt.Errorf("the server %q was not started: %s", name, f.Problem)
	}
	test, listing := s.testServer(ctx, f)
	v, err := s.server(name)
	switch {
	case err != nil: // it is not used here: nothing is kept
		return test, nil //nolint:nilerr // the test was made all the same
	case !test.OK:
		if err := v.keepFailure(ctx, mcp.Status{State: mcp.Failed, Since: time.Now(), Reason: test.failure(), Said: test.Said}); err != nil {
			return test, fmt.Errorf("why the server %s failed could not be kept: %w", name, err)
		}
	default:
		_, err := v.seeListing(ctx, listing)
		if err = errors.Join(err, v.keepFailure(ctx, mcp.Status{State: mcp.Ready})); err != nil {
			return test, fmt.Errorf("what the server %s has could not be kept: %w", name, err)
		}
		if err := s.remakeRegistry(ctx); err != nil {
			return test, err
		}
	}
	return test, nil
}

// failure is what went wrong in a test that failed.
func (t ServerTest) failure() string {
	if len(t.Steps) == 0 {
		return "it did not start"
	}
	last := t.Steps[len(t.Steps)-1]
	return firstOf(last.Text, last.Name)
}

// TestServerSettings is TestServer for settings that are not saved yet.
func (s *Space) TestServerSettings(ctx context.Context, name string, set settings.Server) (ServerTest, error) {
	if s.Trust() == Untrusted {
		return ServerTest{}, fmt.Errorf("no server is started in a space that is not trusted: look at what it can run and trust it, or test it in another space")
	}
	test, _ := s.testServer(ctx, foundServer{Name: name, From: FromSettings, Settings: set})
	return test, nil
}

// A trial is a test that goes on.
type trial struct {
	began, last time.Time
	out         *ServerTest
	listing     mcp.Listing
}

// step notes what came of a step.
func (t *trial) step(name string, ok bool, format string, args ...any) {
	now := time.Now()
	t.out.Steps = append(t.out.Steps, ServerStep{Name: name, OK: ok, Text: fmt.Sprintf(format, args...), Took: Millis(now.Sub(t.last))})
	t.last = now
}

func (s *Space) testServer(ctx context.Context, f foundServer) (ServerTest, mcp.Listing) {
	out := ServerTest{Profile: s.profileOf(f)}
	t := &trial{began: time.Now(), last: time.Now(), out: &out}
	out.OK = s.try(ctx, f, t)
	out.Took = Millis(time.Since(t.began))
	for i := range out.Steps {
		out.Steps[i].Text = s.o.redact.Text(out.Steps[i].Text)
	}
	out.Said = s.redacted(out.Said)
	return out, t.listing
}

// try goes through the steps, until one fails.
func (s *Space) try(ctx context.Context, f foundServer, t *trial) bool {
	const settings, program, address = "Read the settings", "Found the program", "Read the address"
	if why := f.Settings.Problem(f.Name); why != "" {
		t.step(settings, false, "%s", why)
		return false
	}
	mark := rand.Text()[:8]
	config, err := s.clientConfig(f, mark)
	if err != nil {
		t.step(settings, false, "%v", err)
		return false
	}
	t.step(settings, true, "")
	if server := config.Server; server.Command != "" {
		path, err := proc.Look(server.Command, proc.Getenv(server.Env, "PATH"))
		if err != nil {
			t.step(program, false, "%v. PATH comes from %s.", err, s.o.c.Environ.From)
			return false
		}
		t.step(program, true, "%s", path)
	} else {
		u, err := url.Parse(server.URL)
		if err != nil || u.Host == "" {
			t.step(address, false, "the url is no address once its placeholders are filled in")
			return false
		}
		t.step(address, true, "%s", u.Host)
	}
	return s.shake(ctx, f, config, mark, t)
}

// shake begins the server and sees how far its handshake gets.
func (s *Space) shake(ctx context.Context, f foundServer, config client.Config, mark string, t *trial) bool {
	const started, answered, listed = "Started", "Answered", "Listed its tools"
	var mu sync.Mutex
	var c *client.Client
	seen := map[string]bool{}
	watch := func() {
		mu.Lock()
		defer mu.Unlock()
		if c == nil {
			return
		}
		st := c.Status()
		if (st.PID != 0 || st.Protocol != "" && config.Server.Command != "") && !seen[started] {
			seen[started] = true
			t.step(started, true, "")
		}
		if st.Protocol != "" && !seen[answered] {
			seen[answered] = true
			t.step(answered, true, "%s", strings.TrimSpace(fmt.Sprintf("%s %s, protocol %s", firstOf(st.Title, f.Name), st.Version, st.Protocol)))
		}
	}
	config.Changed = watch
	mu.Lock()
	c = client.New(config)
	mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, mcp.FailTimeout)
	defer cancel()
	defer func() { _ = c.Close() }() // what its end tells comes too late to be a step
	err := c.Connect(ctx)
	watch()
	st := c.Status()
	l, has := c.Listing()
	mu.Lock()
	defer mu.Unlock()
	t.out.Title, t.out.Version, t.out.Protocol, t.out.Help, t.out.Said = st.Title, st.Version, st.Protocol, st.Help, st.Said
	t.out.Refused = s.refusalsNow(f.Name, roomOf(f.Name, mark), st.Said)
	if config.Server.Command != "" && !seen[started] && (err == nil || len(st.Said) > 0) { // it was too quick to be seen
		t.step(started, true, "")
		seen[started] = true
	}
	switch {
	case err == nil && has:
	case err == nil:
		t.step(listed, false, "it did not say what it has")
		return false
	case seen[answered]:
		t.step(listed, false, "%v", err)
		return false
	case seen[started] || config.Server.Command == "":
		t.step(answered, false, "%v", err)
		return false
	default:
		t.step(started, false, "%v", err)
		return false
	}
	t.listing = l
	for _, d := range l.Tools {
		t.out.Tools = append(t.out.Tools, d.Name)
	}
	t.out.Prompts, t.out.Data, t.out.Broken = len(l.Prompts), len(l.Resources)+len(l.Templates), l.Broken
	t.step(listed, true, "%s", CountWords(len(l.Tools), "tool"))
	return true
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// CountWords is "1 tool", "2 tools".
func CountWords(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
