package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/schema"
	"handrail/tools"
)

// A Declared is a tool that an author declares as one of a server: mcp: true in a
// Markdown file (docs/spec/06-declared-tools.md#tools-of-a-server). It has
// their own name, words, parameters, time-out and question; the server does the
// work.
type Declared struct {
	Info   tools.Info   // as the author wrote it; an Input of nil takes what the server takes
	Tool   string       // of the server; "": the one that is called like this one
	Pinned func() error // says why the author's file is not what the person trusted; nil if it is
}

// Declare makes the tool. It is listed whatever is missing: its state and reason
// say what. That its server is internal_only does not hide it: the
// author's file brings it up.
func (d Declared) Declare(u Use, p Pins, look tools.Action) tools.Provision {
	if u.Schemas == nil {
		u.Schemas = &Schemas{}
	}
	t := &declared{use: &u, d: d}
	out := tools.Provision{Source: &Source{tools: []tools.Tool{t}}}
	pin, ok := p.standsFor(d)
	server := u.Server.Name
	switch {
	case !ok:
		return t.missing(out, fmt.Sprintf("the server %q has no tool %q: write the name of one that it has as \"tool\"%s", server, d.named(), p.some()))
	case pin.Gone:
		return t.missing(out, fmt.Sprintf("the server %q does not list its tool %q any more", server, pin.Definition.Name))
	case pin.Now != nil:
		out.State, out.Reason, out.Action = tools.Held, pin.held(), look
	}
	t.def = pin.Definition
	t.d.Info.StandsFor = server + "__" + t.def.Name
	t.d.Info.Lent = u.Internal
	// The author's word may make more of it than its server does, and never less.
	t.d.Info.SideEffect = true
	if _, _, danger := t.def.Hints.read(); danger == tools.High {
		t.d.Info.Danger = danger
	}
	theirs, err := u.Schemas.of(string(t.def.Input))
	if err != nil {
		return t.missing(out, fmt.Sprintf("the tool %q of the server %q cannot be used: %v", t.def.Name, server, err))
	}
	t.theirs = theirs
	if t.d.Info.Input == nil {
		t.d.Info.Input = theirs
	} else if why := fits(t.d.Info.Input, theirs); why != "" {
		return t.missing(out, fmt.Sprintf("its parameters are not what the tool %q of the server %q takes: %s", t.def.Name, server, why))
	}
	if pin.New {
		t.d.Info.Confirm = true
		t.d.Info.Warnings = append(t.d.Info.Warnings, "every call asks, because its server has added the tool since you first used that server, and you have not reviewed it")
	}
	return out
}

// Missing is the tool where its server is not there, with the reason and what a person
// can do about it.
func (d Declared) Missing(why string, a tools.Action) tools.Provision {
	t := &declared{d: d}
	t.d.Info.Action = a
	return t.missing(tools.Provision{Source: &Source{tools: []tools.Tool{t}}, Action: a}, why)
}

// named is what the server's tool is called, as far as the author says.
func (d Declared) named() string {
	if d.Tool != "" {
		return d.Tool
	}
	return d.Info.Name
}

// standsFor finds the server's tool. An id is kebab-case and most servers write
// create_issue, so create-issue finds that, too.
func (p Pins) standsFor(d Declared) (Pin, bool) {
	pin, ok := p.Find(d.named())
	if !ok && d.Tool == "" {
		pin, ok = p.Find(strings.ReplaceAll(d.named(), "-", "_"))
	}
	return pin, ok
}

// some names tools of the server, for a sentence.
func (p Pins) some() string {
	var names []string
	for _, pin := range p.Tools {
		if !pin.Gone && len(names) < 8 {
			names = append(names, visible(plainLine(pin.Definition.Name, 60)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// fits says why what an author lets a caller give is not what the server takes; ""
// if it may be. What each value must be is checked at the call.
func fits(ours, theirs *schema.Schema) string {
	if composed(theirs) {
		return ""
	}
	var names, required []string
	for _, p := range theirs.Parameters() {
		names = append(names, p.Name)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	given := map[string]bool{}
	for _, p := range ours.Parameters() {
		given[p.Name] = true
		if len(names) > 0 && !slices.Contains(names, p.Name) {
			return fmt.Sprintf("it has no %q; it has %s", p.Name, strings.Join(names, ", "))
		}
	}
	for _, name := range required {
		if !given[name] {
			return fmt.Sprintf("it needs %q, which is not among them", name)
		}
	}
	return ""
}

// composed reports whether a schema's outermost level does not name everything that
// it takes.
func composed(s *schema.Schema) bool {
	var top map[string]json.RawMessage
	if json.Unmarshal(s.JSON(), &top) != nil {
		return true
	}
	for _, key := range []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "if"} {
		if _, ok := top[key]; ok {
			return true
		}
	}
	extra := bytes.TrimSpace(top["additionalProperties"])
	return len(extra) > 0 && string(extra) != "false"
}

// A declared is a tool of Declared.
type declared struct {
	use    *Use
	d      Declared
	def    Definition     // of the server's tool
	theirs *schema.Schema // what the server takes
}

// missing makes the tool one that cannot be called.
func (t *declared) missing(p tools.Provision, why string) tools.Provision {
	t.d.Info.Unavailable = why
	if t.d.Info.Input == nil {
		t.d.Info.Input = &schema.Schema{}
	}
	p.State, p.Reason = tools.Missing, why
	return p
}

// Info implements tools.Tool.
func (t *declared) Info() tools.Info { return t.d.Info }

// Prepare implements tools.Tool.
func (t *declared) Prepare(_ context.Context, call tools.Call, in schema.Input) (tools.Invocation, error) {
	i := t.d.Info
	if i.Unavailable != "" {
		return nil, tools.Errorf(tools.Unavailable, "%s", i.Unavailable).Advise(i.Action)
	}
	sent, err := t.theirs.Check(in.JSON())
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%s: the tool %s of the server %s does not take this: %v", i.Name, t.def.Name, t.use.Server.Name, err)
	}
	return t.use.settle(settling{
		def: t.def, title: i.Title, name: i.Name, timeout: i.Timeout, call: call, in: sent, pinned: t.d.Pinned,
	})
}
