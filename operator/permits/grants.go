package permits

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

const (
	// actKind is where the journal's database keeps lasting yeses, by id; the
	// value is a grant as JSON.
	actKind = "act-grant"
	// useKind is where it keeps how often each was used; the value is a use.
	useKind = "act-grant-use"
	// versionKind is where it keeps a word that changes with every grant of any
	// kind: who has seen it knows them all.
	versionKind, versionName = "grants", "version"
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

// A grant is a guard.Grant as it is kept, with what it is bound to.
type grant struct {
	guard.Grant
	Definition string `json:",omitempty"` // of the tool, when it was made: see definitionOf

	// Tools are those of a server, each with its definition when the grant was made, if it is for all of them: then
	// Tool is a pattern. What the server has added or changed since is not among them.
	Tools map[string]string `json:",omitempty"`
}

// A use counts how often a grant let a call through.
type use struct {
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
}

// grants are the person's lasting yeses, and the granted paths as the open spaces
// have them. Every look asks the database whether something has changed, so that what
// one process takes back counts in all at once. It is safe for concurrent use.
type grants struct {
	states States
	now    func() time.Time

	mu      sync.Mutex // guards what follows; the database is read under it, never changed
	version string     // what the list was read at
	read    bool
	list    []grant
	changed chan struct{} // closed at the next change that this process knows of
	uses    map[string]use
	writing *time.Timer

	applied string           // the version that Book.CatchUp has brought into the open spaces
	paths   map[pathKey]bool // the granted paths at that version, and whether they may be changed; nil: not known
}

func newGrants(ctx context.Context, states States) *grants {
	a := &grants{states: states, now: time.Now, changed: make(chan struct{}), uses: map[string]use{}}
	a.fresh(ctx)
	a.applied = a.version
	if paths, err := readPaths(ctx, states); err == nil { // else the first call catches up with them
		a.paths = changeable(paths)
	}
	return a
}

// fresh is the list as it is now: it is read again if any process has changed it.
// What cannot be read grants nothing.
func (a *grants) fresh(ctx context.Context) []grant {
	a.mu.Lock()
	defer a.mu.Unlock()
	version, _, err := a.states.State(ctx, versionKind, versionName)
	if err == nil && a.read && version == a.version {
		return a.list
	}
	var kept map[string]string
	if err == nil {
		kept, err = a.states.States(ctx, actKind)
	}
	if err != nil {
		a.read, a.list = false, nil
		return nil
	}
	a.version, a.read, a.list = version, true, nil
	for _, id := range slices.Sorted(maps.Keys(kept)) {
		var g grant
		if json.Unmarshal([]byte(kept[id]), &g) != nil { // of a newer version: it grants nothing here
			continue
		}
		g.ID = id
		a.list = append(a.list, g)
	}
	slices.SortStableFunc(a.list, func(x, y grant) int { return x.Made.Compare(y.Made) })
	close(a.changed)
	a.changed = make(chan struct{})
	return a.list
}

// known is the list as it was last read.
func (a *grants) known(ctx context.Context) []grant {
	a.mu.Lock()
	read, list := a.read, a.list
	a.mu.Unlock()
	if !read {
		return a.fresh(ctx)
	}
	return list
}

// touch tells every process that something was granted or taken back.
func (a *grants) touch(ctx context.Context) error {
	return a.states.SetState(ctx, versionKind, versionName, pipeline.NewID())
}

// add keeps a grant, and forgets those that are over.
func (a *grants) add(ctx context.Context, g grant) (string, error) {
	id := "g_" + pipeline.NewID()
	if g.Session != "" && g.Until.IsZero() {
		g.Until = a.now().Add(sessionDay).UTC()
	}
	raw, err := json.Marshal(g)
	if err != nil {
		return "", err
	}
	if err := a.states.SetState(ctx, actKind, id, string(raw)); err != nil {
		return "", err
	}
	if err := a.touch(ctx); err != nil {
		return "", err
	}
	a.fresh(ctx) // releases the calls that wait in this process
	return id, a.remove(ctx, func(g grant) bool { return !g.Live(a.now()) })
}

// remove takes back the grants that match.
func (a *grants) remove(ctx context.Context, match func(grant) bool) error {
	list := a.fresh(ctx)
	var found bool
	for _, g := range list {
		if !match(g) {
			continue
		}
		found = true
		for _, kind := range []string{actKind, useKind} {
			if err := a.states.SetState(ctx, kind, g.ID, ""); err != nil {
				return err
			}
		}
	}
	if !found {
		return nil
	}
	err := a.touch(ctx)
	a.fresh(ctx)
	return err
}

// countUse counts a use, unless the grant was taken back.
func (a *grants) countUse(ctx context.Context, id string) bool {
	if _, stands, err := a.states.State(ctx, actKind, id); err != nil || !stands {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	u := a.uses[id]
	a.uses[id] = use{Count: u.Count + 1, Last: a.now().UTC()}
	if a.writing == nil {
		a.writing = time.AfterFunc(usesWait, func() { _ = a.flush(context.Background()) }) // what fails is written with the next ones
	}
	return true
}

// flush writes what was counted.
func (a *grants) flush(ctx context.Context) error {
	a.mu.Lock()
	uses := a.uses
	a.uses, a.writing = map[string]use{}, nil
	a.mu.Unlock()
	for id, u := range uses {
		if _, stands, err := a.states.State(ctx, actKind, id); err == nil && !stands {
			continue
		}
		err := a.states.ChangeState(ctx, useKind, id, func(old string) string { return u.add(old) })
		if err != nil {
			a.mu.Lock()
			again := a.uses[id]
			a.uses[id] = use{Count: u.Count + again.Count, Last: later(u.Last, again.Last)}
			a.mu.Unlock()
			return fmt.Errorf("couldn't save how often a grant was used: %w", err)
		}
	}
	return nil
}

// add adds a use to what is kept; what cannot be read counts as nothing.
func (u use) add(kept string) string {
	var before use
	if json.Unmarshal([]byte(kept), &before) != nil {
		before = use{}
	}
	raw, err := json.Marshal(use{Count: before.Count + u.Count, Last: later(before.Last, u.Last)})
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

// changes returns what is closed when something is next granted or taken back, in
// this process at once and in another within grantsPoll. ctx ends the looking.
func (a *grants) changes(ctx context.Context) <-chan struct{} {
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
	return tools.Digest("definition", e.Qualified, source, e.Info.Program, e.Info.Description, e.Info.Template, input, string(e.Info.Danger), fmt.Sprint(e.Info.Confirm, e.Info.SideEffect))
}
