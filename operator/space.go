package operator

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"

	"handrail/hooks"
	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/journal"
	"handrail/operator/definitions"
	"handrail/operator/hands"
	"handrail/operator/hookstate"
	"handrail/operator/memories"
	"handrail/operator/news"
	"handrail/operator/origins"
	"handrail/operator/permits"
	"handrail/operator/rehearsal"
	"handrail/operator/servers"
	"handrail/operator/settings"
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
	"handrail/tools/message"
	"handrail/tools/web"
)

// A Space is an open folder with its door. It is safe for concurrent use.
type Space struct {
	commons  *commons
	dir      string // real and absolute
	temp     string // the programs' /tmp
	roots    *confine.Roots
	pipe     *pipeline.Pipeline
	trust    *trust.Keeper
	permits  *permits.Space
	base     *builtin.Source
	memory   *memory.Source
	book     *memories.Book
	team     *subagents.Source
	pages    *builtin.Source // of the web
	search   *builtin.Source // likewise
	messages *message.Source
	key      []byte // for digests of environments
	walls    *walls.Space
	origins  origins.Place
	undo     *undo.Space
	run      *rehearsal.Run // of which all is only rehearsed here; nil: what is done here is done

	followed    atomic.Pointer[string] // the version of grants and trust that was last looked at
	hooks       *hookstate.Book
	skills      *skills.Source
	definitions *definitions.Files
	hands       *hands.File
	handTools   tools.Source // of hands: list_hands and its like
	servers     *servers.Set
	setup       *setup.Editor
	current     atomic.Pointer[loaded]
	around      neighbours
	lates       lates
	loading     sync.Mutex
	watching    sync.Once
	ctx         context.Context // ends with the space
	stop        context.CancelFunc
}

// loaded is a space as it was last read. It does not change: a reload makes another,
// an answer about the network and a new list of tools a copy that differs in that.
// Calls that run finish with the one that they began with.
type loaded struct {
	space     *spaces.Space
	problems  []Problem
	registry  *tools.Registry
	judges    permits.Judges
	hooks     *hookstate.Set
	trust     trust.State
	reach     *walls.Reach
	servers   []servers.Found
	hosts     web.Hosts    // private ones that pages may be fetched from
	provider  web.Provider // that is asked when the web is searched
	searchKey string       // what the settings say of its key
	settings  settings.Settings
	gone      string        // why the folder cannot be read now
	stamp     stamp         // what else it was read with
	over      chan struct{} // closed when the space has been read again
}

// A stamp is what a space was read with, besides its folder: other processes, and
// the person with an editor, may change it at any time.
type stamp struct {
	settings fs.FileInfo // nil: there was no file
	trust    string      // the pins, as they are kept
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

// Roots are the folders that the space's tools may touch, and the only way to the
// files in them.
func (s *Space) Roots() *confine.Roots { return s.roots }

// Walls are what stands around the programs of the space.
func (s *Space) Walls() *walls.Space { return s.walls }

// Trust keeps what the person has looked at in the space.
func (s *Space) Trust() *trust.Keeper { return s.trust }

// Permits are the rules, the mode and the grants of the space.
func (s *Space) Permits() *permits.Space { return s.permits }

// Servers are the MCP servers of the space.
func (s *Space) Servers() *servers.Set { return s.servers }

// Setup is where servers are added, changed and imported, as seen from the space.
func (s *Space) Setup() *setup.Editor { return s.setup }

// Hooks are the hooks of the space.
func (s *Space) Hooks() *hookstate.Book { return s.hooks }

// Skills are the skills of the space, as agents read them and the person sees them.
func (s *Space) Skills() *skills.Source { return s.skills }

// SubagentsOf are the tools by which agents of a space give tasks to each other, and who
// is at work.
func SubagentsOf(s *Space) *subagents.Source { return s.team }

// MemoriesOf are what a space remembers, as the person changes it.
func MemoriesOf(s *Space) *memories.Book { return s.book }

// UndoOf keeps what the calls of a space change, and takes it back.
func UndoOf(s *Space) *undo.Space { return s.undo }

// DefinitionsOf are the files in which a space says what it has, as the person writes them.
func DefinitionsOf(s *Space) *definitions.Files { return s.definitions }

// Hands is the ctxnest.json of the space, as the person edits it.
func (s *Space) Hands() *hands.File { return s.hands }

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

// Act is the space's door. A tool of a server that has never said what it has waits for
// that server.
func (s *Space) Act(ctx context.Context, r pipeline.Request) (tools.Result, error) {
	s.servers.Offer().Await(ctx, r.Call.Tool)
	s.commons.seen.Called(r.Call)
	s.origins.Begin(ctx, r.Call.Session)
	result, err := s.pipe.Call(ctx, r)
	s.commons.seen.Came(r.Call, result)
	if err == nil && result.Error == nil && result.Meta.App != "" {
		s.commons.runs.KeepAnswer(r.Call.ID, result)
	}
	return result, err
}

// Ahead puts together the questions of calls that will be made one after the other: see
// pipeline.Pipeline.Ahead. Where the face shows one question at a time, each is put when its call comes to it.
func Ahead(ctx context.Context, s *Space, reqs []pipeline.Request) (n int, end func()) {
	if !s.commons.config.Together {
		return len(reqs), func() {}
	}
	return s.pipe.Ahead(ctx, reqs)
}

// Deliver hands over what a call of a space has brought whose process ended before anybody
// was given it: as Act would have, after the act.
func Deliver(ctx context.Context, s *Space, r pipeline.Recorded) (tools.Result, error) {
	return s.pipe.Deliver(ctx, r)
}

// trySession is the session of all calls that the person tries in one space.
func trySession(dir string) string { return "s_try_" + tools.Digest(dir)[:16] }

// Forecast settles a call of the person without running it.
func (s *Space) Forecast(ctx context.Context, tool, input string) Forecast {
	return s.pipe.Forecast(ctx, pipeline.Request{Call: tools.Call{
		Tool: tool, Input: []byte(input), Caller: tools.Caller{Kind: tools.CallerPerson, User: s.commons.config.Environ.User()}, Session: trySession(s.dir), Space: s.dir,
	}})
}

// foundServers are the servers as the space was last read; none before it was.
func (s *Space) foundServers() []servers.Found {
	if now := s.current.Load(); now != nil {
		return now.servers
	}
	return nil
}

// house is what all programs of the space run in.
func (s *Space) house() proc.House {
	return proc.House{Keeper: s.walls, Shelf: s.commons.jobs.Builtin(), Filter: s.commons.redact.Stream}
}

// announce tells faces that something about the space has changed.
func (s *Space) announce(what news.EventKind) {
	s.commons.hub.Publish(news.Event{Kind: what, Folder: s.dir})
}

// close lets go of the folder.
func (s *Space) close() error {
	s.stop()
	s.undo.Close()
	s.lates.work.Wait()
	s.hooks.Close()
	err := s.servers.Close()
	s.walls.Close()
	return errors.Join(err, s.roots.Close())
}

// report adds to the problems of the space.
func (l *loaded) report(found []spaces.Problem) {
	for _, p := range found {
		l.problems = append(l.problems, Problem{File: p.File, Line: p.Line, Severity: string(p.Severity), Text: p.Text, Action: p.Action})
	}
}

// skills is what the loaded space says of its skills.
func (l *loaded) skills() skills.Reading {
	r := skills.Reading{Skills: l.space.Skills, Trusted: l.trust.Level() != trust.Untrusted}
	type said struct{ file, text string }
	held := map[said]bool{} // what problems say of what is held back, skills or not
	for _, d := range l.trust.Deviations() {
		held[said{d.File, d.Problem()}] = true
		if d.Kind == "skill" {
			state := map[string]skills.State{trust.StatusChanged: skills.Old, trust.StatusNew: skills.HeldBack, trust.StatusRemoved: skills.Gone}[d.Status]
			r.Changes = append(r.Changes, skills.Change{Name: d.Name, Description: d.Item.Detail, File: d.File, State: state, Reason: d.Consequence()})
		}
	}
	for _, p := range l.problems {
		if !held[said{p.File, p.Text}] {
			r.Problems = append(r.Problems, journal.ProblemData{File: p.File, Line: p.Line, Severity: p.Severity, Text: p.Text})
		}
	}
	return r
}
