// Package operator is the app without a face: it opens spaces, connects what
// they need, lets agents run, and tells whoever listens. Faces (the window, the
// command line) sit on top of it; it never asks for one.
package operator

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"handrail/hooks"
	"handrail/internal/confine"
	"handrail/internal/secrets"
	"handrail/journal/sqlite"
	"handrail/operator/asking"
	"handrail/operator/history"
	"handrail/operator/models"
	"handrail/operator/news"
	"handrail/operator/paths"
	"handrail/operator/permits"
	"handrail/operator/running"
	"handrail/operator/secrecy"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/operator/skills"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/builtin"
)

// Config is what an Operator is made of.
type Config struct {
	Dirs    settings.Dirs
	Version string
	Home    string // the person's home folder; never a space
	Environ settings.Environ
	// Helper is a program of ours that becomes a room (see walls.IsRoom): this one, or
	// the command line beside the window. "" builds no rooms.
	Helper string
	// Registries names the hosts from which builds fetch packages; nil asks the
	// person's package managers, which is slow.
	Registries func() []string
	// Network is what programs may reach, over all settings; nil: as these say.
	Network []string

	// Confirmer is the face's way to ask the person. It may use the window's
	// list, Asking().Questions().
	Confirmer func(*Operator) tools.Confirmer
	// Former is the face's way to show the person a server's form. It may use the
	// window's list, Asking().Forms(). nil: servers are told that there are none.
	Former func(*Operator) tools.Former
	// Bridge are the desktop's tools; nil where there is no desktop.
	Bridge func(*Operator) (tools.Source, error)
}

// refusal says why a folder may not be a space, or nil.
func (c Config) refusal(dir string) error {
	return spaces.Refusal(dir, c.Home, c.Dirs.Config, c.Dirs.Data)
}

// An Operator is the running app. It is safe for concurrent use.
type Operator struct {
	c        Config
	settings *settings.File
	models   *models.Catalog
	store    *sqlite.Store
	secrets  *secrecy.Keeper
	history  *history.Log
	runs     *running.Runs     // that go on
	redact   *secrets.Redactor // takes secrets out of texts
	walls    *walls.Keeper
	spaces   *openSpaces

	reads   *builtin.ReadLog // what each session has read
	jobs    *running.Jobs    // what runs in the background
	trusted *trust.Store     // what the person has trusted, and when calls ran
	asking  *asking.Desk
	permits *permits.Book // the person's rules and grants
	servers *servers.Pool // what the servers of all spaces share
	setup   *setup.Desk   // where the person sets them up
	bridge  tools.Source
	hub     *news.Hub

	ctx    context.Context // ends when the app closes
	cancel context.CancelFunc
	work   sync.WaitGroup // runs that go on

}

// Open opens the app: settings, journal, secrets. The caller closes it.
func Open(ctx context.Context, c Config) (*Operator, error) {
	dirs, err := c.Dirs.Make()
	if err != nil {
		return nil, err
	}
	c.Dirs = dirs
	if real, err := filepath.EvalSymlinks(c.Home); err == nil {
		c.Home = real
	}
	o := &Operator{
		c: c, settings: settings.Open(filepath.Join(dirs.Config, "settings.json")), reads: builtin.NewReadLog(),
	}
	o.spaces = &openSpaces{settings: o.settings, byDir: map[string]*Space{}}
	o.secrets = secrecy.New(secrecy.Config{
		Data: dirs.Data, Home: c.Home, User: c.Environ.User(), Vars: c.Environ.Vars, Settings: o.settings.Path(), Spaces: o.spaces.declared,
	})
	o.redact = o.secrets.Redactor()
	o.hub = news.NewHub(o.redact.Text)
	o.models = models.New(models.Config{Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact})
	o.ctx, o.cancel = context.WithCancel(context.WithoutCancel(ctx))
	o.runs = running.NewRuns(running.Config{Context: o.ctx, Journal: func() running.Journal { return o.store }, Redact: o.redact.Text, News: o.hub})
	o.store, err = sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(dirs.Data, "journal.db"), Version: c.Version, Notify: o.runs.Announce, Redact: o.redact.Marshaled})
	if err != nil {
		o.cancel()
		return nil, err
	}
	o.openWalls()
	o.asking = asking.NewDesk(asking.Config{Publish: o.hub.Publish, Name: o.spaces.nameOf, Learn: func(name, value string) { o.redact.Add(name, value) }})
	o.openPermits()
	o.openTrust()
	o.jobs = running.NewJobs(filepath.Join(dirs.Data, "output"), o.redact.Text)
	o.work.Go(func() {
		if err := o.jobs.Sweep(); err != nil {
			o.hub.Notice("warning", "old output of programs could not be removed: %v", err)
		}
	})
	o.work.Go(o.walls.SweepTemp)
	o.history = history.New(history.Config{Store: o.store, Pictures: filepath.Join(dirs.Data, "pictures"), Settings: o.settings, Notice: o.hub.Notice})
	o.work.Go(func() { o.history.Sweep(o.ctx) })
	o.asking.AskThrough(func(tools.Confirmer) tools.Confirmer { return c.Confirmer(o) })
	if c.Former != nil {
		o.asking.ShowThrough(c.Former(o))
	}
	o.openServers()
	if c.Bridge != nil {
		if o.bridge, err = c.Bridge(o); err != nil {
			return nil, errors.Join(err, o.store.Close())
		}
	}
	return o, nil
}

// Close ends every run and every job, waits for them, and closes the journal.
func (o *Operator) Close() error {
	o.cancel()
	o.jobs.Close()
	o.work.Wait()
	errs := []error{o.spaces.close()}
	errs = append(errs, o.walls.Close(), o.trusted.Close(), o.permits.Close())
	return errors.Join(append(errs, o.store.Close())...)
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

// FindSpace is the folder that a command means when none is named: the nearest
// space from dir upwards, never past the home folder, else dir.
func (o *Operator) FindSpace(dir string) string {
	if found, ok := spaces.Find(dir, o.c.Home); ok {
		return found
	}
	return dir
}

// What the rooms that stand above the core are made from: serving, chats, doctor,
// programs, replay. They know the core; the core does not know them.

// Config is what the app was opened with; its folders are there and absolute.
func (o *Operator) Config() Config { return o.c }

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

// Roots are the folders that the space's tools may touch, and the only way to the
// files in them.
func (s *Space) Roots() *confine.Roots { return s.roots }

// A Snapshot is what the calls of a space are judged by at one moment.
type Snapshot struct {
	Judges   guard.Config // what its guard is made of
	Registry *tools.Registry
	Hooks    hooks.Runner           // it counts nothing; nil: the space is not trusted
	Scopes   map[string]tools.Scope // of its agents, by id
}

// Snapshot is what calls are judged by at this moment.
func (s *Space) Snapshot() Snapshot {
	l := s.current.Load()
	out := Snapshot{Judges: l.judges.Config, Registry: l.registry, Scopes: map[string]tools.Scope{}}
	if l.trust.Level() != trust.Untrusted {
		out.Hooks = s.hooks.Engine(l.hooks)
	}
	for _, a := range s.Agents() {
		out.Scopes[a.ID] = skills.ScopeOf(a, nil)
	}
	return out
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
	settings, _, err := o.settings.Load()
	if err != nil {
		return paths.Ground{}, err
	}
	worked, err := o.store.History().Spaces(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written := slices.Concat(o.Roots(), settings.Spaces, worked, []string{o.c.Dirs.Config, o.c.Dirs.Data})
	for dir, own := range settings.PerSpace {
		written = append(append(written, dir), own.Roots...)
	}
	answered, err := o.walls.Answered(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	for dir := range answered {
		written = append(written, dir)
	}
	trusted, err := o.trusted.Folders(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written = append(written, trusted...)
	granted, err := o.permits.Paths(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	return paths.GroundOf(append(written, granted...)), nil
}

// Roots are the folders and files that tools may touch, of every open space.
func (o *Operator) Roots() []string { return o.spaces.roots() }
