package operator

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/hooks"
	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/journal/sqlite"
	"handrail/mcp"
	"handrail/operator/definitions"
	"handrail/operator/hands"
	"handrail/operator/hookstate"
	"handrail/operator/memories"
	"handrail/operator/news"
	"handrail/operator/origins"
	"handrail/operator/permits"
	"handrail/operator/rehearsal"
	"handrail/operator/servers"
	"handrail/operator/setup"
	"handrail/operator/skills"
	"handrail/operator/subagents"
	"handrail/operator/trust"
	"handrail/operator/undo"
	"handrail/operator/walls"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/builtin"
	"handrail/tools/memory"
)

// open opens a folder as a space of its own, which nobody knows yet. run is the conversation of
// which all is only rehearsed there; nil: what is done there is done.
func (c *commons) open(ctx context.Context, dir string, run *rehearsal.Run) (*Space, error) {
	temp, err := c.walls.MakeTemp()
	if err != nil {
		return nil, err
	}
	s := &Space{commons: c, dir: dir, temp: temp, run: run}
	s.trust = newTrust(s)
	reach := confine.Config{
		Base: dir, More: []string{temp}, Never: []string{c.config.Dirs.Config, c.config.Dirs.Data}, Writing: writing(s), Held: s.trust.Activity().Held,
		Shown: func() map[string]string { return walls.ShownAs(c.walls, temp) },
	}
	if run != nil {
		reach.Writing, reach.Held, reach.Layers = nil, nil, run.Cover() // nothing of the space is written
	}
	s.roots, err = confine.New(reach)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temp))
	}
	s.ctx, s.stop = context.WithCancel(c.ctx)
	s.permits = newPermits(s)
	s.servers = newServers(s)
	s.setup = c.setup.Editor(setup.EditorConfig{Dir: dir, Servers: s.servers, Found: s.foundServers})
	s.walls = newWalls(s, temp)
	s.hooks = newHooks(s)
	s.skills = newSkills(s)
	s.definitions = newDefinitions(s)
	s.hands = newHands(s)
	s.origins = newOrigins(s)
	s.undo = c.undo.Space(undo.SpaceConfig{Dir: dir, Temp: temp, Roots: s.roots, Jobs: jobCalls(s), Reach: func() string { return s.current.Load().reach.Outside() }, Restoring: func() func([]string) { return restoring(s) }, Persons: persons(s), Changed: wrote(s), Aside: tellAside(s)})
	if err := s.connect(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	_ = walls.Meanwhile(s.walls)
	walls.Heard(s.walls, "") // perhaps nobody listens yet
	return s, nil
}

// writing notes what Handrail itself writes in a space: the person's pins and walls must know it from what programs write.
func writing(s *Space) func(path string) (end func()) {
	return func(path string) (end func()) {
		written, known := s.trust.Activity().Writing(path), s.walls.Writing(path)
		return func() {
			known()
			written()
		}
	}
}

// connect makes the space's tools and its door, and loads it.
func (s *Space) connect(ctx context.Context) error {
	if err := s.permits.Restore(ctx); err != nil {
		return err
	}
	key, err := digestKey(ctx, s.commons.store.States())
	if err != nil {
		return err
	}
	s.key = key
	s.base, err = builtin.New(builtin.Config{
		Roots: s.roots, Reads: s.commons.reads, Withholds: func(path string) bool { return s.current.Load().judges.Guard.Withholds(path) },
		Bash: builtin.BashConfig{Env: s.commons.config.Environ.Vars, DigestKey: key, House: s.house(), Jobs: s.commons.jobs.Builtin()},
	})
	if err != nil {
		return err
	}
	remembered := memory.File{Roots: s.roots, Lock: memory.LockIn(s.commons.config.Dirs.Data, s.dir)}
	making := func() func(context.Context) error { return firstMemory(s) }
	if s.run != nil {
		making = nil // no memory is made
	}
	if s.memory, err = memory.NewSource(remembered, making); err != nil {
		return err
	}
	s.book = memories.New(memories.Config{Dir: s.dir, File: remembered, Log: s.commons.history, Changed: s.Reload, Sources: sourcesOf(s)})
	if s.team, err = subagents.New(subagents.Config{Agents: s.Agents}); err != nil {
		return err
	}
	if s.pages, err = newWeb(s); err != nil {
		return err
	}
	if s.search, err = newSearch(s); err != nil {
		return err
	}
	if s.messages, err = newMessages(s); err != nil {
		return err
	}
	if s.handTools, err = s.hands.Tools(); err != nil {
		return err
	}
	door := pipeline.Config{
		Reloaded:  func() <-chan struct{} { return s.current.Load().over },
		Registry:  func() *tools.Registry { s.CatchUp(); return s.Registry() },
		Hooks:     func() hooks.Runner { return s.current.Load().hooks.Runner() },
		Guard:     func() *guard.Guard { return s.current.Load().judges.Guard },
		Confirmer: agreeing{s.commons.asking, s.commons.seen}, Journal: s.commons.store, Grants: s.permits, Redact: s.commons.redact,
		Pictures: s.commons.history.KeepPicture, Snapshots: s.undo, Origins: s.origins, Word: wordTo(s),
	}
	if s.run != nil {
		door.Rehearse, door.Snapshots = s.run, nil
	}
	s.pipe = pipeline.New(door)
	return s.Reload(ctx)
}

// restoring is walls.Keeping for what is taken back: the person is told of it.
func restoring(s *Space) func(list []string) {
	kept := walls.Keeping(s.walls, "What you took back")
	return func(list []string) { kept(list) }
}

// jobCalls are the calls of a space that run on in the background, or have left something
// running.
func jobCalls(s *Space) func() []string {
	return func() (calls []string) {
		list, _ := s.commons.jobs.List(s.dir) // what cannot be listed changes nothing that can be told apart
		for _, job := range list {
			if job.Running && job.Call != "" {
				calls = append(calls, job.Call)
			}
		}
		return calls
	}
}

// firstMemory keeps a space working in which memory_write makes the first file that counts: a folder that declares
// nothing needs no trust, and one with a memory does. It is trusted with this memory and nothing else in it; what
// lies there beside that by then, or a memory that somebody else made, keeps it from being trusted (docs/decisions/0710-what-an-agent-remembers.md).
func firstMemory(s *Space) (made func(context.Context) error) {
	if _, err := os.Lstat(filepath.Join(s.dir, memory.Name)); s.trust.State().Level() != trust.NotNeeded || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return func(ctx context.Context) error {
		if err := s.Reload(ctx); err != nil {
			return err
		}
		found := s.trust.State().Inventory()
		if !slices.Equal(s.Declared().Declaring(), []string{memory.Name}) { // a broken file is no item
			return nil
		}
		return s.trust.Approve(ctx, found.Digest)
	}
}

// digestKey is this installation's own key for digests of environments. The first
// process that asks makes it; another that asks at the same moment gets the same.
func digestKey(ctx context.Context, states *sqlite.States) ([]byte, error) {
	return keyOf(ctx, states, "digest")
}

// keyOf is a key of this installation, by what it is for.
func keyOf(ctx context.Context, states *sqlite.States, name string) ([]byte, error) {
	const kind = "key"
	text, ok, err := states.State(ctx, kind, name)
	if err == nil && !ok {
		err = states.ChangeState(ctx, kind, name, func(old string) string {
			if text = old; old == "" {
				key := make([]byte, 32)
				rand.Read(key) // never fails (crypto/rand)
				text = hex.EncodeToString(key)
			}
			return text
		})
	}
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the key of %s is damaged: %w", name, err)
	}
	return key, nil
}

// newWalls makes what stands around the programs of a space. temp is their
// temporary folder.
func newWalls(s *Space, temp string) *walls.Space {
	var cover *walls.Cover
	if s.run != nil {
		cover = s.run.Cover()
	}
	return s.commons.walls.Space(walls.SpaceConfig{
		Dir: s.dir, Temp: temp, Roots: s.roots.List, Lists: func(session string) (change, read []string) { return s.roots.Of(session).Lists() }, Others: othersBeyond(s), Granted: s.permits.Granted, Answered: s.answered, Reloaded: s.reloadAndTell,
		Current: func() (*walls.Reach, *spaces.Space) {
			if read := s.current.Load(); read != nil {
				return read.reach, read.space
			}
			return nil, nil // what goes on there is looked after before the space is read
		},
		Rules:    func() []guard.Rule { return s.current.Load().judges.Config.Rules },
		ReadOnly: func() bool { return holdsUnasked(s) },
		Lodge:    s.trust.Activity().Lodge, Living: s.trust.Activity().Living, Written: s.trust.Activity().Written, Content: s.commons.trusted.Content, Started: noteStart(s.trust.Activity()), Ended: func(tool string) { s.trust.NoticeChanges(s.commons.ctx, tool) }, Servers: s.servers.Lodgers(), Cover: cover,
	})
}

// noteStart notes that a program begins that no room looks after. What runs in a room is
// noted by the room itself.
func noteStart(activity *trust.Activity) func(around *proc.Walls) {
	return func(around *proc.Walls) {
		if around == nil {
			activity.Free()
			return
		}
		activity.Loose(around.Profile(), around.Report())
	}
}

// newTrust makes the keeper of what the person has looked at in a space.
func newTrust(s *Space) *trust.Keeper {
	return trust.New(trust.Config{
		Dir: s.dir, Roots: func() *confine.Roots { return s.roots }, Store: s.commons.trusted, Notice: s.commons.hub.Notice,
		Current:  func() trust.State { return s.current.Load().trust },
		Reload:   s.Reload,
		Announce: func() { s.announce(news.OnSpace) },
	})
}

// newPermits makes what may run unasked in a space.
func newPermits(s *Space) *permits.Space {
	return s.commons.permits.Space(permits.SpaceConfig{
		Dir: s.dir, Session: trySession(s.dir), Rehearsed: s.run != nil, Temp: s.temp, Roots: s.roots, Trust: s.trust, Others: others(s), Forecast: s.Forecast, Reload: s.reloadAndTell, Answered: s.answered,
		Held: func() []walls.Held { return s.walls.Held() },
		Current: func() (permits.Judges, *tools.Registry) {
			read := s.current.Load()
			return read.judges, read.registry
		},
		RevokeNetwork: func(ctx context.Context) error { return s.walls.Revoke(ctx) },
		Repositories:  func() []string { return walls.Repositories(s.walls) },
		Finds:         func() []string { return walls.Finds(s.walls) },
		Conversation: func(ctx context.Context, after []string, said string) ([]tools.Origin, guard.Words, error) {
			from, err := s.origins.Sources(ctx, after)
			return from, origins.Saying(said), err
		},
	})
}

// newServers makes the servers of a space.
func newServers(s *Space) *servers.Set {
	return s.commons.servers.Set(servers.SetConfig{
		Dir: s.dir, Roots: func() []string { change, _ := s.roots.Lists(); return change }, Key: func() []byte { return s.key }, Walls: func() servers.Walls { return s.walls },
		Found: s.foundServers, Declared: s.Declared, Registry: s.Registry, Denied: func(server, place string) string { return deniedPlace(s, server, place) },
		Relist: func(refresh func(context.Context) bool) {
			_ = s.relist(s.commons.ctx, refresh) // broken settings have closed the space, and are told of there
		},
		Remake:    func(ctx context.Context) error { return s.relist(ctx, nil) },
		Announce:  func() { s.announce(news.OnServers) },
		Trusted:   func() bool { return s.trust.State().Level() != trust.Untrusted },
		Rehearsed: s.run != nil,
		Foreign:   func(since time.Time) func(path string, fresh bool) bool { return trust.Foreign(s.trust, since) },
		Living:    s.trust.Activity().Living,
		Mapped:    s.trust.Activity().Mapped,
		Pinned: func(path string) bool {
			rel, err := filepath.Rel(s.dir, path)
			return err == nil && slices.Contains(s.trust.State().Scripts(), filepath.ToSlash(rel))
		},
		CheckPin: func(name string) error {
			return s.trust.CheckPin(s.commons.ctx, s.trust.State(), trust.Key{Kind: "server", Name: name, File: servers.FromSpace})
		},
	})
}

// holdsUnasked reports whether programs that run unasked, because their author says that they change nothing, are held
// to that: in every mode in which a change is denied or asks. In a rehearsal they have a layer.
func holdsUnasked(s *Space) bool {
	mode := s.Mode()
	return mode != guard.Workspace && (mode != guard.Rehearse || s.run == nil)
}

// deniedPlace says why the person's rules, or the mode, deny a server a place that it asks for
// while a call of it runs; "" if they don't.
func deniedPlace(s *Space, server, place string) string {
	name := server + "__reach" // of no tool: rules for all of the server's tools, and for places, are meant
	v := s.current.Load().judges.Guard.Judge(
		tools.Call{Tool: name, Space: s.dir},
		tools.Entry{Qualified: name, Info: tools.Info{Name: name, Source: mcp.SourceName(server), Claimed: true}},
		tools.Preview{Title: place, Effects: []tools.Effect{{Kind: tools.EffectReach, Target: place}}},
	)
	if v.Outcome != guard.Deny {
		return ""
	}
	return v.Reason.String()
}

// newHooks makes the book of a space's hooks.
func newHooks(s *Space) *hookstate.Book {
	programs := walls.HookPrograms{Keeper: s.commons.walls}
	return hookstate.New(hookstate.Config{
		Context: s.commons.ctx, Dir: s.dir, Data: s.commons.config.Dirs.Data, Vars: s.commons.config.Environ.Vars, User: s.commons.config.Environ.User(), Session: trySession(s.dir),
		Store: s.commons.store.Hooks(), CallEvents: s.commons.store.History().CallEvents, Redact: s.commons.redact, Notice: s.commons.hub.Notice,
		Current:  func() *hookstate.Set { return s.current.Load().hooks },
		Registry: func() *tools.Registry { return s.Registry() },
		House:    proc.House{Keeper: s.walls}, Path: programs.Path, Hidden: programs.Hidden, Place: s.walls.Hooks().Path,
		Announce: func() { s.announce(news.OnSpace) }, Rehearsed: s.run != nil,
	})
}

// newSkills makes the skills of a space.
func newSkills(s *Space) *skills.Source {
	return skills.New(skills.Config{
		Space: s, Trusted: func() bool { return s.trust.State().Level() != trust.Untrusted }, Reading: func() skills.Reading { return s.current.Load().skills() },
		Servers: turnServers{s.servers}, Notice: s.commons.hub.NoticeOf, User: s.commons.config.Environ.User(),
		Withheld: func(path string) bool {
			now := s.current.Load()
			return now != nil && now.judges.Guard.Withholds(path)
		},
	})
}

// turnServers are the servers of a space, as its turns wait for them.
type turnServers struct{ *servers.Set }

// Unknown implements skills.Servers.
func (t turnServers) Unknown() []skills.Server {
	var out []skills.Server
	for _, f := range t.Set.Unknown() {
		out = append(out, skills.Server{Name: f.Name, Internal: f.Settings.IsInternal(), Connecting: t.Status(f.Name).State == mcp.Connecting})
	}
	return out
}

// newDefinitions makes what the person writes of a space.
func newDefinitions(s *Space) *definitions.Files {
	return definitions.New(definitions.Config{
		Dir: s.dir, Roots: s.roots, Trust: s.trust, Reload: s.Reload,
		Changed: func() { s.announce(news.OnSpace) },
		Busy:    func() bool { return s.commons.runs.Busy(s.dir) },
	})
}

// newHands makes the ctxnest.json of a space.
func newHands(s *Space) *hands.File {
	return hands.New(hands.Config{
		Dir: s.dir, Files: s.definitions, Projects: s.commons.projects, Reload: s.Reload,
		Current: func() (*spaces.Space, *tools.Registry) {
			l := s.current.Load()
			return l.space, l.registry
		},
		Changed: func() { s.announce(news.OnSpace) },
	})
}
