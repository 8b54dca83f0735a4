package pipeline

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"handrail/hooks"
	"handrail/journal"
	"handrail/tools"
)

// inputLimit is how many bytes of an input the journal keeps; a larger one is
// named by size and SHA-256 (docs/spec/13-journal.md).
const inputLimit = 16 << 10

// Stop is the error of a run that must end because a hook said so.
type Stop struct{ Reason string }

// Error implements error.
func (s *Stop) Error() string { return s.Reason }

// call is one call on its way. It is used by one goroutine, but for its output.
type call struct {
	p       *Pipeline
	req     Request
	meta    tools.Meta
	events  []journal.Event // not yet written
	input   json.RawMessage // as it was last checked
	result  *tools.Result   // what came out, once it ran
	altered bool            // a hook changed what came out
	hooks   hooks.Runner    // those that the call began with
	hookAsk string          // why a hook wants the person asked; "": none does
	secret  bool            // the call names a file that holds secrets: no content of it is recorded

	act *journal.ActData // what was judged, until an event holds it

	reloaded <-chan struct{} // closed when the space was read again after the look-up
}

// begin gives the call its id and key, and notes that it was asked for.
func (p *Pipeline) begin(req Request) *call {
	if req.Call.ID == "" {
		req.Call.ID = "c_" + NewID()
	}
	if req.Call.Key == "" {
		sum := sha256.Sum256(req.Call.Input)
		req.Call.Key = fmt.Sprintf("handrail:%s:%d:%d:%s", req.Call.Run, req.Call.Turn, req.Call.Ordinal, hex.EncodeToString(sum[:8]))
	}
	c := &call{p: p, req: req, input: req.Call.Input, secret: tools.SensitiveInput(req.Call.Input)}
	c.meta.Tool = req.Call.Tool
	c.meta.Sandbox = p.c.Sandbox
	data := journal.CalledData{
		Tool: req.Call.Tool, Caller: string(req.Call.Caller.Kind), Name: req.Call.Caller.Name, Token: req.Call.Caller.Token,
		Turn: req.Call.Turn, Ordinal: req.Call.Ordinal, Key: req.Call.Key,
	}
	switch {
	case c.secret, len(req.Call.Input) > inputLimit, !json.Valid(req.Call.Input):
		sum := sha256.Sum256(req.Call.Input)
		data.Size, data.SHA256 = len(req.Call.Input), hex.EncodeToString(sum[:])
	default:
		data.Input = req.Call.Input
	}
	c.note(journal.Called, data)
	return c
}

// NewID makes a name of 16 characters that no other call or run has.
func NewID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// stage starts the clock of a stage; the returned function ends it.
func (c *call) stage(name string) func(result, by string) {
	began := time.Now()
	return func(result, by string) {
		c.meta.Stages = append(c.meta.Stages, tools.Stage{Name: name, Result: result, By: by, Micros: time.Since(began).Microseconds()})
	}
}

// note keeps an event for the next flush.
func (c *call) note(kind journal.Kind, data any) {
	c.events = append(c.events, journal.New(c.req.Call.Run, c.req.Call.ID, kind, data))
}

// flush writes what was noted, in one go.
func (c *call) flush(ctx context.Context) error {
	if len(c.events) == 0 {
		return nil
	}
	if err := c.p.c.Journal.Record(ctx, c.events...); err != nil {
		return fmt.Errorf("the journal cannot be written, so nothing may run: %w", err)
	}
	c.events = nil
	return nil
}

// blocked notes a hook's no.
func (c *call) blocked(by, reason string) *tools.Error {
	if reason == "" {
		reason = "a hook refused it and gave no reason"
	}
	c.note(journal.Blocked, journal.VerdictData{By: by, Reason: reason, Code: string(tools.Blocked)})
	return tools.Errorf(tools.Blocked, "%s (hook %s)", reason, by)
}

// declined notes that the person said no, or said nothing.
func (c *call) declined(kind journal.Kind, code tools.Code, by, reason string) *tools.Error {
	c.note(kind, journal.VerdictData{By: by, Reason: reason, Code: string(code)})
	return tools.Errorf(code, "%s", reason)
}

// refuse ends a call that did not get through: with a Result if the agent can
// learn from it, else with the error that stops the run.
func (c *call) refuse(ctx context.Context, err error) (tools.Result, error) {
	var e *tools.Error
	if errors.As(err, &e) {
		return c.hand(ctx, tools.Result{Error: e})
	}
	code := tools.ExecutionFailed
	if ctx.Err() != nil {
		code = tools.Cancelled
	}
	err = c.stopped(err)
	reason := c.p.c.Redact.Text(err.Error())
	if code == tools.Cancelled {
		reason = "the call was stopped before it was done"
		if c.result != nil {
			reason = "the call was stopped while it ran; what it had done by then is done"
		}
	}
	c.note(journal.Returned, journal.ReturnedData{Error: reason, Code: string(code), Meta: c.metaJSON()})
	if flushErr := c.flush(context.WithoutCancel(ctx)); flushErr != nil {
		err = errors.Join(err, flushErr)
	}
	return tools.Result{Error: &tools.Error{Code: code, Message: reason}, Meta: c.redactMeta()}, err
}

// finish notes what came out of the act.
func (c *call) finish(r *tools.Result) {
	meta := c.meta
	meta.Stages = nil // "returned" has them all
	data := journal.FinishedData{Content: c.recorded(r.Content), Meta: metaJSON(meta), Parts: c.parts(r.Parts)}
	if r.Error != nil {
		data.Error, data.Code = r.Error.Message, string(r.Error.Code)
	}
	c.note(journal.Finished, data)
	kept := *r
	c.result = &kept
}

// hand fits the result to the limit, notes what the caller is given, and
// returns it.
func (c *call) hand(ctx context.Context, r tools.Result) (tools.Result, error) {
	done := c.stage("return")
	var cut bool
	if c.result == nil || c.altered || r.Error != c.result.Error { // else run has done it
		r = c.redact(r)
	}
	whole := len(r.Content)
	r.Content, cut = tools.Fit(r.Content, c.p.c.Limit)
	if cut {
		done("cut", "limit")
		c.because("", fmt.Sprintf("%d of %d bytes are given; the journal has the whole", len(r.Content), whole))
	}
	c.meta.Truncated = c.meta.Truncated || cut
	r.Meta = c.redactMeta()
	data := journal.ReturnedData{Truncated: cut, Meta: c.metaJSON()}
	switch {
	case c.result != nil && !c.altered && !cut && r.Content == c.result.Content:
		data.Same = true
	default:
		data.Content = c.recorded(r.Content)
	}
	if r.Error != nil {
		data.Error, data.Code = r.Error.Message, string(r.Error.Code)
	}
	c.note(journal.Returned, data)
	if err := c.flush(context.WithoutCancel(ctx)); err != nil {
		return tools.Result{Error: tools.AsError(err), Meta: c.meta}, err
	}
	return r, nil
}

func (c *call) metaJSON() json.RawMessage { return metaJSON(c.meta) }

func metaJSON(m tools.Meta) json.RawMessage {
	raw, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	return raw
}

func (c *call) hookEvent(phase hooks.Phase, e tools.Entry, input json.RawMessage) hooks.Event {
	return hooks.Event{
		Phase: phase, Tool: e.Info.Name, Qualified: e.Qualified, Source: e.Info.Source, SideEffect: e.Info.MayChange(),
		Call: c.req.Call.ID, Key: c.req.Call.Key, Agent: c.req.Call.Caller.Name, Session: c.req.Call.Session,
		User: c.req.Call.Caller.User, Space: c.req.Call.Space, Input: input,
	}
}

// snapshot keeps what the act is about to change, or what it has changed. A
// failing snapshot never fails the tool; it is shown.
func (c *call) snapshot(ctx context.Context, act approved, before bool) {
	if c.p.c.Snapshots == nil || !act.entry.Info.MayChange() {
		return
	}
	done := c.stage("snapshot")
	take := c.p.c.Snapshots.After
	if before {
		take = c.p.c.Snapshots.Before
	}
	by := "after"
	if before {
		by = "before"
	}
	if err := take(context.WithoutCancel(ctx), c.req.Call, act.preview); err != nil {
		done("failed", by)
		c.because("", err.Error())
		return
	}
	done("ok", by)
}

// recorded is text as the journal may hold it: of a call that names a file with
// secrets, its size and SHA-256 (docs/spec/13-journal.md).
func (c *call) recorded(text string) string {
	if !c.secret || text == "" {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("[%d bytes that may hold secrets are not kept; SHA-256 %s]", len(text), hex.EncodeToString(sum[:]))
}

func (c *call) startedData(act approved) journal.StartedData {
	d := journal.StartedData{
		Tool: act.entry.Qualified, Title: act.preview.Title, Detail: c.recorded(act.preview.Detail), Folder: act.preview.Folder,
		Digest: act.preview.Digest, SideEffect: act.entry.Info.SideEffect, Idempotent: act.entry.Info.Idempotent,
	}
	for _, e := range act.preview.Effects {
		d.Effects = append(d.Effects, effectText(e))
	}
	d.Act = c.takeAct(journal.Started)
	return d
}
