package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A Source provides tools (docs/spec/08-mcp.md#programs-that-we-serve). The namespace
// makes qualified names, "<namespace>__<tool>"; it is empty for tools that are
// known by their bare name only, and never contains "__".
type Source interface {
	Namespace() string
	Tools(ctx context.Context) ([]Tool, error)
}

// State says whether an entry can be called.
type State string

// The states of an entry. All but Ready come with a reason.
const (
	Ready    State = "ready"
	Shadowed State = "shadowed"    // its name was taken by an earlier source
	Disabled State = "disabled"    // the person turned it off
	Rejected State = "rejected"    // its definition is broken
	Held     State = "held-back"   // its definition changed and is not approved
	Barred   State = "blocked"     // trust, or a hook that cannot be loaded
	Missing  State = "unavailable" // its environment is not here
)

// An Entry is a tool as the registry lists it.
type Entry struct {
	Tool      Tool // nil when rejected
	Info      Info
	Qualified string // Info.Name where there is no namespace
	Model     string // the name offered to a model: [A-Za-z0-9_-]{1,64}
	State     State
	Reason    string // why it is not Ready
	Action    Action // what a person can do about it, if anything
}

// refusal refuses a call of the entry under the name that the caller gave.
func (e Entry) refusal(code Code, name string) *Error {
	return Errorf(code, "%q is not available: %s", name, e.Reason).Advise(e.Action)
}

// A Provision is one source as the registry is built from it.
type Provision struct {
	Source   Source
	State    State   // if not empty, every tool of the source is listed so …
	Reason   string  // … for this reason ("this space is not trusted")
	Action   Action  // what a person can do about that
	Rejected []Entry // definitions of this source that are only listed: broken, or disabled by their author
}

// A Registry is every tool of a space, in a fixed order: the look-up order of
// docs/spec/04-names.md. It does not change; a reload builds a new one.
type Registry struct {
	entries []Entry
	byName  map[string]int // every name that is an entry's own: bare, where it has no namespace, else qualified; and as models have it
	byBare  map[string]int // the bare name of a tool with a namespace: the first that can be called, else the first
}

// Build makes a Registry. Provisions come in look-up order: built-in, custom,
// manifest, hands, MCP, bridge. A name already taken is shadowed and listed
// with the reason, never silently replaced. off holds the names, bare, qualified
// or aliases, that the person has turned off.
func Build(ctx context.Context, provisions []Provision, off []string) *Registry {
	r := &Registry{byName: map[string]int{}, byBare: map[string]int{}}
	for _, p := range provisions {
		list, err := p.Source.Tools(ctx)
		if err != nil {
			r.add(Entry{Info: Info{Name: p.Source.Namespace(), Title: p.Source.Namespace()}, State: Missing, Reason: err.Error(), Action: ActionOf(err)}, "")
		}
		for _, t := range list {
			r.add(r.entry(p, t, off), p.Source.Namespace())
		}
		for _, e := range p.Rejected {
			if e.State == "" {
				e.State = Rejected
			}
			r.add(e, p.Source.Namespace())
		}
	}
	return r
}

func (r *Registry) entry(p Provision, t Tool, off []string) Entry {
	info := t.Info()
	e := Entry{Tool: t, Info: info, State: Ready}
	switch {
	case p.State != "" && p.State != Ready:
		e.State, e.Reason, e.Action = p.State, p.Reason, p.Action
	case info.Unavailable != "":
		e.State, e.Reason, e.Action = Missing, info.Unavailable, info.Action
	}
	e.Qualified = qualify(p.Source.Namespace(), info.Name)
	if isOff := func(name string) bool { return name == e.Qualified || Canonical(name) == info.Name }; slices.ContainsFunc(off, isOff) {
		e.State, e.Reason, e.Action = Disabled, "it is turned off", Action{Kind: EnableTool, Subject: e.Qualified}
	} else if info.StandsFor != "" && slices.Contains(off, info.StandsFor) {
		e.State, e.Reason, e.Action = Disabled, fmt.Sprintf("it stands for %s, which is turned off", info.StandsFor), Action{Kind: EnableTool, Subject: info.StandsFor}
	}
	return e
}

// add puts the entry at the end and gives it the names that are still free.
func (r *Registry) add(e Entry, namespace string) {
	if e.Qualified == "" {
		e.Qualified = qualify(namespace, e.Info.Name)
	}
	i := len(r.entries)
	listed := e.Tool == nil && (e.State == Rejected || e.State == Disabled) // it takes no name
	if !listed {
		if first, taken := r.byName[e.Info.Name]; taken && e.Qualified == e.Info.Name {
			by := r.entries[first].Info
			e.State, e.Action = Shadowed, Action{}
			e.Reason = fmt.Sprintf("the name is taken by the %s tool %q", by.Source, by.Name)
		}
	}
	if e.State != Shadowed && !listed {
		e.Model = r.modelName(e.Qualified)
		if first, taken := r.byName[e.Model]; taken {
			e.State, e.Model, e.Action = Shadowed, "", Action{}
			e.Reason = fmt.Sprintf("models would have the same name for it as for %s: another name for its tool or its server would part them", r.entries[first].Qualified)
		} else {
			r.name(e, i)
		}
	}
	r.entries = append(r.entries, e)
}

// name gives an entry its names. The bare name of a tool with a namespace finds it
// only where no tool has that name as its own: a server cannot take the name of
// another one's tool, nor of one that is listed later.
func (r *Registry) name(e Entry, i int) {
	names := []string{e.Qualified, e.Model}
	if e.Info.Source == "builtin" { // an alias is a name that is taken, like the tool's own (docs/spec/04-names.md)
		names = append(names, Aliases(e.Info.Name)...)
	}
	for _, n := range names {
		if _, taken := r.byName[n]; !taken {
			r.byName[n] = i
		}
	}
	if e.Qualified == e.Info.Name {
		return
	}
	first, taken := r.byBare[e.Info.Name]
	if !taken || r.entries[first].State != Ready && e.State == Ready {
		r.byBare[e.Info.Name] = i
	}
}

func qualify(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "__" + name
}

// modelName makes a name that models accept: other characters become "_", and
// one that is too long or changed gets a stable hash at its end
// (docs/spec/04-names.md).
func (r *Registry) modelName(name string) string {
	clean := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, name)
	if clean == name && len(name) <= 64 && name != "" {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	if len(clean) > 55 {
		clean = clean[:55]
	}
	return clean + "_" + hex.EncodeToString(sum[:4])
}

// Entries lists every tool in look-up order, whatever its state.
func (r *Registry) Entries() []Entry { return slices.Clone(r.entries) }

// Offered lists what a caller within the scope may use, in look-up order.
func (r *Registry) Offered(s Scope) []Entry {
	var out []Entry
	for _, e := range r.entries {
		if e.State == Ready && s.Refusal(e) == "" {
			out = append(out, e)
		}
	}
	return out
}

// Lookup finds the tool that name means to a caller within the scope. The name
// may be bare, qualified, an alias, or what a model was offered. Its error has the
// reason: permission_denied for one that is held back, as long as the scope would
// let the caller have it, else not_found (docs/spec/01-command-line.md).
func (r *Registry) Lookup(name string, s Scope) (Entry, error) {
	e, ok := r.find(name)
	if !ok {
		return Entry{}, r.unknown(name)
	}
	if others := r.sharing(name, e); len(others) > 0 {
		return Entry{}, Errorf(NotFound, "%q is not unique: say which one, %s", name, strings.Join(others, " or "))
	}
	why := s.Refusal(e)
	switch {
	case (e.State == Held || e.State == Barred) && why == "": // docs/spec/01-command-line.md: trust and pins
		return Entry{}, e.refusal(PermissionDenied, name)
	case e.State != Ready:
		return Entry{}, e.refusal(NotFound, name)
	case why != "":
		return Entry{}, Errorf(NotFound, "%q is not available: %s", name, why)
	}
	return e, nil
}

// find finds the entry that a name means.
func (r *Registry) find(name string) (Entry, bool) {
	for _, names := range []map[string]int{r.byName, r.byBare} {
		for _, n := range []string{name, Canonical(name)} {
			if i, ok := names[n]; ok {
				return r.entries[i], true
			}
		}
	}
	return Entry{}, false
}

// sharing returns the qualified names that the bare name could mean, if it
// could mean several: a bare name works only where it is unique
// (docs/spec/04-names.md).
func (r *Registry) sharing(name string, found Entry) []string {
	if name == found.Qualified || name == found.Model || found.Qualified == found.Info.Name {
		return nil
	}
	var names []string
	for _, e := range r.entries {
		if e.Info.Name == name && e.State == Ready {
			names = append(names, e.Qualified)
		}
	}
	if len(names) < 2 {
		return nil
	}
	return names
}

// unknown is the error for a name that finds nothing, with the nearest names
// and with the reason if a rejected definition has it.
func (r *Registry) unknown(name string) error {
	space, _, qualified := strings.Cut(name, "__")
	for _, e := range r.entries {
		switch {
		case qualified && e.Tool == nil && e.Qualified == space && e.Reason != "": // of a server that is not there
			code := NotFound
			if e.State == Held {
				code = PermissionDenied
			}
			return e.refusal(code, name)
		case e.Tool != nil || e.Info.Name != name && e.Qualified != name:
		case e.State == Disabled:
			return e.refusal(NotFound, name)
		case e.State == Rejected:
			return Errorf(NotFound, "%q is not available: its definition is broken: %s", name, e.Reason).Advise(e.Action)
		}
	}
	if near := r.near(name); len(near) > 0 {
		return Errorf(NotFound, "there is no tool %q; did you mean %s?", name, strings.Join(near, " or "))
	}
	return Errorf(NotFound, "there is no tool %q", name).Advise(Action{Kind: ListTools})
}

// Missing says that a name or glob of a list is that of no tool here, with the nearest names; "" if it is, also of one
// that may not run now. Tools of servers ("__" in a name) may come later, so they are never missing.
func (r *Registry) Missing(pattern string) string {
	if NamesServer(pattern) || slices.ContainsFunc(r.entries, func(e Entry) bool { return isNamed(pattern, e, true) }) {
		return ""
	}
	text := fmt.Sprintf("there is no tool %q", pattern)
	if near := r.near(pattern); len(near) > 0 {
		text += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return text
}

// near are at most three tools that a name was likely meant to be.
func (r *Registry) near(name string) (near []string) {
	for _, e := range r.entries {
		if e.State == Ready && len(near) < 3 && distance(name, e.Info.Name) <= 1+len(name)/4 {
			near = append(near, e.Qualified)
		}
	}
	return near
}

// distance is the number of edits between two short names.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return len(a) + len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		prev := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			prev, row[j] = row[j], min(row[j]+1, row[j-1]+1, prev+cost)
		}
	}
	return row[len(b)]
}
