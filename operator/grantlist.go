package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"handrail/tools"
)

// The kinds of grants in the one list of them.
const (
	ActGrant     = "act"     // calls that run unasked
	PathGrant    = "path"    // a file or folder beside the space that its tools may touch
	NetworkGrant = "network" // builds may reach the package registries
)

// A GrantLine is one thing that the person has granted, of any kind
// (docs/spec/11-guard.md).
type GrantLine struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Label   string    `json:"label"`            // what the button said, or what it lets happen
	Source  string    `json:"source,omitempty"` // window, dialog, terminal, command line
	Space   string    `json:"space,omitempty"`  // the folder; "": every space
	Tool    string    `json:"tool,omitempty"`
	Pattern string    `json:"pattern,omitempty"` // "": exactly one act
	Session string    `json:"session,omitempty"`
	Call    string    `json:"call,omitempty"` // that was asked about
	Made    time.Time `json:"made,omitzero"`
	Until   time.Time `json:"until,omitzero"` // zero: until it is revoked
	Counted bool      `json:"counted"`        // whether uses are counted: those of paths and registries are not
	Count   int       `json:"count"`
	Last    time.Time `json:"last_used,omitzero"`
	Idle    string    `json:"idle,omitempty"` // why it lets nothing through now; "" if it does
}

// Grants lists everything that the person has granted, the newest first.
func (o *Operator) Grants(ctx context.Context) ([]GrantLine, error) {
	acts, err := o.actLines(ctx)
	if err != nil {
		return nil, err
	}
	paths, err := o.store.States().States(ctx, grantKind)
	if err != nil {
		return nil, err
	}
	for key, when := range paths {
		dir, path, _ := strings.Cut(key, "\x00")
		acts = append(acts, GrantLine{
			ID: pathGrantID(key), Kind: PathGrant, Label: "Tools may touch " + path, Source: "dialog", Space: dir, Made: timeOf(when), Pattern: path,
		})
	}
	answered, err := o.walls.Answered(ctx)
	if err != nil {
		return nil, err
	}
	for dir, when := range answered {
		acts = append(acts, GrantLine{ID: networkGrantID(dir), Kind: NetworkGrant, Label: "Builds may reach the package registries", Space: dir, Made: when})
	}
	slices.SortFunc(acts, func(a, b GrantLine) int {
		if d := b.Made.Compare(a.Made); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	return acts, nil
}

// actLines are the lasting yeses about acts.
func (o *Operator) actLines(ctx context.Context) ([]GrantLine, error) {
	if err := o.grants.flush(ctx); err != nil {
		return nil, err
	}
	uses, err := o.store.States().States(ctx, actUseKind)
	if err != nil {
		return nil, err
	}
	list := o.grants.fresh(ctx)
	var out []GrantLine
	for _, g := range list {
		if !g.Live(o.grants.now()) {
			continue // it is forgotten with the next one that is made
		}
		line := GrantLine{
			ID: g.ID, Kind: ActGrant, Label: g.Label, Source: g.Source, Space: g.Space, Tool: g.Tool, Pattern: g.Pattern, Session: g.Session, Call: g.Call,
			Made: g.Made, Until: g.Until, Counted: true,
		}
		var u actUse
		if json.Unmarshal([]byte(uses[g.ID]), &u) == nil {
			line.Count, line.Last = u.Count, u.Last
		}
		if s, err := o.Space(g.Space); err == nil {
			line.Idle = spaceGrants{s}.why(g)
			if !(spaceGrants{s}).Counts() {
				line.Idle = "the space is not trusted"
			}
		}
		out = append(out, line)
	}
	return out, nil
}

func pathGrantID(key string) string    { return "p_" + tools.Digest("path", key)[:16] }
func networkGrantID(dir string) string { return "n_" + tools.Digest("network", dir)[:16] }

func timeOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// RevokeGrant takes back one grant of the list, of any kind. Calls that wait or
// come hear of it at once, also those of other processes; what runs already runs
// on.
func (o *Operator) RevokeGrant(ctx context.Context, id string) error {
	list, err := o.Grants(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(g GrantLine) bool { return g.ID == id })
	if at < 0 {
		return fmt.Errorf("there is no grant %q; `handrail grants list` shows your grants", id)
	}
	switch g := list[at]; g.Kind {
	case PathGrant:
		return o.revokePath(ctx, g.Space, g.Pattern)
	case NetworkGrant:
		if s, err := o.Space(g.Space); err == nil {
			return errors.Join(s.walls.Revoke(ctx), o.grants.touch(ctx))
		}
		return errors.Join(o.walls.Forget(ctx, g.Space), o.grants.touch(ctx))
	}
	return o.grants.drop(ctx, func(g actGrant) bool { return g.ID == id })
}

// revokePath takes a path back, whether its space is open here or not.
func (o *Operator) revokePath(ctx context.Context, dir, path string) error {
	if _, err := o.Space(dir); err == nil {
		return o.Revoke(ctx, dir, path)
	}
	return errors.Join(o.store.States().SetState(ctx, grantKind, dir+"\x00"+path, ""), o.grants.touch(ctx))
}

// takeOver brings what another process has granted or taken back into the open
// spaces, before a call is looked at. It costs one look at the database.
func (o *Operator) takeOver() {
	g := o.grants
	g.fresh(o.ctx)
	g.mu.Lock()
	known := g.taken == g.version && g.paths != nil
	before := g.paths
	g.taken = g.version
	g.mu.Unlock()
	if known {
		return
	}
	now, err := o.store.States().States(o.ctx, grantKind)
	if err != nil {
		o.hub.Notice("warning", "what you have granted could not be read again: %v", err)
		return
	}
	g.mu.Lock()
	g.paths = now
	g.mu.Unlock()
	for _, s := range o.Spaces() {
		s.takeOverPaths(before, now)
		if err := s.answered(o.ctx); err != nil {
			o.hub.Notice("warning", "what you have answered about the network of %s could not be read again: %v", s.dir, err)
		}
	}
}

// opened notes a path that this process itself has opened, so that another one
// can take it back before the next call looks.
func (a *actGrants) opened(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	paths := maps.Clone(a.paths)
	if paths == nil {
		paths = map[string]string{}
	}
	paths[key] = ""
	a.paths = paths
}

// takeOverPaths opens and closes what was granted and taken back in between.
func (s *Space) takeOverPaths(before, now map[string]string) {
	for key := range before {
		dir, path, _ := strings.Cut(key, "\x00")
		if _, still := now[key]; dir == s.dir && !still && slices.Contains(s.roots.List(), path) {
			_ = s.roots.Revoke(path) // at worst it was revoked already
		}
	}
	for key := range now {
		dir, path, _ := strings.Cut(key, "\x00")
		if _, known := before[key]; dir == s.dir && !known && !slices.Contains(s.roots.List(), path) {
			_ = s.grant(path) // told of when the space is opened
		}
	}
}
