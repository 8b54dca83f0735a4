package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/journal/sqlite"
	"handrail/operator/trust"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

const (
	// actGrantKind is where the journal's database keeps lasting yeses, by id; the
	// value is an actGrant as JSON.
	actGrantKind = "act-grant"
	// actUseKind is where it keeps how often each was used; the value is an actUse.
	actUseKind = "act-grant-use"
	// grantsKind is where it keeps a word that changes with every grant of any
	// kind: who has seen it knows them all.
	grantsKind, grantsVersion = "grants", "version"
)

const (
	// sessionDay is how long a grant of a session holds at most: a session may be
	// left open, or have a name and never end.
	sessionDay = 24 * time.Hour
	// grantsPoll is how soon a waiting call hears of a grant of another process.
	grantsPoll = 250 * time.Millisecond
	// usesWait is how long counted uses wait to be written together.
	usesWait = time.Second
)

// An actGrant is a guard.Grant as it is kept, with what it is bound to.
type actGrant struct {
	guard.Grant
	Definition string `json:",omitempty"` // of the tool, when it was made: see definitionOf
}

// An actUse counts.
type actUse struct {
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
}

// actGrants are the person's lasting yeses. Every look asks the database whether
// something has changed, so that what one process takes back counts in all at
// once. It is safe for concurrent use.
type actGrants struct {
	states *sqlite.States
	now    func() time.Time

	mu      sync.Mutex
	version string // what the list was read at
	read    bool
	list    []actGrant
	changed chan struct{} // closed at the next change that this process knows of
	uses    map[string]actUse
	writing *time.Timer

	taken string            // the version that Operator.takeOver has seen
	paths map[string]string // the granted paths as it has seen them
}

func newActGrants(ctx context.Context, states *sqlite.States) *actGrants {
	a := &actGrants{states: states, now: time.Now, changed: make(chan struct{}), uses: map[string]actUse{}}
	a.fresh(ctx)
	a.taken = a.version
	if paths, err := states.States(ctx, grantKind); err == nil { // else the first call takes them over
		a.paths = paths
	}
	return a
}

// fresh is the list as it is now: it is read again if any process has changed it.
// What cannot be read grants nothing.
func (a *actGrants) fresh(ctx context.Context) []actGrant {
	a.mu.Lock()
	defer a.mu.Unlock()
	version, _, err := a.states.State(ctx, grantsKind, grantsVersion)
	if err == nil && a.read && version == a.version {
		return a.list
	}
	var kept map[string]string
	if err == nil {
		kept, err = a.states.States(ctx, actGrantKind)
	}
	if err != nil {
		a.read, a.list = false, nil
		return nil
	}
	a.version, a.read, a.list = version, true, nil
	for _, id := range slices.Sorted(maps.Keys(kept)) {
		var g actGrant
		if json.Unmarshal([]byte(kept[id]), &g) != nil { // of a newer version: it grants nothing here
			continue
		}
		g.ID = id
		a.list = append(a.list, g)
	}
	slices.SortStableFunc(a.list, func(x, y actGrant) int { return x.Made.Compare(y.Made) })
	close(a.changed)
	a.changed = make(chan struct{})
	return a.list
}

// known is the list as it was last read.
func (a *actGrants) known(ctx context.Context) []actGrant {
	a.mu.Lock()
	read, list := a.read, a.list
	a.mu.Unlock()
	if !read {
		return a.fresh(ctx)
	}
	return list
}

// touch tells every process that something was granted or taken back.
func (a *actGrants) touch(ctx context.Context) error {
	return a.states.SetState(ctx, grantsKind, grantsVersion, pipeline.NewID())
}

// keep keeps a grant, and forgets those that are over.
func (a *actGrants) keep(ctx context.Context, g actGrant) (string, error) {
	id := "g_" + pipeline.NewID()
	if g.Session != "" && g.Until.IsZero() {
		g.Until = a.now().Add(sessionDay).UTC()
	}
	raw, err := json.Marshal(g)
	if err != nil {
		return "", err
	}
	if err := a.states.SetState(ctx, actGrantKind, id, string(raw)); err != nil {
		return "", err
	}
	if err := a.touch(ctx); err != nil {
		return "", err
	}
	a.fresh(ctx) // releases the calls that wait in this process
	return id, a.drop(ctx, func(g actGrant) bool { return !g.Live(a.now()) })
}

// drop takes back the grants that which is true of.
func (a *actGrants) drop(ctx context.Context, which func(actGrant) bool) error {
	list := a.fresh(ctx)
	var some bool
	for _, g := range list {
		if !which(g) {
			continue
		}
		some = true
		for _, kind := range []string{actGrantKind, actUseKind} {
			if err := a.states.SetState(ctx, kind, g.ID, ""); err != nil {
				return err
			}
		}
	}
	if !some {
		return nil
	}
	err := a.touch(ctx)
	a.fresh(ctx)
	return err
}

// endSession forgets the grants of a session that is over.
func (a *actGrants) endSession(ctx context.Context, session string) error {
	return a.drop(ctx, func(g actGrant) bool { return g.Session == session })
}

// used counts a use, unless the grant was taken back.
func (a *actGrants) used(ctx context.Context, id string) bool {
	if _, stands, err := a.states.State(ctx, actGrantKind, id); err != nil || !stands {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	u := a.uses[id]
	a.uses[id] = actUse{Count: u.Count + 1, Last: a.now().UTC()}
	if a.writing == nil {
		a.writing = time.AfterFunc(usesWait, func() { _ = a.flush(context.Background()) }) // what fails is written with the next ones
	}
	return true
}

// flush writes what was counted.
func (a *actGrants) flush(ctx context.Context) error {
	a.mu.Lock()
	uses := a.uses
	a.uses, a.writing = map[string]actUse{}, nil
	a.mu.Unlock()
	for id, u := range uses {
		if _, stands, err := a.states.State(ctx, actGrantKind, id); err == nil && !stands {
			continue
		}
		err := a.states.ChangeState(ctx, actUseKind, id, func(old string) string { return u.add(old) })
		if err != nil {
			a.mu.Lock()
			again := a.uses[id]
			a.uses[id] = actUse{Count: u.Count + again.Count, Last: later(u.Last, again.Last)}
			a.mu.Unlock()
			return fmt.Errorf("how often a grant was used could not be kept: %w", err)
		}
	}
	return nil
}

// add adds a use to what is kept; what cannot be read counts as nothing.
func (u actUse) add(kept string) string {
	var before actUse
	if json.Unmarshal([]byte(kept), &before) != nil {
		before = actUse{}
	}
	raw, err := json.Marshal(actUse{Count: before.Count + u.Count, Last: later(before.Last, u.Last)})
	if err != nil {
		return kept
	}
	return string(raw)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// next returns what is closed when something is next granted or taken back, in
// this process at once and in another within grantsPoll. ctx ends the looking.
func (a *actGrants) next(ctx context.Context) <-chan struct{} {
	a.fresh(ctx)
	a.mu.Lock()
	changed := a.changed
	a.mu.Unlock()
	go func() {
		tick := time.NewTicker(grantsPoll)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				a.fresh(ctx) // wakes whoever waits if it has changed
			case <-changed:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return changed
}

// definitionOf names what a tool is, as its author has declared it: a grant for a
// pattern of its calls holds for no other definition. A tool of the app's own has
// none.
func definitionOf(e tools.Entry) string {
	if e.Info.Source == "builtin" || e.Info.Source == "bridge" {
		return ""
	}
	input := ""
	if e.Info.Input != nil {
		input = string(e.Info.Input.JSON())
	}
	source := e.Info.Source
	if e.Info.Own { // another one than that of the settings with this name
		source += " of the space"
	}
	return tools.Digest("definition", e.Qualified, source, e.Info.Description, e.Info.Template, input, string(e.Info.Danger), fmt.Sprint(e.Info.Confirm, e.Info.SideEffect))
}

// spaceGrants are the grants as one space's door sees them: pipeline.Grants.
type spaceGrants struct{ s *Space }

// Counts implements pipeline.Grants: in a space that is not trusted none does.
func (g spaceGrants) Counts() bool { return g.s.trust.State().Level() != trust.Untrusted }

// Keep implements pipeline.Grants.
func (g spaceGrants) Keep(ctx context.Context, call tools.Call, grant guard.Grant) (string, error) {
	if !g.Counts() {
		return "", fmt.Errorf("nothing can be always allowed in a space that is not trusted; review the space and trust it first")
	}
	kept := actGrant{Grant: grant}
	if e, ok := g.entry(grant.Tool); ok && grant.Digest == "" {
		kept.Definition = definitionOf(e)
	}
	return g.s.o.grants.keep(ctx, kept)
}

// Used implements pipeline.Grants.
func (g spaceGrants) Used(ctx context.Context, id string) bool { return g.s.o.grants.used(ctx, id) }

// Changed implements pipeline.Grants.
func (g spaceGrants) Changed(ctx context.Context) <-chan struct{} { return g.s.o.grants.next(ctx) }

func (g spaceGrants) entry(qualified string) (tools.Entry, bool) {
	for _, e := range g.s.Registry().Entries() {
		if e.Qualified == qualified {
			return e, true
		}
	}
	return tools.Entry{}, false
}

// now are the grants that count in the space, as the door has taken them over at
// the beginning of the call. One that was taken back since lets nothing through:
// see Used.
func (g spaceGrants) now() []guard.Grant {
	if !g.Counts() {
		return nil
	}
	list := g.s.o.grants.known(g.s.o.ctx)
	out := make([]guard.Grant, 0, len(list))
	for _, kept := range list {
		if kept.Space != "" && kept.Space != g.s.dir || g.why(kept) != "" {
			continue
		}
		out = append(out, kept.Grant)
	}
	return out
}

// why says why a kept grant does not count in this space, or "".
func (g spaceGrants) why(kept actGrant) string {
	if !kept.Live(g.s.o.grants.now()) {
		return "it is over"
	}
	if kept.Digest != "" || kept.Definition == "" {
		return ""
	}
	e, ok := g.entry(kept.Tool)
	switch {
	case !ok:
		return "there is no tool " + strings.TrimSpace(kept.Tool) + " now"
	case definitionOf(e) != kept.Definition:
		return "the definition of " + kept.Tool + " has changed since"
	}
	return ""
}
