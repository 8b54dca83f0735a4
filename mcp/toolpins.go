package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"handrail/tools"
)

// Pins are the definitions of one server's tools as they were first seen, or as the
// person has accepted them since (docs/spec/08-mcp.md), and what the server
// listed last. They are also what tools are listed from while the server does
// not run. The zero Pins have seen nothing.
type Pins struct {
	Version int       `json:"version"`
	Listed  time.Time `json:"listed"` // when the server was last listed
	Tools   []Pin     `json:"tools"`  // in the server's order; what is gone comes last
	// Broken are the Omissions of that Listing, at most mostBroken lines.
	Broken []string `json:"broken,omitempty"`
	// Data is what that Listing has beside its tools. It is not pinned: reading it is asked about
	// like a call.
	Data Data `json:"data,omitzero"`
}

// mostBroken is how many lines about what was left out are kept.
const mostBroken = 50

// SeeListing is See for all that a server lists: what was left out is kept with the
// reasons.
func (p *Pins) SeeListing(l Listing, now time.Time) (changed bool) {
	changed = p.See(l.Tools, now)
	broken := l.Omissions()
	if more := len(broken) - mostBroken; more > 0 {
		broken = append(slices.Clone(broken[:mostBroken]), fmt.Sprintf("and %d more", more))
	}
	if !slices.Equal(p.Broken, broken) {
		p.Broken, changed = broken, true
	}
	if data := dataOf(l); !p.Data.equal(data) {
		p.Data, changed = data, true
	}
	return changed
}

// A Pin is one tool.
type Pin struct {
	Definition Definition  `json:"definition"`     // what was accepted
	Digest     string      `json:"digest"`         // of Definition
	Now        *Definition `json:"now,omitempty"`  // what the server lists, if that is another
	New        bool        `json:"new,omitempty"`  // it came after the first listing, and nobody has looked yet
	Gone       bool        `json:"gone,omitempty"` // the server does not list it any more
	Since      time.Time   `json:"since"`          // when it became what it is
}

// pinsVersion is the only form of Pins that there is.
const pinsVersion = 1

// ReadPins reads what String has written. false: there is nothing, or it is of a
// newer version, which counts as a server that was never seen.
func ReadPins(text string) (Pins, bool) {
	var p Pins
	if text == "" || json.Unmarshal([]byte(text), &p) != nil || p.Version != pinsVersion {
		return Pins{}, false
	}
	return p, true
}

// String is the form in which Pins are kept.
func (p Pins) String() string {
	p.Version = pinsVersion
	raw, err := json.Marshal(p)
	if err != nil { // a schema that is no JSON: it is not kept, so it is new every time
		return ""
	}
	return string(raw)
}

// Known reports whether the server was ever listed.
func (p Pins) Known() bool { return !p.Listed.IsZero() }

// See takes in what a server lists now, and reports whether anything but the time
// is another than before. The first listing is accepted as it is: using the server
// was the choice. Later, a changed definition waits in Now, a new tool is marked,
// and one that is gone keeps its pin, so that it comes back as what it was; but for
// one that was new, or a server with other tools each time would fill the disk.
func (p *Pins) See(listed []Definition, now time.Time) (changed bool) {
	first := !p.Known()
	old := make(map[string]Pin, len(p.Tools))
	for _, pin := range p.Tools {
		old[pin.Definition.Name] = pin
	}
	next := make([]Pin, 0, len(listed))
	seen := make(map[string]bool, len(listed))
	for _, d := range listed {
		if seen[d.Name] {
			continue // listed twice: the first one counts
		}
		seen[d.Name] = true
		was, known := old[d.Name]
		if !known {
			next = append(next, Pin{Definition: d, Digest: d.Digest(), New: !first, Since: now})
			changed = true
			continue
		}
		is := was
		is.Gone, is.Now = false, nil
		if d.Digest() != was.Digest {
			is.Now = &d
		}
		if is.Gone != was.Gone || differs(is.Now, was.Now) {
			is.Since, changed = now, true
		}
		next = append(next, is)
	}
	for _, was := range p.Tools { // in their order
		if seen[was.Definition.Name] || was.New {
			continue // there, or nobody has looked at it: it is new again when it comes back
		}
		if !was.Gone {
			was.Gone, was.Now, was.Since, changed = true, nil, now, true
		}
		next = append(next, was)
	}
	changed = changed || first || !slices.EqualFunc(p.Tools, next, func(a, b Pin) bool { return a.Definition.Name == b.Definition.Name })
	p.Version, p.Tools, p.Listed = pinsVersion, next, now
	return changed
}

func differs(a, b *Definition) bool {
	if a == nil || b == nil {
		return a != b
	}
	return a.Digest() != b.Digest()
}

// Find is the pin of a tool.
func (p Pins) Find(name string) (Pin, bool) {
	i := slices.IndexFunc(p.Tools, func(t Pin) bool { return t.Definition.Name == name })
	if i < 0 {
		return Pin{}, false
	}
	return p.Tools[i], true
}

// A ToolChange is one tool of a server that is not what the person has accepted.
type ToolChange struct {
	Tool   string
	Status string      // Changed, New or Gone
	Old    *Definition // what was accepted; nil if it is new
	New    *Definition // what the server lists; nil if it is gone
	Digest string      // names exactly this change: Accept takes it
	Since  time.Time
}

// The ways in which a tool can differ from what was accepted.
const (
	Changed = "changed"
	New     = "new"
	Gone    = "gone"
)

// change is what a pin differs in; false: in nothing.
func (p Pin) change() (ToolChange, bool) {
	c := ToolChange{Tool: p.Definition.Name, Since: p.Since}
	switch {
	case p.Gone:
		c.Status, c.Old, c.Digest = Gone, &p.Definition, "gone:"+p.Digest
	case p.Now != nil:
		c.Status, c.Old, c.New, c.Digest = Changed, &p.Definition, p.Now, p.Now.Digest()
	case p.New:
		c.Status, c.New, c.Digest = New, &p.Definition, p.Digest
	default:
		return c, false
	}
	return c, true
}

// Changes lists what is not what the person has accepted, in the order of Tools.
func (p Pins) Changes() []ToolChange {
	var out []ToolChange
	for _, pin := range p.Tools {
		if c, ok := pin.change(); ok {
			out = append(out, c)
		}
	}
	return out
}

// Accept accepts the change of one tool, if it is still the one with this digest:
// what the person was shown is what is accepted. A tool that is gone is forgotten.
func (p *Pins) Accept(tool, digest string) error {
	i := slices.IndexFunc(p.Tools, func(t Pin) bool { return t.Definition.Name == tool })
	if i < 0 {
		return fmt.Errorf("the server has no tool %q: look again at what it lists", tool)
	}
	pin := &p.Tools[i]
	c, ok := pin.change()
	switch {
	case !ok:
		return nil // it is what was accepted
	case c.Digest != digest:
		return fmt.Errorf("the tool %q has changed since it was shown: look again at the difference", tool)
	case c.Status == Gone:
		p.Tools = slices.Delete(p.Tools, i, i+1)
	default:
		*pin = Pin{Definition: *c.New, Digest: c.New.Digest(), Since: pin.Since}
	}
	return nil
}

// Accepted says why a definition is not what the person has accepted of its tool;
// nil if it is. look shows them the difference.
func (p Pins) Accepted(d Definition, look tools.Action) error {
	pin, ok := p.Find(d.Name)
	switch {
	case !ok:
		return tools.Advise(look, "the tool %s was not listed by its server", plainLine(d.Name, 100))
	case pin.Now != nil:
		return tools.Advise(look, "%s", pin.held())
	case pin.Digest != d.Digest():
		return fmt.Errorf("the tool %s is no longer what it was when this call was made: call it again", plainLine(d.Name, 100))
	}
	return nil
}

// held says why a changed tool is held back.
func (p Pin) held() string {
	return fmt.Sprintf("its server changed what the tool %s %s since you accepted it", plainLine(p.Definition.Name, 100), whatChanged(p.Definition, *p.Now))
}

// whatChanged says in words what differs between two definitions.
func whatChanged(a, b Definition) string {
	switch {
	case a.Description != b.Description || a.Title != b.Title:
		if canonical(a.Input) != canonical(b.Input) {
			return "says of itself and takes"
		}
		return "says of itself"
	case canonical(a.Input) != canonical(b.Input):
		return "takes"
	case a.Hints.text() != b.Hints.text():
		return "claims to do"
	case canonical(a.More) != canonical(b.More):
		return "tells programs"
	}
	return "returns"
}
