// Package operator is the app without a face: it opens spaces, connects what
// they need, lets agents run, and tells whoever listens. Faces (the window, the
// command line) sit on top of it; it never asks for one.
package operator

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"handrail/internal/schema"
	"handrail/journal/sqlite"
	"handrail/operator/asking"
	"handrail/operator/history"
	"handrail/operator/models"
	"handrail/operator/news"
	"handrail/operator/outbox"
	"handrail/operator/paths"
	"handrail/operator/permits"
	"handrail/operator/running"
	"handrail/operator/secrecy"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/operator/walls"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// An Operator is the running app. It is safe for concurrent use.
type Operator struct {
	*commons
	models *models.Catalog
	spaces *openSpaces
	cancel context.CancelCauseFunc
	work   sync.WaitGroup // what runs in the background

	showMachines func() // shows what waits on other machines
}

// Models knows which models there are.
func (o *Operator) Models() *models.Catalog { return o.models }

// Secrets are the person's secrets, and what keeps them out of texts.
func (o *Operator) Secrets() *secrecy.Keeper { return o.secrets }

// History is what has happened.
func (o *Operator) History() *history.Log { return o.history }

// Runs are the runs that go on in this process.
func (o *Operator) Runs() *running.Runs { return o.runs }

// Jobs are what runs in the background.
func (o *Operator) Jobs() *running.Jobs { return o.jobs }

// Asking is where the person is asked.
func (o *Operator) Asking() *asking.Desk { return o.asking }

// Walls are what stands around the programs of all spaces.
func (o *Operator) Walls() *walls.Keeper { return o.walls }

// Permits are the person's rules and grants.
func (o *Operator) Permits() *permits.Book { return o.permits }

// Setup is where the person's own servers are saved.
func (o *Operator) Setup() *setup.Desk { return o.setup }

// What the parts that stand above the core are made from: serving, chats, doctor,
// programs, replay. They know the core; the core does not know them.

// Config is what the app was opened with; its folders are there and absolute.
func (o *Operator) Config() Config { return o.config }

// Context ends when the app closes.
func (o *Operator) Context() context.Context { return o.ctx }

// Go runs work in the background. Close waits for it: it must end with Context.
func (o *Operator) Go(work func()) { o.work.Go(work) }

// Store is the journal's database.
func (o *Operator) Store() *sqlite.Store { return o.store }

// Settings is what the person has set.
func (o *Operator) Settings() *settings.File { return o.settings }

// News is what tells faces what happens.
func (o *Operator) News() *news.Hub { return o.hub }

// Bridge are the desktop's tools; nil where there is no desktop.
func (o *Operator) Bridge() tools.Source { return o.bridge }

// OutboxOf is where messages wait to be sent, and the channels that they are sent by.
func OutboxOf(o *Operator) *outbox.Book { return o.outbox }

// Space finds an open space by its folder.
func (o *Operator) Space(dir string) (*Space, error) { return o.spaces.find(dir) }

// Spaces lists the open spaces, in the order of the person's list.
func (o *Operator) Spaces() []*Space { return o.spaces.list() }

// Roots are the folders and files that tools may touch, of every open space.
func (o *Operator) Roots() []string { return o.spaces.roots() }

// FindSpace is the folder that a command means when none is named: from dir upwards, never past the home folder, the nearest
// space that the person knows, else the nearest one, else dir. A folder that is called agent is made quickly, and what it would
// make a space of must not be out of reach of the rules and hooks of one that is trusted (docs/decisions/1071-which-space-a-command-means.md).
// passed is a nearer one that is not known; "" if there is none.
func (o *Operator) FindSpace(dir string) (found, passed string) {
	nearest, ok := spaces.Find(dir, o.config.Home)
	if !ok {
		return dir, ""
	}
	known := o.known()
	for at, ok := nearest, true; ok; at, ok = spaces.Find(filepath.Dir(at), o.config.Home) {
		if slices.Contains(known, at) {
			if at == nearest {
				return at, ""
			}
			return at, nearest
		}
	}
	return nearest, ""
}

// OpenSpace opens a folder, or returns it if it is open. A broken definition
// never stops it; a folder that may not be a space does.
func (o *Operator) OpenSpace(ctx context.Context, dir string) (*Space, error) {
	dir, err := paths.Real(dir)
	if err != nil {
		return nil, err
	}
	s, err := o.spaces.find(dir)
	if err == nil {
		return s, nil
	}
	if err := o.config.Refusal(dir); err != nil {
		return nil, err
	}
	if s, err = o.open(ctx, dir, nil); err != nil {
		return nil, err
	}
	if other := o.spaces.add(s); other != s { // opened meanwhile; only what is s's own is closed
		return other, s.close()
	}
	return s, nil
}

// AddSpace opens a folder, watches it and puts it on the person's list.
func (o *Operator) AddSpace(ctx context.Context, dir string) (*Space, error) {
	s, err := o.OpenSpace(ctx, dir)
	if err != nil {
		return nil, err
	}
	s.Watch()
	_, err = o.settings.Update(func(set *settings.Settings) error {
		if !slices.Contains(set.Spaces, s.dir) {
			set.Spaces = append(set.Spaces, s.dir)
		}
		return nil
	})
	if err != nil {
		o.hub.Notice("warning", "the space is open, but it could not be put on your list: %v", err)
	}
	s.announce(news.OnSpace)
	return s, nil
}

// RemoveSpace takes a folder off the list and closes it. Nothing on disk is
// touched.
func (o *Operator) RemoveSpace(dir string) error {
	s, err := o.spaces.remove(dir, o.runs.Busy)
	if err != nil {
		return err
	}
	if _, err := o.settings.Update(func(set *settings.Settings) error {
		set.Spaces = slices.DeleteFunc(set.Spaces, func(x string) bool { return x == dir })
		return nil
	}); err != nil {
		if s != nil && o.spaces.add(s) != s { // opened again meanwhile
			err = errors.Join(err, s.close())
		}
		return err
	}
	if s == nil {
		return nil
	}
	o.jobs.StopAll(dir)
	return s.close()
}

// Restore opens the folders on the person's list, and first (if it is not "")
// as well. A folder that cannot be opened is told of and stays on the list.
func (o *Operator) Restore(ctx context.Context, first string) error {
	s, _, err := o.settings.Load()
	if err != nil {
		o.hub.Notice("error", "%v", err)
	}
	for _, dir := range s.Spaces {
		space, err := o.OpenSpace(ctx, dir)
		if err != nil {
			o.hub.Notice("warning", "%v", err)
			continue
		}
		space.Watch()
	}
	o.work.Go(warm)
	if first == "" {
		return nil
	}
	space, err := o.AddSpace(ctx, first)
	if err != nil {
		return err
	}
	_, err = o.settings.Update(func(set *settings.Settings) error { // what was opened last comes first
		set.Spaces = append([]string{space.dir}, slices.DeleteFunc(set.Spaces, func(x string) bool { return x == space.dir })...)
		return nil
	})
	return err
}

// warm starts RE2, so that the first call of a window does not wait for it.
func warm() { _, _ = schema.Compile("x", false) }

// reloadSpaces reads every open space again and tells the faces.
func (o *Operator) reloadSpaces(ctx context.Context) error {
	var errs []error
	for _, s := range o.Spaces() {
		errs = append(errs, s.reloadAndTell(ctx))
	}
	return errors.Join(errs...)
}

// PreviewQuestion settles what the person has made of the input of a question
// that waits, and runs nothing. Its Preview.Digest goes into the answer. Hooks
// are not run: they still have their say when it is answered.
func (o *Operator) PreviewQuestion(ctx context.Context, id string, input json.RawMessage) (Forecast, error) {
	p, ok := o.asking.Questions().Find(id)
	if !ok {
		return Forecast{}, asking.ErrNoQuestion
	}
	s, err := o.Space(p.Space)
	if err != nil {
		return Forecast{}, err
	}
	call := tools.Call{Tool: p.Tool, Input: input, Caller: p.Caller, Session: p.Session, Space: p.Space}
	return s.pipe.Forecast(ctx, pipeline.Request{Call: call}), nil
}

// AgentGround is all that an agent may have written, now or earlier: every
// folder that is known as a space, by the settings, by what the person has said of
// it, or by a run that is kept; what was granted to one; and the data folder
// with its caches and temporary files. What is only ours is counted as well.
func (o *Operator) AgentGround() (paths.Ground, error) {
	ctx := context.WithoutCancel(o.ctx) // it is asked while everything ends, too
	set, _, err := o.settings.Load()
	if err != nil {
		return paths.Ground{}, err
	}
	worked, err := o.store.History().Spaces(ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written := slices.Concat(o.Roots(), set.Spaces, worked, []string{o.config.Dirs.Config, o.config.Dirs.Data})
	servers := slices.Collect(maps.Values(set.Tools.Servers))
	for dir, own := range set.PerSpace {
		written = append(written, dir)
		for _, root := range own.Roots {
			written = append(written, paths.Expand(o.config.Home, root))
		}
		servers = slices.AppendSeq(servers, maps.Values(own.Servers))
	}
	for _, s := range servers {
		for _, path := range s.Write {
			written = append(written, paths.Expand(o.config.Home, path))
		}
	}
	answered, err := o.walls.Answered(ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	for dir := range answered {
		written = append(written, dir)
	}
	trusted, err := o.trusted.Folders(ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written = append(written, trusted...)
	granted, err := o.permits.Paths(ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	return paths.GroundOf(append(written, granted...)), nil
}
