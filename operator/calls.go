package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"handrail/agent"
	"handrail/journal"
	"handrail/operator/skills"
	"handrail/pipeline"
	"handrail/tools"
	"handrail/tools/builtin"
)

// CallsConfig says whose calls they are.
type CallsConfig struct {
	Session string // "" makes one of its own
	Named   bool   // set by Calls: the session may have other processes
	Origin  journal.Origin
	Caller  tools.Caller // the zero Caller is the person
	Title   string       // the run's title
	Live    tools.Output
	Cancel  context.CancelFunc // ends the calls from outside; may be nil
}

// Calls are calls that a person, a client or a page makes, as one run of the
// journal. It is safe for concurrent use.
type Calls struct {
	space *Space
	c     CallsConfig
	run   string

	mu     sync.Mutex
	caller tools.Caller // of the calls that follow
	made   int
	failed int
	why    *tools.Error // of the last call that failed
	last   error        // what stopped the run
}

// Calls begins a run of calls. The caller closes it.
func (s *Space) Calls(c CallsConfig) (*Calls, error) {
	c.Named = c.Session != ""
	if !c.Named {
		c.Session = "s_" + pipeline.NewID()
	}
	if c.Origin == "" {
		c.Origin = journal.FromCLI
	}
	if c.Caller.Kind == "" {
		c.Caller.Kind = tools.CallerPerson
	}
	if c.Caller.User == "" {
		c.Caller.User = s.commons.config.Environ.User()
	}
	calls := &Calls{space: s, c: c, caller: c.Caller, run: "r_" + pipeline.NewID()}
	if err := calls.restoreReads(); err != nil {
		return nil, err
	}
	err := s.commons.runs.Begin(journal.Run{
		ID: calls.run, Session: c.Session, Space: s.dir, Origin: c.Origin, Title: c.Title, Started: time.Now().UTC(), State: journal.Running,
	}, c.Cancel)
	return calls, err
}

// Run is the id of the run.
func (c *Calls) Run() string { return c.run }

// Call makes one call through the door. The id is the call's in the journal.
func (c *Calls) Call(ctx context.Context, tool string, input json.RawMessage, scope tools.Scope) (string, tools.Result, error) {
	return c.shown(ctx, "c_"+pipeline.NewID(), tool, input, scope, "")
}

// CallShown is Call of the person's, who was shown what the digest of a forecast names and has told it to run: that does not ask again.
func (c *Calls) CallShown(ctx context.Context, tool string, input json.RawMessage, digest string) (string, tools.Result, error) {
	return c.shown(ctx, "c_"+pipeline.NewID(), tool, input, tools.Scope{}, digest)
}

// shown is Call with an id and with the digest of what the person was shown.
func (c *Calls) shown(ctx context.Context, id, tool string, input json.RawMessage, scope tools.Scope, digest string) (string, tools.Result, error) {
	result, err := c.Make(ctx, CallRequest{ID: id, Tool: tool, Input: input, Scope: scope, Digest: digest, Output: c.c.Live})
	c.note(result, err)
	return id, result, err
}

// note remembers how a call ended.
func (c *Calls) note(r tools.Result, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Error != nil {
		c.failed++
		c.why = r.Error
	}
	if err != nil {
		c.last = err
	}
}

// Fail notes the error that has stopped the run.
func (c *Calls) Fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = err
}

// A CallRequest is one of the calls of a run.
type CallRequest struct {
	ID, Tool string
	Input    json.RawMessage
	Scope    tools.Scope
	Digest   string // of what the person was shown; "" if they were shown nothing
	Key      string // the caller's idempotency key; "" makes one
	Output   tools.Output
	Quiet    bool // see tools.Call
}

// Make makes one call through the door. What its error means for the run is the
// caller's to say: see Fail.
func (c *Calls) Make(ctx context.Context, r CallRequest) (tools.Result, error) {
	return c.perform(ctx, r, pipeline.Request{})
}

// perform is Make, in the way that p says.
func (c *Calls) perform(ctx context.Context, r CallRequest, p pipeline.Request) (tools.Result, error) {
	c.mu.Lock()
	c.made++
	ordinal, caller := c.made, c.caller
	c.mu.Unlock()
	p.Call = tools.Call{
		ID: r.ID, Tool: r.Tool, Input: r.Input, Caller: caller, Session: c.c.Session, Run: c.run, Turn: 1, Ordinal: ordinal, Key: r.Key, Space: c.space.dir, Quiet: r.Quiet,
	}
	p.Scope, p.Output, p.Digest = r.Scope, r.Output, r.Digest
	ctx, done := c.space.commons.runs.TrackCall(ctx, c.run, r.ID)
	defer done()
	return c.space.Act(ctx, p)
}

// Dispatch has an agent make the calls that follow (docs/spec/01-command-line.md#calls), and is their scope: the
// agent's own lists, narrowed by the tools of its context. An empty agent stands for no agent: the caller is who it
// was at first.
func (c *Calls) Dispatch(agent string, context []string) (tools.Scope, error) {
	caller, scope := c.c.Caller, tools.Scope{Context: context}
	if agent != "" {
		a, ok := c.space.Agent(agent)
		if !ok {
			return tools.Scope{}, fmt.Errorf("this space has no agent %q", agent)
		}
		caller, scope = skills.CallerOf(a, caller.User), skills.ScopeOf(a, context)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.caller = caller
	return scope, nil
}

// Close ends the run.
func (c *Calls) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.keepReads(); err != nil {
		c.space.commons.hub.Notice("warning", "what this session has read is not kept for its next call: %v", err)
	}
	if !c.c.Named { // nobody else can make a call of this session
		if err := c.space.commons.permits.EndSession(context.WithoutCancel(c.space.commons.ctx), c.c.Session); err != nil {
			c.space.commons.hub.Notice("warning", "what you granted for this session is not forgotten yet: %v", err)
		}
	}
	return c.space.commons.runs.End(c.run, c.end())
}

// end is how the run ended. A run of the person's own calls is as good as its calls; a connection, or an open page, is done
// when it is closed, whatever its calls came to.
func (c *Calls) end() journal.EndedData {
	own := c.c.Origin == journal.FromCLI || c.c.Origin == journal.FromTry
	switch {
	case c.last != nil:
		return journal.EndedData{State: stateOf(c.last), Reason: c.last.Error()}
	case !own || c.failed == 0:
		return journal.EndedData{State: journal.Done}
	}
	end := journal.EndedData{State: journal.Failed, Reason: fmt.Sprintf("%s: %s", c.why.Code, c.why.Message)}
	if c.why.Code == tools.Cancelled {
		end.State = journal.Cancelled
	}
	if c.made > 1 {
		end.Reason = fmt.Sprintf("%d of %d calls failed, the last of them with %s", c.failed, c.made, end.Reason)
	}
	return end
}

// stateOf says how a run ended that err ended.
func stateOf(err error) journal.RunState {
	var stop *pipeline.Stop
	switch {
	case err == nil:
		return journal.Done
	case errors.Is(err, context.Canceled):
		return journal.Cancelled
	case errors.As(err, &stop):
		return journal.Halted
	}
	return journal.Failed
}

// readsKind is where the journal's database keeps what a session has read: a
// session may have several processes (docs/spec/01-command-line.md#calls).
const readsKind = "reads"

func (c *Calls) restoreReads() error {
	text, ok, err := c.space.commons.store.States().State(c.space.commons.ctx, readsKind, c.c.Session)
	if err != nil || !ok {
		return err
	}
	var known map[string]builtin.Seen
	if json.Unmarshal([]byte(text), &known) != nil {
		known = nil // then the files must be read again
	}
	for path, seen := range known {
		c.space.commons.reads.Record(c.c.Session, path, seen)
	}
	return nil
}

// keepReads keeps what a named session has read, if there is anything.
func (c *Calls) keepReads() error {
	if !c.c.Named {
		return nil
	}
	known := c.space.commons.reads.Known(c.c.Session)
	if len(known) == 0 {
		return nil
	}
	raw, err := json.Marshal(known)
	if err != nil {
		return err
	}
	return c.space.commons.store.States().SetState(context.WithoutCancel(c.space.commons.ctx), readsKind, c.c.Session, string(raw))
}

// Pairs makes an input of key=value words, as a chat line reads them: values are
// text, and the schema makes numbers and booleans of them.
func Pairs(words []string) (json.RawMessage, error) { return agent.Pairs(words, tools.Entry{}) }

// Differs says in words how a call would be another act by now than the one that was shown; "" if it is the
// same, or if nobody can tell. Such a call asks before it runs.
func Differs(ctx context.Context, s *Space, call tools.Call, was journal.StartedData) string {
	s.servers.Offer().Await(ctx, call.Tool)
	f := s.pipe.Forecast(ctx, pipeline.Request{Call: call})
	p := f.Preview
	switch {
	case f.Refusal != nil || len(f.Violations) > 0 || was.Digest == "" || p.Digest == was.Digest:
		return ""
	case p.Folder != was.Folder:
		return fmt.Sprintf("it would run in %s, and ran in %s", p.Folder, was.Folder)
	case s.commons.redact.Text(p.Detail) != was.Detail || p.Title != was.Title:
		return "what it would do reads differently now: " + s.commons.redact.Text(strings.TrimSpace(p.Title+"\n"+p.Detail))
	}
	return "it reads the same, but the program that it starts, or the environment of its programs, is another one than when it began. PATH is now " + s.commons.config.Environ.Getenv("PATH")
}
