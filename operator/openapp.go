package operator

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"handrail/internal/proc"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/asking"
	"handrail/operator/browsing"
	"handrail/operator/history"
	"handrail/operator/models"
	"handrail/operator/news"
	"handrail/operator/origins"
	"handrail/operator/permits"
	"handrail/operator/rehearsal"
	"handrail/operator/running"
	"handrail/operator/secrecy"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/operator/trust"
	"handrail/operator/undo"
	"handrail/operator/walls"
	"handrail/tools"
	"handrail/tools/builtin"
	"handrail/tools/web"
)

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
	o := &Operator{commons: &commons{config: c, settings: settings.Open(filepath.Join(dirs.Config, "settings.json")), reads: builtin.NewReadLog(), seen: web.NewSeen()}}
	o.origins = origins.New(o.seen)
	o.projects, o.reloadAll = o.Projects(), o.reloadSpaces
	o.spaces = &openSpaces{settings: o.settings, byDir: map[string]*Space{}}
	o.openDirs = o.spaces.dirs
	o.secrets = secrecy.New(secrecy.Config{
		Data: dirs.Data, Home: c.Home, User: c.Environ.User(), Vars: c.Environ.Vars, Settings: o.settings.Path(), Spaces: o.spaces.declared,
	})
	openWayOut(o)
	o.browsing = browsing.New(browsing.Config{Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Fetcher: o.fetcher, Network: c.Network, Reload: o.reloadSpaces})
	o.hub = news.NewHub(o.redact.Text)
	o.models = models.New(models.Config{Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Way: o.proxies.Way})
	o.ctx, o.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	o.runs = running.NewRuns(running.Config{Context: o.ctx, Journal: func() running.Journal { return o.store }, Redact: o.redact.Text, News: o.hub, Begins: func() { o.halt.Watch() }})
	o.store, err = sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(dirs.Data, "journal.db"), Version: c.Version, Notify: o.runs.Announce, Redact: o.redact.Marshaled})
	if err != nil {
		o.cancel(err)
		return nil, err
	}
	o.openWalls()
	o.asking = asking.NewDesk(asking.Config{Publish: o.hub.Publish, Name: o.spaces.nameOf, Learn: func(name, value string) { o.redact.Add(name, value) }})
	o.openPermits()
	o.openTrust()
	o.jobs = running.NewJobs(filepath.Join(dirs.Data, "output"), o.redact.Text, running.Leftovers{List: leftRunning(o.walls), End: o.walls.EndLeft})
	openBounds(o)
	o.work.Go(func() {
		if err := o.jobs.Sweep(); err != nil {
			o.hub.Notice("warning", "old output of programs could not be removed: %v", err)
		}
	})
	o.work.Go(o.walls.SweepTemp)
	o.rehearsals = rehearsal.New(dirs.Data, o.redact.Text)
	o.work.Go(o.rehearsals.Sweep)
	o.history = history.New(history.Config{Store: o.store, Pictures: filepath.Join(dirs.Data, "pictures"), Settings: o.settings, Notice: o.hub.Notice})
	o.work.Go(func() { o.history.Sweep(o.ctx) })
	o.undo = undo.New(undo.Config{
		Dir: filepath.Join(dirs.Data, "snapshots"), Settings: o.settings, States: o.store.States(), Log: o.history, Record: o.store.Record, Notice: o.hub.Notice, Redact: o.redact.Text,
		Key: func(ctx context.Context) ([]byte, error) { return keyOf(ctx, o.store.States(), "snapshots") },
	})
	o.work.Go(func() { o.undo.Sweep(o.ctx) })
	openMachines(o)
	if c.Former != nil {
		o.asking.ShowThrough(func(tools.Former) tools.Former { return c.Former(o) })
	}
	o.openServers()
	o.outbox = newOutbox(o.commons, o.Go)
	if c.Bridge != nil {
		if o.bridge, err = c.Bridge(o); err != nil {
			return nil, errors.Join(err, o.Close())
		}
	}
	return o, nil
}

// openWalls makes what stands around programs.
func (o *Operator) openWalls() {
	o.walls = walls.New(walls.Config{
		Context: o.ctx, Dirs: o.config.Dirs, Home: o.config.Home, Vars: o.config.Environ.Vars, Settings: o.settings, Way: o.proxies.Way, States: o.store.States(), Journal: o.store,
		Network: o.config.Network, Helper: o.config.Helper, Registries: o.config.Registries, Ground: o.AgentGround, Notice: o.hub.Notice,
		Confirm: func(ctx context.Context, q tools.Question) (tools.Answer, error) { return o.asking.Confirm(ctx, q) },
	})
}

// leftRunning is what finished calls and hooks have left running, as jobs.
func leftRunning(k *walls.Keeper) func() ([]running.Job, error) {
	return func() ([]running.Job, error) {
		left, err := k.Left()
		var list []running.Job
		for _, l := range left {
			first := l.Processes[0]
			job := running.Job{ID: l.ID, Call: l.Call, Session: l.Session, Space: l.Space, Tool: l.Tool, Title: first.Command, Folder: first.Folder, Began: l.Since, Running: true, Left: true}
			if more := len(l.Processes) - 1; more > 0 {
				job.Title += fmt.Sprintf(" (and %d more)", more)
			}
			if l.Hook != "" {
				job.Tool = l.Hook
			}
			list = append(list, job)
		}
		return list, err
	}
}

// openPermits makes the book of what may run unasked.
func (o *Operator) openPermits() {
	o.permits = permits.New(permits.Config{
		Context: o.ctx, Home: o.config.Home, Dirs: o.config.Dirs, Settings: o.settings, States: o.store.States(), Walls: o.walls,
		Open: func() (out []*permits.Space) {
			for _, s := range o.Spaces() {
				out = append(out, s.permits)
			}
			return out
		},
		Reload: o.reloadSpaces, Events: o.store.History().CallEvents, Notice: o.hub.Notice, Ground: o.AgentGround,
		Getenv: func(name string) string { return proc.Getenv(o.config.Environ.Vars, name) },
		Called: func(ctx context.Context, call string) (space, tool string, err error) {
			record, err := o.history.Call(ctx, call)
			return record.Space, record.Tool, err
		},
	})
}

// openTrust opens the places of what is trusted. What is left over there is removed
// meanwhile.
func (o *Operator) openTrust() {
	o.trusted = trust.OpenStore(trust.StoreConfig{Data: o.config.Dirs.Data, States: o.store.States(), Touch: o.permits.Touch})
	o.work.Go(func() {
		if err := o.trusted.Prune(o.ctx); err != nil {
			o.hub.Notice("warning", "what is not trusted any more could not be removed: %v", err)
		}
	})
	o.work.Go(func() { _ = o.trusted.SweepCalls() }) // what stays is tried again at the next start
}

// openServers makes what the servers of all spaces share, and the desk where the
// person sets them up.
func (o *Operator) openServers() {
	o.servers = servers.New(servers.Config{
		Context: o.ctx, Version: o.config.Version, Home: o.config.Home, Dirs: o.config.Dirs, Environ: o.config.Environ, Network: o.config.Network,
		Settings: o.settings, Way: o.proxies.Way, Secrets: o.secrets.Store(), Redact: o.redact, Store: o.store.States(), Looks: o.secrets.Looks, Learn: o.secrets.Learn,
		Form: o.asking.Form, Ground: o.AgentGround, Asking: asking.Recorded{Journal: o.store, Confirm: o.asking.Confirm}, Unwalled: o.walls.Unwalled, Notice: o.hub.Notice, Changed: o.serversChanged, Approved: o.serverApproved,
	})
	o.setup = setup.New(setup.Config{
		Home: o.config.Home, Environ: o.config.Environ, Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Looks: o.secrets.Looks,
		Servers: o.servers, Changed: o.serversChanged,
		Open: func() (out []*servers.Set) {
			for _, s := range o.Spaces() {
				out = append(out, s.servers)
			}
			return out
		},
	})
}

// serversChanged makes the settings count in every open space.
func (o *Operator) serversChanged(ctx context.Context) error {
	err := o.reloadSpaces(ctx)
	for _, s := range o.Spaces() {
		s.announce(news.OnServers)
	}
	return err
}

// serverApproved lists the tools of the space at dir anew, or of every open one if that
// is "", and lets other processes know.
func (o *Operator) serverApproved(ctx context.Context, dir string) error {
	for _, s := range o.Spaces() {
		if dir != "" && s.dir != dir {
			continue
		}
		if err := s.relist(ctx, nil); err != nil {
			return err
		}
		s.announce(news.OnServers)
	}
	return o.permits.Touch(ctx)
}

// Close ends every run and every job, waits for them, and closes the journal. Runs of agents
// that go on are cut: they can be resumed.
func (o *Operator) Close() error {
	if ending := o.config.Ending; ending != nil {
		defer o.hub.Attend(func(e news.Event) {
			if e.Kind == news.OnNotice {
				ending(*e.Notice)
			}
		})()
	}
	o.machines.Flush(o.ctx)
	o.cancel(journal.ErrClosing)
	o.jobs.Close()
	o.work.Wait()
	open := o.spaces.byFolder()
	errs := []error{o.spaces.close(), o.walls.Close()}
	for _, s := range open {
		servers.ProgramsOf(s.servers).Settle(context.WithoutCancel(o.ctx))
	}
	errs = append(errs, o.trusted.Close(), o.permits.Close())
	return errors.Join(append(errs, o.store.Close())...)
}
