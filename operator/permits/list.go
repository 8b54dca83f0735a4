package permits

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"handrail/operator/paths"
	"handrail/tools"
)

// The kinds of grants in the one list of them.
const (
	ActGrant     = "act"     // calls that run unasked
	PathGrant    = "path"    // a file or folder beside the space that its tools may read, or read and change
	NetworkGrant = "network" // builds may reach the package registries
)

// A GrantLine is one thing that the person has granted, of any kind
// (docs/spec/11-guard.md).
type GrantLine struct {
	ID      string       `json:"id"`
	Kind    string       `json:"kind"`
	Label   string       `json:"label"`            // what the button said, or what it lets happen
	Says    tools.Clause `json:"-"`                // the same, to be said in the person's language; none: only Label says it
	Source  string       `json:"source,omitempty"` // window, dialog, terminal, command line
	Space   string       `json:"space,omitempty"`  // the folder; "": every space
	Tool    string       `json:"tool,omitempty"`
	Pattern string       `json:"pattern,omitempty"` // "": exactly one act
	Session string       `json:"session,omitempty"`
	Call    string       `json:"call,omitempty"` // that was asked about
	Made    time.Time    `json:"made,omitzero"`
	Until   time.Time    `json:"until,omitzero"` // zero: until it is revoked
	Counted bool         `json:"counted"`        // whether uses are counted: those of paths and registries are not
	Count   int          `json:"count"`
	Last    time.Time    `json:"last_used,omitzero"`
	Idle    string       `json:"idle,omitempty"` // why it lets nothing through now; "" if it does
}

// Grants lists everything that the person has granted, the newest first.
func (b *Book) Grants(ctx context.Context) ([]GrantLine, error) {
	acts, err := b.actLines(ctx)
	if err != nil {
		return nil, err
	}
	paths, err := readPaths(ctx, b.c.States)
	if err != nil {
		return nil, err
	}
	for key, g := range paths {
		says := tools.Say(tools.PathRead, key.path)
		if g.Change {
			says = tools.Say(tools.PathChange, key.path)
		}
		line := GrantLine{
			ID: pathGrantID(key), Kind: PathGrant, Label: says.String(), Says: says, Source: "dialog", Space: key.space, Session: key.session, Made: g.Made, Pattern: key.path,
		}
		if key.session != "" {
			line.Until = g.Made.Add(sessionPick)
		}
		acts = append(acts, line)
	}
	answered, err := b.c.Walls.Answered(ctx)
	if err != nil {
		return nil, err
	}
	for dir, when := range answered {
		says := tools.Say(tools.BuildsReach)
		acts = append(acts, GrantLine{ID: networkGrantID(dir), Kind: NetworkGrant, Label: says.String(), Says: says, Space: dir, Made: when})
	}
	slices.SortFunc(acts, func(a, b GrantLine) int {
		if d := b.Made.Compare(a.Made); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	return acts, nil
}

// actLines lists the lasting yeses about acts.
func (b *Book) actLines(ctx context.Context) ([]GrantLine, error) {
	if err := b.grants.flush(ctx); err != nil {
		return nil, err
	}
	uses, err := b.c.States.States(ctx, useKind)
	if err != nil {
		return nil, err
	}
	list := b.grants.fresh(ctx)
	var out []GrantLine
	for _, g := range list {
		if !g.Live(b.grants.now()) {
			continue // it is forgotten with the next one that is made
		}
		line := GrantLine{
			ID: g.ID, Kind: ActGrant, Label: g.Label, Says: g.Says, Source: g.Source, Space: g.Space, Tool: g.Tool, Pattern: g.Pattern, Session: g.Session, Call: g.Call,
			Made: g.Made, Until: g.Until, Counted: true,
		}
		var u use
		if json.Unmarshal([]byte(uses[g.ID]), &u) == nil {
			line.Count, line.Last = u.Count, u.Last
		}
		if s, err := b.find(g.Space); err == nil {
			line.Idle = s.idle(g)
			if !s.Counts() {
				line.Idle = "the space is not trusted"
			}
		}
		out = append(out, line)
	}
	return out, nil
}

func pathGrantID(key pathKey) string   { return "p_" + tools.Digest("path", key.stored())[:16] }
func networkGrantID(dir string) string { return "n_" + tools.Digest("network", dir)[:16] }

// RevokeGrant takes back one grant of the list, of any kind. Calls that wait or
// come hear of it at once, also those of other processes; what runs already runs
// on.
func (b *Book) RevokeGrant(ctx context.Context, id string) error {
	list, err := b.Grants(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(g GrantLine) bool { return g.ID == id })
	if at < 0 {
		return tools.Advise(tools.Action{Kind: tools.ListGrants}, "there is no grant %q", id)
	}
	switch g := list[at]; g.Kind {
	case PathGrant:
		key := pathKey{g.Space, g.Pattern, g.Session}
		s, err := b.find(g.Space)
		if err != nil { // it is forgotten, and nothing is there to close
			return b.forgetPath(ctx, key)
		}
		return revokePath(ctx, s, key)
	case NetworkGrant:
		if s, err := b.find(g.Space); err == nil {
			return errors.Join(s.c.RevokeNetwork(ctx), b.grants.touch(ctx))
		}
		return errors.Join(b.c.Walls.Forget(ctx, g.Space), b.grants.touch(ctx))
	}
	return b.grants.remove(ctx, func(g grant) bool { return g.ID == id })
}

// ForgetSession takes back what was picked for one session of a space alone.
func ForgetSession(ctx context.Context, b *Book, session string) error {
	all, err := readPaths(ctx, b.c.States)
	errs := []error{err}
	for key := range all {
		if session == "" || key.session != session {
			continue
		}
		if s, unopened := b.find(key.space); unopened == nil {
			errs = append(errs, revokePath(ctx, s, key))
		} else {
			errs = append(errs, b.forgetPath(ctx, key))
		}
	}
	return errors.Join(errs...)
}

// PickedBy reports whether anything in a folder was picked for a session other than this one.
func PickedBy(ctx context.Context, b *Book, folder, session string) (bool, error) {
	all, err := readPaths(ctx, b.c.States)
	for key := range all {
		if key.session != session && paths.Within(key.path, []string{folder}) {
			return true, err
		}
	}
	return false, err
}
