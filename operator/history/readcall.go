package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"handrail/journal"
	"handrail/tools"
)

// read makes a call out of its events, oldest first.
func read(run journal.Run, events []journal.Event) (Call, error) {
	r := Call{Run: run.ID, Session: run.Session, Space: run.Space, Agent: run.Agent, State: CallGoing}
	var errs []error
	for _, e := range events {
		if err := r.apply(e); err != nil {
			errs = append(errs, fmt.Errorf("event %d (%s) cannot be read: %w", e.Seq, e.Kind, err))
		}
	}
	r.settle(run)
	return r, errors.Join(errs...)
}

// apply adds what one event says.
func (r *Call) apply(e journal.Event) error {
	switch e.Kind {
	case journal.Called:
		return r.readCalled(e)
	case journal.Changed:
		var d journal.ChangedData
		err := json.Unmarshal(e.Data, &d)
		r.Changes = append(r.Changes, InputChange{By: d.By, Decider: deciderOf(d.Decider), Input: d.Input})
		if q := r.openQuestion(); q != nil { // the answer was another input
			q.Answered, q.Answer, q.By, q.Decider = e.Time, journal.Changed, d.By, deciderOf(d.Decider)
		}
		return err
	case journal.Asked:
		return r.readAsked(e)
	case journal.Blocked, journal.Allowed, journal.Declined, journal.Expired:
		return r.readVerdict(e)
	case journal.Started:
		return r.readStarted(e)
	case journal.Snapshot:
		var d journal.SnapshotData
		err := json.Unmarshal(e.Data, &d)
		if r.Snapshot != nil {
			d = r.Snapshot.Add(d)
		}
		r.Snapshot = &d
		return err
	case journal.Finished:
		return r.readFinished(e)
	case journal.Returned:
		return r.readReturned(e)
	}
	return nil // of the other kinds a record says nothing: what was printed is in the result
}

func (r *Call) readCalled(e journal.Event) error {
	if !r.Called.IsZero() { // it is made again in a run that goes on
		*r = Call{Run: r.Run, Session: r.Session, Space: r.Space, Agent: r.Agent, State: CallGoing, Earlier: r.Earlier + 1}
	}
	var d journal.CalledData
	err := json.Unmarshal(e.Data, &d)
	r.ID, r.Called, r.Tool, r.Name = e.Call, e.Time, d.Tool, d.Tool
	r.Caller = tools.Caller{Kind: tools.CallerKind(d.Caller), Name: d.Name, Token: d.Token, CalledBy: d.By}
	r.Turn, r.Ordinal, r.Key = d.Turn, d.Ordinal, d.Key
	r.Input, r.InputSize, r.InputSHA256 = d.Input, d.Size, d.SHA256
	if d.Input != nil {
		r.InputSize = len(d.Input)
	}
	return err
}

func (r *Call) readAsked(e journal.Event) error {
	var d journal.AskedData
	err := json.Unmarshal(e.Data, &d)
	r.Questions = append(r.Questions, Question{Title: d.Title, Detail: d.Detail, Reason: d.Reason, Digest: d.Digest, Asked: e.Time, Because: reasonOf(d.Because)})
	if !r.Started.IsZero() { // it is about what the act has left, or wants besides
		return err
	}
	r.Act = &Act{Title: d.Title, Detail: d.Detail, Digest: d.Digest, Verdict: "ask", Reason: d.Reason}
	return errors.Join(err, r.readAct(e))
}

// readAct reads the act that was judged, if the event has one.
func (r *Call) readAct(e journal.Event) error {
	act, ok, err := journal.Judged(e.Data)
	if err != nil || !ok {
		return err
	}
	r.Act = &Act{
		Title: act.Title, Detail: act.Detail, Folder: act.Folder, Effects: act.Effects, Digest: act.Digest, Omitted: act.Omitted,
		Verdict: act.Verdict, By: act.By, File: act.File, Reason: act.Reason,
	}
	if act.Shell != act.Detail {
		r.Act.Shell = act.Shell
	}
	return nil
}

func (r *Call) readVerdict(e journal.Event) error {
	var d journal.VerdictData
	err := json.Unmarshal(e.Data, &d)
	if q := r.openQuestion(); q != nil && e.Kind != journal.Blocked {
		q.Answered, q.Answer, q.By, q.Decider, q.Grant = e.Time, e.Kind, d.By, deciderOf(d.Decider), d.Grant
		if e.Kind == journal.Declined && (q.Decider.Kind == tools.ByPerson || q.Decider.Kind == tools.ByProgram) {
			q.Said = d.Cause
		}
	}
	r.Decisions = append(r.Decisions, Decision{
		Kind: e.Kind, By: d.By, Decider: deciderOf(d.Decider), Reason: d.Reason, Because: reasonOf(d.Because), Cause: d.Cause, Code: d.Code, File: d.File, Grant: d.Grant, Time: e.Time,
	})
	return errors.Join(err, r.readAct(e))
}

func deciderOf(d journal.DeciderData) tools.Decider {
	return tools.Decider{Kind: tools.DeciderKind(d.Kind), Name: d.Name}
}

// reasonOf is a reason as the record has it.
func reasonOf(list []journal.ClauseData) (out tools.Reason) {
	for _, c := range list {
		out = append(out, tools.Clause{Code: tools.ClauseCode(c.Code), Args: c.Args, Parts: reasonOf(c.Parts)})
	}
	return out
}

// openQuestion is the last question, if it has no answer yet.
func (r *Call) openQuestion() *Question {
	if n := len(r.Questions); n > 0 && (r.Questions[n-1].Answer == "" || r.Questions[n-1].Answer == journal.Changed) {
		return &r.Questions[n-1]
	}
	return nil
}

func (r *Call) readStarted(e journal.Event) error {
	var d journal.StartedData
	err := json.Unmarshal(e.Data, &d)
	r.Started, r.Tool = e.Time, d.Tool
	if err := errors.Join(err, r.readAct(e)); err != nil {
		return err
	}
	if r.Act == nil {
		r.Act = &Act{}
	}
	if r.Act.Omitted != "" || r.Act.Title == "" { // what ran is told by the event itself
		r.Act.Title, r.Act.Detail = d.Title, d.Detail
	}
	r.Act.Folder, r.Act.Effects, r.Act.Digest = d.Folder, d.Effects, d.Digest
	return nil
}

func (r *Call) readFinished(e journal.Event) error {
	var d journal.FinishedData
	err := json.Unmarshal(e.Data, &d)
	r.Finished = e.Time
	r.Result = &Result{Content: d.Content, Error: d.Error, Code: d.Code}
	if d.Unknown {
		r.State = CallUnknown
	}
	return errors.Join(err, r.readMeta(d.Meta))
}

func (r *Call) readReturned(e journal.Event) error {
	var d journal.ReturnedData
	err := json.Unmarshal(e.Data, &d)
	r.Returned = e.Time
	r.Given = &Result{Content: d.Content, Error: d.Error, Code: d.Code, Truncated: d.Truncated, Same: d.Same}
	_ = json.Unmarshal(d.Action, &r.Given.Action) // of another version: then it is not said
	if d.Same && r.Result != nil {
		r.Given.Content = r.Result.Content
	}
	return errors.Join(err, r.readMeta(d.Meta))
}

// readMeta reads duration, stages and the like. What it does not name stays.
func (r *Call) readMeta(raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	var m tools.Meta
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	if len(m.Stages) > 0 {
		r.Stages = m.Stages
	}
	if m.Tool != "" {
		r.Tool = m.Tool
	}
	r.Meta = m
	return nil
}

// settle decides how far the call has come, once all its events are read.
func (r *Call) settle(run journal.Run) {
	switch {
	case r.State == CallUnknown:
	case r.Given == nil && r.Result == nil && run.State != journal.Running:
		r.State = CallUnknown
	case r.Given == nil && r.openQuestion() != nil:
		r.State = CallAsking
	case r.Given == nil && r.Result == nil:
		r.State = CallGoing
	case r.Started.IsZero():
		r.State = CallRefused
	default:
		r.State = CallRan
	}
	r.Missing = r.missing()
	r.Why = r.why()
}

// missing says why there are no stages.
func (r *Call) missing() string {
	switch {
	case len(r.Stages) > 0:
		return ""
	case r.State == CallUnknown:
		return "the program ended in the middle of this call, so the times and the stages are lost; what was decided before is known"
	case r.State == CallGoing || r.State == CallAsking:
		return "the call goes on: its stages are written when it ends; what is decided so far is known"
	case r.Returned.IsZero():
		return "the run ended before the result was given back, so the stages were not written"
	}
	return "the call was closed before it went through the door, or by an older version: it has no stages"
}

// why is one sentence: what let the call run, or kept it from running.
func (r *Call) why() string {
	if n := len(r.Questions); n > 0 && r.Questions[n-1].Answer == "" && r.State == CallAsking {
		return "you are being asked: " + r.Questions[n-1].Reason
	}
	if len(r.Decisions) > 0 {
		d := r.Decisions[len(r.Decisions)-1]
		if !r.Started.IsZero() && d.Kind == journal.Blocked { // its result was withheld
			d = r.lastYes(d)
		}
		return d.sentence(r.openAsk())
	}
	if r.Given != nil && r.Given.Error != "" {
		return "it did not run: " + r.Given.Error
	}
	if r.State == CallUnknown {
		return "nothing was decided before the program ended"
	}
	return "nothing is decided yet"
}

// lastYes is what let the call run; d if there was none.
func (r *Call) lastYes(d Decision) Decision {
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		if r.Decisions[i].Kind == journal.Allowed {
			return r.Decisions[i]
		}
	}
	return d
}

// openAsk is why the person was asked last; "" if they were not.
func (r *Call) openAsk() string {
	if n := len(r.Questions); n > 0 {
		return r.Questions[n-1].Reason
	}
	return ""
}

// sentence puts a decision into words, for the person. asked is why they were asked.
func (d Decision) sentence(asked string) string {
	switch d.Kind {
	case journal.Allowed:
		if asked != "" {
			return d.who("allowed it") + "; Handrail asked because " + asked
		}
		return because(Placed(d.By, d.File)+" allows it", d.Reason)
	case journal.Blocked:
		return because(Placed(d.By, d.File)+" refused it", d.Reason)
	case journal.Declined:
		if d.Decider.Kind == tools.ByNobody {
			return d.Reason
		}
		cause := d.Cause
		if d.Decider.Kind == tools.Undecided { // recorded before there were causes
			cause = d.Reason
		}
		return because(d.who("denied it"), cause)
	case journal.Expired:
		return because("the question expired", cmp.Or(d.Cause, d.Reason))
	}
	return because(d.By, d.Reason)
}

// who says who did it: to the person, if it was they.
func (d Decision) who(did string) string {
	switch {
	case d.Decider.Kind == tools.ByProgram:
		return "the asking program " + did + ", in your name"
	case d.Decider.Kind != tools.ByPerson:
		return Placed(d.By, d.File) + " " + did
	case d.Decider.Name == "":
		return "you " + did + ", when you were shown it before"
	}
	return "you " + did + ", in the " + d.Decider.Name
}

// because adds a reason to a clause, if there is one.
func because(clause, reason string) string {
	if reason == "" {
		return clause
	}
	return clause + ": " + reason
}

// Placed names what decided and where that stands, once: "rule bash(ls*) in
// agent/rules.json:3", "mode workspace".
func Placed(by, file string) string {
	name, _, _ := strings.Cut(file, ":")
	switch {
	case file == "" || strings.Contains(by, file):
		return by
	case by == "":
		return "(" + file + ")"
	case strings.HasSuffix(by, " in "+name):
		return strings.TrimSuffix(by, name) + file
	}
	return by + " (" + file + ")"
}
