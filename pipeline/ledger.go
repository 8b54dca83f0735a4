package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A ledger is the record of one call: its stages so far, the act as it was judged,
// and the events that the journal does not have yet. Its methods are used by the goroutine
// of the call alone.
type ledger struct {
	run, call string
	journal   journal.Recorder
	redact    Redact
	pictures  func(tools.Part) (string, error) // see Config

	events    []journal.Event  // not yet written
	act       *journal.ActData // what was judged, until an event holds it
	meta      tools.Meta
	rehearsal string // see tools.Call
	secret    bool   // the call names a file that holds secrets: no content of it is recorded
}

// newLedger opens the record of a call.
func newLedger(c *Config, call tools.Call) ledger {
	return ledger{
		run: call.Run, call: call.ID, journal: c.Journal, redact: c.Redact, pictures: c.Pictures,
		meta: tools.Meta{Tool: call.Tool, Sandbox: c.Sandbox, Rehearsal: call.Rehearsal}, secret: tools.SensitiveInput(call.Input), rehearsal: call.Rehearsal,
	}
}

// note adds an event to the next flush.
func (l *ledger) note(kind journal.Kind, data any) {
	l.events = append(l.events, journal.New(l.run, l.call, kind, data))
}

// flush writes what was noted, all at once.
func (l *ledger) flush(ctx context.Context) error {
	if len(l.events) == 0 {
		return nil
	}
	if err := l.journal.Record(ctx, l.events...); err != nil {
		return fmt.Errorf("the journal cannot be written, so nothing may run: %w", err)
	}
	l.events = nil
	return nil
}

// stage starts the clock of a stage; the returned function ends it.
func (l *ledger) stage(name string) func(result, by string) {
	began := time.Now()
	return func(result, by string) {
		l.meta.Stages = append(l.meta.Stages, tools.Stage{Name: name, Result: result, By: by, Micros: time.Since(began).Microseconds()})
	}
}

// decision starts the clock of a stage in which somebody decides.
func (l *ledger) decision(name string) func(result string, by tools.Decider) {
	done := l.stage(name)
	return func(result string, by tools.Decider) {
		done(result, by.String())
		l.meta.Stages[len(l.meta.Stages)-1].Decider = by
	}
}

// hookStages starts the clock of a phase; the returned function adds a stage for
// each hook that saw the call, or one for the phase if none did.
func (l *ledger) hookStages(phase hooks.Phase) func(result string, d hooks.Decision) {
	began := time.Now()
	return func(result string, d hooks.Decision) {
		if len(d.Ran) == 0 {
			l.meta.Stages = append(l.meta.Stages, tools.Stage{Name: string(phase), Result: result, By: d.By, Micros: time.Since(began).Microseconds()})
			return
		}
		for _, t := range d.Ran {
			why := []string{}
			if t.Reason != "" {
				why = append(why, t.Reason)
			}
			if t.Printed != "" && t.Printed != t.Reason && !l.secret {
				why = append(why, "it printed: "+t.Printed)
			}
			l.meta.Stages = append(l.meta.Stages, tools.Stage{
				Name: string(phase), Result: string(t.Result), By: t.ID, File: t.Place, Reason: strings.Join(why, "; "), Micros: t.Duration.Microseconds(),
			})
		}
	}
}

// reasonLimit is how many bytes of a reason a stage holds: it says why; a whole
// refusal is in the result.
const reasonLimit = 1 << 10

// explain adds to the last stage where what decided there stands, and why.
func (l *ledger) explain(file, reason string) {
	if n := len(l.meta.Stages); n > 0 {
		s := &l.meta.Stages[n-1]
		s.File = file
		s.Reason, _ = tools.Fit(reason, reasonLimit)
	}
}

// explainWith is explain, of a reason that has codes.
func explainWith(l *ledger, file string, reason tools.Reason) {
	l.explain(file, reason.String())
	if n := len(l.meta.Stages); n > 0 {
		l.meta.Stages[n-1].Because = reason.Bounded()
	}
}

// called notes what was asked for.
func (l *ledger) called(call tools.Call) {
	data := journal.CalledData{
		Tool: call.Tool, Caller: string(call.Caller.Kind), Name: call.Caller.Name, By: call.Caller.CalledBy, Token: call.Caller.Token,
		Turn: call.Turn, Ordinal: call.Ordinal, Key: call.Key, Rehearsal: call.Rehearsal,
	}
	switch {
	case l.secret, len(call.Input) > inputLimit, !json.Valid(call.Input):
		sum := sha256.Sum256(call.Input)
		data.Size, data.SHA256 = len(call.Input), hex.EncodeToString(sum[:])
	default:
		data.Input = call.Input
	}
	l.note(journal.Called, data)
}

// changed notes the input that somebody made of the call's.
func (l *ledger) changed(by tools.Decider, input json.RawMessage) {
	l.secret = l.secret || tools.SensitiveInput(input)
	data := journal.ChangedData{By: by.String(), Decider: deciderData(by)}
	if !l.secret {
		data.Input = input
	}
	l.note(journal.Changed, data)
}

// blocked notes a hook's no.
func (l *ledger) blocked(by, reason string) *tools.Error {
	if reason == "" {
		reason = "a hook refused it and gave no reason"
	}
	d := said(tools.Decider{Kind: tools.ByHook, Name: by}, reason)
	d.Code = string(tools.Blocked)
	l.note(journal.Blocked, d)
	return tools.Errorf(tools.Blocked, "%s (hook %s)", reason, by)
}

// refused notes that hooks refused the call.
func (l *ledger) refused(d hooks.Decision) *tools.Error {
	refusal := l.blocked(d.By, d.Reason)
	if d.HeldBack {
		refusal.Action.Kind = tools.ReviewChanges
	}
	return refusal
}

// denied notes the guard's no.
func (l *ledger) denied(v guard.Verdict) *tools.Error {
	d := saidWith(l, v.By, v.Reason)
	d.Code, d.File, d.Act = string(tools.PermissionDenied), v.File, l.actFor(journal.Blocked)
	l.note(journal.Blocked, d)
	return tools.Errorf(tools.PermissionDenied, "not allowed (%s): %s", v.By, v.Reason).Advise(v.Do)
}

// gone notes that the tool was taken away while the question stood.
func (l *ledger) gone(by tools.Decider, why error) *tools.Error {
	e := tools.AsError(why)
	d := said(by, e.Message)
	d.Code, d.Act = string(e.Code), l.actFor(journal.Blocked)
	l.note(journal.Blocked, d)
	return e
}

// declined notes that the person said no, or said nothing: reason is for the caller,
// cause for a person who reads the journal ("": there is none but the reason).
func (l *ledger) declined(code tools.Code, by tools.Decider, reason, cause string) *tools.Error {
	kind := journal.Declined
	if code == tools.Expired {
		kind = journal.Expired
	}
	d := said(by, reason)
	d.Code, d.Cause = string(code), cause
	l.note(kind, d)
	return tools.Errorf(code, "%s", reason)
}

// said is what somebody has decided, as the journal has it.
func said(by tools.Decider, reason string) journal.VerdictData {
	return journal.VerdictData{By: by.String(), Decider: deciderData(by), Reason: reason}
}

// saidWith is said, of a reason that has codes.
func saidWith(l *ledger, by tools.Decider, reason tools.Reason) journal.VerdictData {
	d := said(by, reason.String())
	d.Because = clausesOf(l, reason)
	return d
}

func deciderData(d tools.Decider) journal.DeciderData {
	return journal.DeciderData{Kind: string(d.Kind), Name: d.Name}
}

// unkept notes that what the act changes could not be kept.
func (l *ledger) unkept(done func(result, by string), when string, err error) {
	done("failed", when)
	l.explain("", err.Error())
	l.note(journal.Snapshot, journal.SnapshotData{Failed: l.redact.Text(err.Error())})
}

// finished notes what came out of the act.
func (l *ledger) finished(r *tools.Result) {
	meta := l.meta
	meta.Stages = nil // "returned" has them all
	data := journal.FinishedData{Content: l.recorded(r.Seen()), Meta: metaJSON(meta), Parts: l.parts(r.Parts)}
	if r.Error != nil {
		data.Error, data.Code = r.Error.Message, string(r.Error.Code)
	}
	l.note(journal.Finished, data)
}

// parts names what a result has beside its text. A picture is stored for the person,
// unless the call names a file with secrets: no content of it is recorded. One that
// could not be stored fails no call: it has no name.
func (l *ledger) parts(list []tools.Part) []journal.PartData {
	var out []journal.PartData
	for _, p := range list {
		d := journal.PartData{MIME: p.MIME, Size: len(p.Data)}
		if l.pictures != nil && !l.secret {
			if name, err := l.pictures(p); err == nil {
				d.Kept = name
			}
		}
		out = append(out, d)
	}
	return out
}

// recorded is text as the journal may hold it: of a call that names a file with
// secrets, its size and SHA-256 (docs/spec/13-journal.md).
func (l *ledger) recorded(text string) string {
	if !l.secret || text == "" {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("[%d bytes that may hold secrets are not kept; SHA-256 %s]", len(text), hex.EncodeToString(sum[:]))
}

// redactedMeta is the meta without secrets in what the stages say: a reason may
// quote an input.
func (l *ledger) redactedMeta() tools.Meta {
	m := l.meta
	m.Tool = l.redact.Text(m.Tool)
	m.Stages = slices.Clone(m.Stages)
	for i, s := range m.Stages {
		m.Stages[i].Reason, m.Stages[i].Because = l.redact.Text(s.Reason), s.Because.Through(l.redact.Text).Bounded()
	}
	return m
}

// actionJSON is an action as the journal has it; nil if there is none.
func actionJSON(a tools.Action) json.RawMessage {
	if a == (tools.Action{}) {
		return nil
	}
	raw, err := json.Marshal(a)
	if err != nil {
		return nil
	}
	return raw
}

func metaJSON(m tools.Meta) json.RawMessage {
	raw, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	return raw
}
