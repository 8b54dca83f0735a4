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
	"sync"
	"sync/atomic"

	"handrail/hooks"
	"handrail/internal/confine"
	"handrail/internal/render"
	"handrail/journal/sqlite"
	"handrail/operator/hands"
	"handrail/operator/hookstate"
	"handrail/operator/paths"
	"handrail/operator/permits"
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

// A Space is an open folder with its door. It is safe for concurrent use.
type Space struct {
	o       *Operator
	dir     string // real and absolute
	roots   *confine.Roots
	pipe    *pipeline.Pipeline
	trust   *trust.Keeper
	permits *permits.Space
	base    *builtin.Source
	key     []byte // for digests of environments
	walls   *walls.Space

	followed  atomic.Pointer[string] // the version of grants and trust that was last looked at
	hooks     *hookstate.Book
	skills    *skills.Source
	hands     *hands.File
	handTools tools.Source // of hands: list_hands and its like
	servers   *servers.Set
	setup     *setup.Editor
	current   atomic.Pointer[loaded]
	loading   sync.Mutex
	watching  sync.Once
	stop      func() // ends the watch
}

// loaded is a space as it was last read. It does not change; a reload makes
// another, and calls that run finish with the one that they began with.
type loaded struct {
	space    *spaces.Space
	problems []Problem
	registry *tools.Registry
	judges   permits.Judges
	hooks    *hookstate.Set
	trust    trust.State
	reach    *walls.Reach
	servers  []servers.Found
	gone     string        // why the folder cannot be read now
	stamp    stamp         // what else it was read with
	over     chan struct{} // closed when the space has been read again
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
	if err := o.c.refusal(dir); err != nil {
		return nil, err
	}
	temp, err := o.walls.MakeTemp()
	if err != nil {
		return nil, err
	}
	roots, err := confine.New(confine.Config{Base: dir, More: []string{temp}, Never: []string{o.c.Dirs.Config, o.c.Dirs.Data}})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temp))
	}
	s = &Space{o: o, dir: dir, roots: roots, stop: func() {}}
	s.trust = newTrust(s)
	s.permits = newPermits(s)
	s.servers = newServers(s)
	s.setup = o.setup.Editor(setup.EditorConfig{Dir: dir, Servers: s.servers, Found: s.foundServers})
	s.walls = newWalls(s, temp)
	s.hooks = newHooks(s)
	s.skills = newSkills(s)
	s.hands = newHands(s)
	if err := s.connect(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if other := o.spaces.add(s); other != s { // opened meanwhile; only what is s's own is closed
		return other, s.close()
	}
	return s, nil
}

// connect makes the space's tools and its door, and loads it.
func (s *Space) connect(ctx context.Context) error {
	if err := s.permits.Restore(ctx); err != nil {
		return err
	}
	key, err := digestKey(ctx, s.o.store.States())
	if err != nil {
		return err
	}
	s.key = key
	s.base, err = builtin.New(builtin.Config{
		Roots: s.roots, Reads: s.o.reads, Bash: builtin.BashConfig{Env: s.o.c.Environ.Vars, DigestKey: key, House: s.house(), Jobs: s.o.jobs.Builtin()},
	})
	if err != nil {
		return err
	}
	if s.handTools, err = s.hands.Tools(); err != nil {
		return err
	}
	s.pipe = pipeline.New(pipeline.Config{
		Reloaded:  func() <-chan struct{} { return s.current.Load().over },
		Registry:  func() *tools.Registry { s.CatchUp(); return s.Registry() },
		Hooks:     func() hooks.Runner { return s.current.Load().hooks.Runner() },
		Guard:     func() *guard.Guard { return s.current.Load().judges.Guard },
		Confirmer: s.o.asking, Journal: s.o.store, Grants: s.permits, Redact: s.o.redact,
		Pictures: s.o.history.KeepPicture,
	})
	return s.Reload(ctx)
}

// Reload reads the space again and swaps it in. Calls that run finish as they began.
func (s *Space) Reload(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	seen := s.stamp()
	settings, warnings, err := s.o.settings.Load()
	if err != nil {
		warnings = append(warnings, err.Error())
	}
	for _, p := range s.o.setup.FindPlain(settings) {
		warnings = append(warnings, p.Text())
	}
	space, found, openErr := spaces.Open(ctx, s.dir)
	next := &loaded{space: space, stamp: seen, over: make(chan struct{})}
	if openErr != nil { // the folder is gone, or closed to us: nothing of it counts
		next.space = &spaces.Space{Dir: s.dir, Name: filepath.Base(s.dir)}
		next.gone = openErr.Error()
	}
	next.report(found)
	next.report(next.space.CheckPrompts(render.Text))
	for _, w := range warnings {
		next.problems = append(next.problems, Problem{File: "settings.json", Severity: string(spaces.Warning), Text: w})
	}
	state, held, judgeErr := s.trust.Judge(ctx, next.space)
	if judgeErr != nil {
		return judgeErr
	}
	next.trust = state
	next.report(held)
	r := reading{s, next, settings}
	r.judge(ctx, err)
	next.servers = r.servers()
	s.servers.Adopt(next.servers)
	next.registry = r.registry(ctx)
	set, found := s.hooks.Read(ctx, hookstate.Source{Space: next.space, Trusted: next.trust.Level() != trust.Untrusted, Held: next.trust.HeldBack})
	next.hooks = set
	for _, p := range found {
		next.problems = append(next.problems, Problem{File: p.File, Line: p.Line, Severity: string(p.Severity), Text: p.Text})
	}
	if before := s.current.Swap(next); before != nil {
		close(before.over)
	}
	s.trust.Activity().Loose(s.walls.Unprotected()...)
	return nil
}

// report adds to the problems of the space.
func (l *loaded) report(found []spaces.Problem) {
	for _, p := range found {
		l.problems = append(l.problems, Problem{File: p.File, Line: p.Line, Severity: string(p.Severity), Text: p.Text})
	}
}

// Dir is the space's folder, real and absolute.
func (s *Space) Dir() string { return s.dir }

// Registry is the space's tools as they are now.
func (s *Space) Registry() *tools.Registry { return s.current.Load().registry }

// Problems is what is wrong with the space's files.
func (s *Space) Problems() []Problem { return s.current.Load().problems }

// Mode is how much runs unasked here.
func (s *Space) Mode() guard.Mode { return s.current.Load().judges.Mode() }

// Unavailable says why the folder cannot be read now; it is empty if it can.
func (s *Space) Unavailable() string { return s.current.Load().gone }

// Declared is the space as its author declared it.
func (s *Space) Declared() *spaces.Space { return s.current.Load().space }

// Agent finds an agent of the space. An untrusted space has only the default
// one, in which there is no text of the folder; "" is the first.
func (s *Space) Agent(id string) (spaces.Agent, bool) {
	for _, a := range s.Agents() {
		if id == "" || a.ID == id {
			return a, true
		}
	}
	return spaces.Agent{}, false
}

// Agents are those that may act here: see Agent.
func (s *Space) Agents() []spaces.Agent {
	now := s.current.Load()
	if now.trust.Level() == trust.Untrusted || len(now.space.Agents) == 0 {
		return []spaces.Agent{spaces.DefaultAgent()}
	}
	return now.space.Agents
}

// close lets go of the folder.
func (s *Space) close() error {
	s.stop()
	s.hooks.Close()
	err := s.servers.Close()
	s.walls.Close()
	return errors.Join(err, s.roots.Close())
}

// Forecast settles a call of the person without running it.
func (s *Space) Forecast(ctx context.Context, tool, input string) Forecast {
	return s.pipe.Forecast(ctx, pipeline.Request{Call: tools.Call{
		Tool: tool, Input: []byte(input), Caller: tools.Caller{Kind: tools.CallerPerson, User: s.o.c.Environ.User()}, Session: trySession(s.dir), Space: s.dir,
	}})
}

// digestKey is this installation's own key for digests of environments.
func digestKey(ctx context.Context, states *sqlite.States) ([]byte, error) {
	const kind, name = "key", "digest"
	text, ok, err := states.State(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		key := make([]byte, 32)
		rand.Read(key) // never fails (crypto/rand)
		text = hex.EncodeToString(key)
		if err := states.SetState(ctx, kind, name, text); err != nil {
			return nil, err
		}
	}
	key, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the key of digests is damaged: %w", err)
	}
	return key, nil
}

// Act is the space's door. It notes when the call runs, so that a change that it
// makes is never taken for the person's own; one of a tool of ours that only looks
// makes none, and programs are noted by themselves. A tool of a server that has never said
// what it has waits for that server.
func (s *Space) Act(ctx context.Context, r pipeline.Request) (tools.Result, error) {
	s.servers.Offer().Await(ctx, r.Call.Tool)
	if !onlyLooks(s.Registry(), r) {
		defer s.trust.Activity().Call()()
	}
	return s.pipe.Call(ctx, r)
}

// onlyLooks reports whether a call is one of a built-in tool without a side effect.
func onlyLooks(registry *tools.Registry, r pipeline.Request) bool {
	e, err := registry.Lookup(r.Call.Tool, r.Scope)
	return err == nil && e.Info.Source == "builtin" && !e.Info.SideEffect && !e.Info.Claimed
}

// A stamp is what a space was read with, besides its folder: other processes, and
// the person with an editor, may change it at any time.
type stamp struct {
	settings fs.FileInfo // nil: there was no file
	trust    string      // the pins, as they are kept
}

// stamp looks at what a reload is about to read. It looks before the reload does:
// a change in between makes one reload more, never one less.
func (s *Space) stamp() stamp {
	text, err := s.trust.Version(s.o.ctx)
	if err != nil {
		text = "unreadable" // no pins look like that: it is looked at again
	}
	return stamp{settings: s.o.settings.Info(), trust: text}
}

// CatchUp brings what other processes and the person have changed into the space,
// before a call is looked at: grants, the settings with their rules, and trust.
// That costs one look at the database and one at the settings file.
func (s *Space) CatchUp() {
	version := s.o.permits.CatchUp()
	now := s.current.Load()
	moved := !settings.SameInfo(now.stamp.settings, s.o.settings.Info())
	if last := s.followed.Swap(&version); last == nil || *last != version {
		text, err := s.trust.Version(s.o.ctx)
		moved = moved || err != nil || text != now.stamp.trust
	}
	if !moved {
		return
	}
	if err := s.reloaded(s.o.ctx); err != nil {
		s.o.hub.Notice("error", "%s could not be read again after its settings or its trust had changed: %v", s.dir, err)
	}
}
