package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"handrail/mcp"
	"handrail/operator/news"
)

// serverPinsKind is where the journal's database keeps what servers have: the
// definitions of their tools, as the person has accepted them. A server of the
// settings has one row for all spaces, under its name; one of a space's own file
// has one for that space, under the folder, a line end and its name.
const serverPinsKind = "mcp-tools"

// serverListings are pins as they were read last: many tools take a while to read.
// The zero value is ready; it is safe for concurrent use.
type serverListings struct {
	mu   sync.Mutex
	text map[string]string
	pins map[string]mcp.Pins
}

// read makes pins of a text. They must not be changed.
func (l *serverListings) read(name, text string) mcp.Pins {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.text[name]; ok && known == text {
		return l.pins[name]
	}
	p, _ := mcp.ReadPins(text) // what cannot be understood was never seen
	if l.text == nil {
		l.text, l.pins = map[string]string{}, map[string]mcp.Pins{}
	}
	l.text[name], l.pins[name] = text, p
	return p
}

// pinsName is under which name the pins of a server are kept.
func (s *Space) pinsName(f foundServer) string {
	if f.From == FromSettings {
		return f.Name
	}
	return s.dir + "\n" + f.Name
}

// serverPins are what is known of a server's tools.
func (s *Space) serverPins(ctx context.Context, f foundServer) (mcp.Pins, error) {
	name := s.pinsName(f)
	text, _, err := s.o.store.State(ctx, serverPinsKind, name)
	if err != nil {
		return mcp.Pins{}, fmt.Errorf("what the server %s has cannot be read: %w", f.Name, err)
	}
	return s.o.listings.read(name, text), nil
}

// pinned is what is known of the server's tools, from this run or an earlier one.
// What cannot be read is nothing: then no tool of it may run.
func (v *server) pinned() mcp.Pins {
	p, err := v.s.serverPins(v.s.o.ctx, v.found())
	if err != nil {
		return mcp.Pins{}
	}
	return p
}

// seeListing takes in what a server has listed, and reports whether its tools are
// others than before.
func (v *server) seeListing(ctx context.Context, l mcp.Listing) (changed bool, err error) {
	s, f := v.s, v.found()
	before, err := s.serverPins(ctx, f)
	if err != nil {
		return false, err
	}
	trial := before
	if !trial.SeeListing(l, time.Now()) {
		return false, nil
	}
	after, err := s.changeServerPins(ctx, f, func(p *mcp.Pins) error {
		changed = p.SeeListing(l, time.Now())
		return nil
	})
	if err == nil && changed {
		s.tellHeld(f.Name, before, after)
	}
	return changed, err
}

// changeServerPins changes pins, also if another process does so at once.
func (s *Space) changeServerPins(ctx context.Context, f foundServer, change func(*mcp.Pins) error) (mcp.Pins, error) {
	var now mcp.Pins
	var wrong error
	err := s.o.store.ChangeState(ctx, serverPinsKind, s.pinsName(f), func(old string) string {
		now, _ = mcp.ReadPins(old)
		if wrong = change(&now); wrong != nil {
			return old
		}
		text := now.String()
		if text == "" {
			wrong = fmt.Errorf("what the server %s has cannot be kept: a definition is no JSON", f.Name)
			return old
		}
		return text
	})
	if wrong != nil {
		return now, wrong
	}
	return now, err
}

// tellHeld tells faces of tools that have just come to be held back.
func (s *Space) tellHeld(server string, before, after mcp.Pins) {
	var names []string
	for _, c := range after.Changes() {
		if pin, ok := before.Find(c.Tool); c.Status == mcp.Changed && ok && pin.Now == nil {
			names = append(names, c.Tool)
		}
	}
	if len(names) > 0 {
		s.o.notice("warning", "the server %s has changed what it says of %s: held back; %s", server, strings.Join(names, ", "), lookServers(server))
	}
}

// A ServerChange is one tool of a server that is not what the person has accepted:
// changed, new or gone.
type ServerChange struct {
	Tool   string    `json:"tool"`
	Status string    `json:"status"` // StatusChanged, StatusNew or StatusRemoved
	Old    string    `json:"old"`    // the definition as it was accepted, to be read; "" of a new one
	New    string    `json:"new"`    // as the server lists it now; "" of one that is gone
	Diff   string    `json:"diff"`   // unified, from Old to New; whole, because it is what is accepted
	Digest string    `json:"digest"` // names exactly this change: ApproveServerTools takes it
	Since  time.Time `json:"since"`
	Reason string    `json:"reason"` // what does not work meanwhile, in a sentence
}

// ServerChanges lists what a server has changed since the person accepted its
// tools. It starts nothing: it is what the server listed last.
func (s *Space) ServerChanges(ctx context.Context, server string) ([]ServerChange, error) {
	f, err := s.foundServer(server)
	if err != nil {
		return nil, err
	}
	p, err := s.serverPins(ctx, f)
	if err != nil {
		return nil, err
	}
	changes := p.Changes()
	out := make([]ServerChange, 0, len(changes))
	for _, c := range changes {
		out = append(out, changeOf(c))
	}
	return out, nil
}

func changeOf(c mcp.ToolChange) ServerChange {
	out := ServerChange{Tool: c.Tool, Digest: c.Digest, Since: c.Since}
	if c.Old != nil {
		out.Old = c.Old.Text()
	}
	if c.New != nil {
		out.New = c.New.Text()
	}
	switch c.Status {
	case mcp.New:
		out.Status, out.Reason = StatusNew, "The server has added it. It can be used, and every call of it asks until you have looked."
	case mcp.Gone:
		out.Status, out.Reason = StatusRemoved, "The server does not list it any more. It cannot be used."
	default:
		out.Status, out.Reason = StatusChanged, "The server has changed it. It cannot be used until you have looked."
	}
	out.Diff = udiff.Unified(c.Tool+" as accepted", c.Tool+" now", out.Old, out.New)
	return out
}

// ApproveServerTools accepts what a server has changed: digests are those of the
// ServerChanges that the person was shown, by tool. If one of them is another by
// now, nothing is accepted. It counts wherever the server is used: in every space
// if it is one of the settings.
func (s *Space) ApproveServerTools(ctx context.Context, server string, digests map[string]string) error {
	f, err := s.foundServer(server)
	if err != nil {
		return err
	}
	if len(digests) == 0 {
		return fmt.Errorf("nothing is accepted: name the tools of %s that are meant", server)
	}
	_, err = s.changeServerPins(ctx, f, func(p *mcp.Pins) error {
		p.Tools = slices.Clone(p.Tools)
		for tool, digest := range digests {
			if err := p.Accept(tool, digest); err != nil {
				return fmt.Errorf("nothing is accepted: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.serverAccepted(ctx, f)
}

// forgetServer forgets what a server of the settings has: another one of that name
// is one that was never seen.
func (o *Operator) forgetServer(ctx context.Context, name string) error {
	return o.store.SetState(ctx, serverPinsKind, name, "")
}

// serverAccepted makes the tools of every space anew that has the server, and lets
// other processes know.
func (s *Space) serverAccepted(ctx context.Context, f foundServer) error {
	list := []*Space{s}
	if f.From == FromSettings {
		list = s.o.Spaces()
	}
	for _, one := range list {
		if err := one.remakeRegistry(ctx); err != nil {
			return err
		}
		s.o.hub.Publish(news.Event{Kind: news.OnServers, Folder: one.dir})
	}
	return s.o.grants.touch(ctx)
}

// remakeRegistry lists the tools again. The space is not read again, which would
// withdraw the questions that wait.
func (s *Space) remakeRegistry(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.registry = s.buildRegistry(ctx, &next, settings)
	s.current.Store(&next)
	return nil
}
