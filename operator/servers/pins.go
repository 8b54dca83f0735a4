package servers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"handrail/mcp"
	"handrail/tools"
)

// pinsKind is where the journal's database keeps what servers have: the
// definitions of their tools, as the person has accepted them. A server of the
// settings has one row for all spaces, under its name; one of a space's own file
// has one for that space, under the folder, a line end and its name.
const pinsKind = "mcp-tools"

// listings are pins as they were read last: many tools take a while to read.
// The zero value is ready; it is safe for concurrent use.
type listings struct {
	mu   sync.Mutex
	text map[string]string
	pins map[string]mcp.Pins
}

// read makes pins of a text. They must not be changed.
func (l *listings) read(name, text string) mcp.Pins {
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

// Pins are the tools of the servers of a space, as the person has approved them.
type Pins struct{ s *Set }

// name is under which name the pins of a server are kept.
func (p Pins) name(f Found) string {
	if f.From == FromSettings {
		return f.Name
	}
	return p.s.c.Dir + "\n" + f.Name
}

// Unknown are those of the matching servers of which nothing is known and that can be used; some reports
// whether any matches.
func (p Pins) Unknown(matches func(name string) bool) (names []string, some bool) {
	for _, f := range p.s.c.Found() {
		if !matches(f.Name) {
			continue
		}
		some = true
		if v, err := p.s.server(f.Name); err == nil && !v.known() {
			names = append(names, f.Name)
		}
	}
	return names, some
}

// Named reports whether a server has a name, as the names of its tools have it.
func (p Pins) Named(word string) bool {
	return slices.ContainsFunc(p.s.c.Found(), func(f Found) bool { return f.Name == word || PlainName(f.Name) == word })
}

// PlainName is a server's name as models are given it.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
}

// Data is what a server has beside its tools, as it was listed last.
func (p Pins) Data(name string) mcp.Data {
	v, err := p.s.server(name)
	if err != nil {
		return mcp.Data{}
	}
	return v.pinned().Data
}

// of is what is known of a server's tools.
func (p Pins) of(ctx context.Context, f Found) (mcp.Pins, error) {
	name := p.name(f)
	text, _, err := p.s.pool.c.Store.State(ctx, pinsKind, name)
	if err != nil {
		return mcp.Pins{}, fmt.Errorf("can't read what the server %s offers: %w", f.Name, err)
	}
	return p.s.pool.listings.read(name, text), nil
}

// pinned is what is known of the server's tools, from this run or an earlier one.
// What cannot be read is nothing: then no tool of it may run.
func (v *server) pinned() mcp.Pins {
	p, err := v.set.Pins().of(v.set.pool.c.Context, v.found())
	if err != nil {
		return mcp.Pins{}
	}
	return p
}

// known reports whether it is known what the server has.
func (v *server) known() bool { return v.pinned().Known() }

// pinListing pins what a server has listed, and reports whether its tools are others
// than before.
func (v *server) pinListing(ctx context.Context, l mcp.Listing) (changed bool, err error) {
	pins, f := v.set.Pins(), v.found()
	before, err := pins.of(ctx, f)
	if err != nil {
		return false, err
	}
	trial := before
	if !trial.SeeListing(l, time.Now()) {
		return false, nil
	}
	after, err := pins.change(ctx, f, func(p *mcp.Pins) error {
		changed = p.SeeListing(l, time.Now())
		return nil
	})
	if err == nil && changed {
		pins.tellHeld(f.Name, before, after)
	}
	return changed, err
}

// change changes pins, also if another process does so at once.
func (p Pins) change(ctx context.Context, f Found, change func(*mcp.Pins) error) (mcp.Pins, error) {
	var now mcp.Pins
	var wrong error
	err := p.s.pool.c.Store.ChangeState(ctx, pinsKind, p.name(f), func(old string) string {
		now, _ = mcp.ReadPins(old)
		if wrong = change(&now); wrong != nil {
			return old
		}
		text := now.String()
		if text == "" {
			wrong = fmt.Errorf("can't save what the server %s offers: a definition is not valid JSON", f.Name)
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
func (p Pins) tellHeld(server string, before, after mcp.Pins) {
	var names []string
	for _, c := range after.Changes() {
		if pin, ok := before.Find(c.Tool); c.Status == mcp.Changed && ok && pin.Now == nil {
			names = append(names, c.Tool)
		}
	}
	if len(names) > 0 {
		p.s.pool.c.Notice("warning", "%v", tools.Advise(about(tools.ReviewServer, server), "the server %s has changed its definition of %s: held back", server, strings.Join(names, ", ")))
	}
}

// What has become of a tool.
const (
	StatusNew     = "new"
	StatusChanged = "changed"
	StatusRemoved = "removed"
)

// A Change is one tool of a server that is not what the person has accepted:
// changed, new or gone.
type Change struct {
	Tool   string    `json:"tool"`
	Status string    `json:"status"` // StatusNew, StatusChanged or StatusRemoved
	Old    string    `json:"old"`    // the definition as it was accepted, to be read; "" of a new one
	New    string    `json:"new"`    // as the server lists it now; "" of one that is gone
	Diff   string    `json:"diff"`   // unified, from Old to New; whole, because it is what is accepted
	Digest string    `json:"digest"` // names exactly this change: Pins.Approve takes it
	Since  time.Time `json:"since"`
	Reason string    `json:"reason"` // what does not work meanwhile, in a sentence
}

// Changes lists what a server has changed since the person accepted its tools. It
// starts nothing: it is what the server listed last.
func (p Pins) Changes(ctx context.Context, server string) ([]Change, error) {
	f, err := p.s.Find(server)
	if err != nil {
		return nil, err
	}
	pins, err := p.of(ctx, f)
	if err != nil {
		return nil, err
	}
	changes := pins.Changes()
	out := make([]Change, 0, len(changes))
	for _, c := range changes {
		out = append(out, changeOf(c))
	}
	return out, nil
}

// changeOf is a change as the person reads it.
func changeOf(c mcp.ToolChange) Change {
	out := Change{Tool: c.Tool, Digest: c.Digest, Since: c.Since}
	if c.Old != nil {
		out.Old = c.Old.Text()
	}
	if c.New != nil {
		out.New = c.New.Text()
	}
	switch c.Status {
	case mcp.New:
		out.Status, out.Reason = StatusNew, "The server added this tool. You can use it, but every call asks you until you review it."
	case mcp.Gone:
		out.Status, out.Reason = StatusRemoved, "The server no longer lists this tool. You can't use it."
	default:
		out.Status, out.Reason = StatusChanged, "The server changed this tool. You can't use it until you review the change."
	}
	out.Diff = udiff.Unified(c.Tool+" as accepted", c.Tool+" now", out.Old, out.New)
	return out
}

// Approve accepts what a server has changed: digests are those of the Changes that
// the person was shown, by tool. If one of them is another by now, nothing is
// accepted. It counts wherever the server is used: in every space if it is one of the
// settings.
func (p Pins) Approve(ctx context.Context, server string, digests map[string]string) error {
	f, err := p.s.Find(server)
	if err != nil {
		return err
	}
	if len(digests) == 0 {
		return fmt.Errorf("nothing was approved: name the tools of %s to approve", server)
	}
	_, err = p.change(ctx, f, func(pins *mcp.Pins) error {
		pins.Tools = slices.Clone(pins.Tools)
		for tool, digest := range digests {
			if err := pins.Accept(tool, digest); err != nil {
				return fmt.Errorf("nothing was approved: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if f.From == FromSettings {
		return p.s.pool.c.Approved(ctx, "")
	}
	return p.s.pool.c.Approved(ctx, p.s.c.Dir)
}
