package servers

import (
	"cmp"
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
	"handrail/tools"
)

// Trials start servers of a space to see how far they get.
type Trials struct {
	s    *Set
	told func(Step) // hears of each step at once; may be nil
}

// Telling are the same trials, of which f hears each step as soon as it has ended, one after the other.
func (t Trials) Telling(f func(Step)) Trials { return Trials{t.s, f} }

// Patience is how long a server has to get ready; longer says that its command may have to fetch it first.
func (t Trials) Patience(name string) (limit time.Duration, longer bool) {
	f, err := t.s.Find(name)
	if err != nil {
		return 0, false
	}
	config, err := clientConfig(t.s, f, "")
	if err != nil {
		return 0, false
	}
	return config.Server.StartTimeout(), config.Server.Installs
}

// Test starts a server of the space once more, beside one that may run, and
// says step by step how far it gets. It ends it afterwards. A server that cannot be
// used as it is set is tested all the same, where it may run at all: not in a space
// that is not trusted, and not as somebody else has changed it. The end of ctx ends the server at once, and tells nothing of it.
func (t Trials) Test(ctx context.Context, name string) (Test, error) {
	f, err := t.s.Find(name)
	if err != nil {
		return Test{}, err
	}
	if f.Held || f.Problem != "" && f.Settings.Problem(name) == "" {
		return Test{}, fmt.Errorf("the server %q was not started: %s", name, f.Problem)
	}
	test, listing := t.run(ctx, f)
	if err := ctx.Err(); err != nil {
		return test, fmt.Errorf("the test was stopped: %w", err)
	}
	v, err := t.s.server(name)
	switch {
	case err != nil: // it is not used here: nothing is kept
		return test, nil //nolint:nilerr // the test was made all the same
	case !test.OK:
		if err := v.recordFailure(ctx, mcp.Status{State: mcp.Failed, Since: time.Now(), Reason: test.failure(), Said: test.Said}); err != nil {
			return test, fmt.Errorf("couldn't save why the server %s failed: %w", name, err)
		}
	default:
		_, err := v.pinListing(ctx, listing)
		if err = errors.Join(err, v.recordFailure(ctx, mcp.Status{State: mcp.Ready})); err != nil {
			return test, fmt.Errorf("couldn't save what the server %s offers: %w", name, err)
		}
		if err := t.s.c.Remake(ctx); err != nil {
			return test, err
		}
	}
	return test, nil
}

// failure is what went wrong in a test that failed.
func (t Test) failure() string {
	if len(t.Steps) == 0 {
		return "it did not start"
	}
	last := t.Steps[len(t.Steps)-1]
	return cmp.Or(last.Text, last.Name)
}

// TestSettings is Test for settings that are not saved yet.
func (t Trials) TestSettings(ctx context.Context, name string, set settings.Server) (Test, error) {
	if !t.s.c.Trusted() {
		return Test{}, fmt.Errorf("no server starts in a space that is not trusted: review what it can run and trust it, or test the server in another space")
	}
	test, _ := t.run(ctx, Found{Name: name, From: FromSettings, Settings: set})
	return test, nil
}

// A trial is a test that goes on.
type trial struct {
	set     *Set
	last    time.Time // when the last step ended
	told    func(Step)
	out     *Test
	listing mcp.Listing
}

// step notes what came of a step.
func (t *trial) step(name string, ok bool, format string, args ...any) {
	now := time.Now()
	step := Step{Name: name, OK: ok, Text: t.set.pool.c.Redact.Text(fmt.Sprintf(format, args...)), Action: tools.ActionIn(args), Took: Millis(now.Sub(t.last))}
	t.out.Steps, t.last = append(t.out.Steps, step), now
	if t.told != nil {
		t.told(step)
	}
}

// run tests a server, and returns what it listed.
func (t Trials) run(ctx context.Context, f Found) (Test, mcp.Listing) {
	out := Test{Profile: t.s.Profile(f)}
	going := &trial{set: t.s, last: time.Now(), told: t.told, out: &out}
	began := going.last
	out.OK = going.try(ctx, f)
	out.Took = Millis(time.Since(began))
	out.Said = t.s.pool.redacted(out.Said)
	return out, going.listing
}

// try goes through the steps, until one fails.
func (t *trial) try(ctx context.Context, f Found) bool {
	const settings, program, address = "Read the settings", "Found the program", "Read the address"
	if why := f.Settings.Problem(f.Name); why != "" {
		t.step(settings, false, "%s", why)
		return false
	}
	mark := rand.Text()[:8]
	config, err := clientConfig(t.set, f, mark)
	if err != nil {
		t.step(settings, false, "%v", err)
		return false
	}
	t.step(settings, true, "")
	if server := config.Server; server.Command != "" {
		path, err := proc.Look(server.Command, proc.Getenv(server.Env, "PATH"))
		if err != nil {
			t.step(program, false, "%v. PATH comes from %s.", err, t.set.pool.c.Environ.From)
			return false
		}
		t.step(program, true, "%s", path)
	} else {
		u, err := url.Parse(server.URL)
		if err != nil || u.Host == "" {
			t.step(address, false, "the url isn't a valid address once its placeholders are filled in")
			return false
		}
		t.step(address, true, "%s", u.Host)
	}
	return t.shake(ctx, f, config, mark)
}

// shake starts the server and sees how far its handshake gets.
func (t *trial) shake(ctx context.Context, f Found, config client.Config, mark string) bool {
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
			t.step(answered, true, "%s", strings.TrimSpace(fmt.Sprintf("%s %s, protocol %s", cmp.Or(st.Title, f.Name), st.Version, st.Protocol)))
		}
	}
	config.Changed, config.Hurry = watch, ctx
	mu.Lock()
	c = client.New(config)
	mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, config.Server.StartTimeout()+mcp.EndTimeout)
	defer cancel()
	err := c.Connect(ctx)
	watch()
	st := c.Status()
	l, has := c.Listing()
	_ = c.Close()             // what its end tells comes too late to be a step
	st.Said = c.Status().Said // now all of it is read
	mu.Lock()
	defer mu.Unlock()
	t.out.Title, t.out.Version, t.out.Protocol, t.out.Help, t.out.Said = st.Title, st.Version, st.Protocol, st.Help, st.Said
	t.out.Refused = refusalsIn(t.set, f.Name, roomOf(f.Name, mark), st.Said)
	if config.Server.Command != "" && !seen[started] && (err == nil || len(st.Said) > 0) { // it was too quick to be seen
		t.step(started, true, "")
		seen[started] = true
	}
	switch {
	case err == nil && has:
	case config.Hurry.Err() != nil: // whoever wanted it has left
		return false
	case err == nil:
		t.step(listed, false, "it didn't list what it offers")
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
	t.out.Prompts, t.out.Data, t.out.Broken = len(l.Prompts), len(l.Resources)+len(l.Templates), l.Omissions()
	t.step(listed, true, "%s", CountWords(len(l.Tools), "tool"))
	return true
}

// CountWords is "1 tool", "2 tools".
func CountWords(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
