package replay

import (
	"bytes"
	"context"
	"encoding/json"

	"handrail/hooks"
	"handrail/internal/schema"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/tools"
)

// What hooks make of a recorded call, beside the guard's words.
const (
	fateBlocked = "blocked" // a hook refuses it, or withholds what came out
	fateStopped = "stopped" // the same, and the run ends
	fateChanged = "changed" // a hook gives it another input
	fateInvalid = "invalid" // a hook gives it an input that does not fit
	fatePassed  = "passed"  // no hook refuses it; it was not settled then, so the rules cannot say more
)

// A hooked is a recorded call as the hooks see it again.
type hooked struct {
	entry  tools.Entry
	called journal.CalledData
	in     schema.Input // what was asked for, as the schema reads it now
	was    json.RawMessage
	ask    string // why a hook wants the person asked
}

// recall reads what a call was asked for; why says why that is not possible.
func (w *worker) recall(j *sqlite.Judged) (h hooked, why string) {
	if err := json.Unmarshal(j.Called, &h.called); err != nil {
		return h, "its record cannot be read"
	}
	if h.called.Input == nil {
		return h, "its input is not kept: it is too large, or names a file that may hold secrets"
	}
	e, err := w.registry.Lookup(h.called.Tool, tools.Scope{Keys: []string{"*"}})
	if err != nil {
		return h, "its tool is not there any more, or not for you"
	}
	h.entry = e
	if h.in, err = e.Info.Input.Check(h.called.Input); err != nil {
		return h, "its input did not fit the tool, or does not any more"
	}
	h.was = h.in.JSON()
	if j.Change == nil {
		return h, ""
	}
	var change journal.ChangedData
	if err := json.Unmarshal(j.Change, &change); err != nil || change.Input == nil {
		return h, "the input that a hook gave it is not kept"
	}
	h.was = change.Input
	return h, ""
}

func (w *worker) event(j *sqlite.Judged, h hooked, phase hooks.Phase) hooks.Event {
	i := h.entry.Info
	return hooks.Event{
		Phase: phase, Tool: i.Name, Qualified: h.entry.Qualified, Source: i.Source, SideEffect: i.MayChange(), Call: j.Call, Key: h.called.Key,
		Agent: h.called.Name, Session: j.Run.Session, User: w.user, Space: w.dir, Input: h.in.JSON(),
	}
}

// pre shows the call to the pre_tool hooks. over: there is nothing left to judge.
func (w *worker) pre(ctx context.Context, j *sqlite.Judged, h *hooked) (over bool, err error) {
	d, err := w.hooks.Run(ctx, w.event(j, *h, hooks.PreTool))
	if err != nil {
		return false, err
	}
	wasBlocked := j.Block != nil && !j.Ran && j.Act == nil
	if d.Block || d.Stop {
		now := Fate{Verdict: fateBlocked, By: d.By, File: placeOf(d), Reason: d.Reason}
		if d.Stop {
			now.Verdict = fateStopped
		}
		w.hookFate(j, *h, wasBlocked, now, "")
		return true, nil
	}
	if wasBlocked {
		w.hookFate(j, *h, false, Fate{Verdict: fatePassed, Reason: "no hook refuses it; what the rules would say is not known, because it was not settled then"}, "")
		return true, nil
	}
	h.ask = d.Ask
	input := h.in.JSON()
	if d.Input != nil {
		checked, err := h.entry.Info.Input.Check(d.Input)
		if err != nil {
			w.hookFate(j, *h, false, Fate{Verdict: fateInvalid, By: d.By, File: placeOf(d), Reason: err.Error()}, string(d.Input))
			return true, nil //nolint:nilerr // that it does not fit is what the replay found
		}
		input = checked.JSON()
	}
	if !bytes.Equal(input, h.was) && !w.reviewed(j) {
		w.hookFate(j, *h, false, Fate{Verdict: fateChanged, By: d.By, File: placeOf(d), Reason: "the input would be another one than it was"}, string(input))
		return true, nil
	}
	return false, nil
}

// reviewed reports whether the person has changed the input then: no hook would.
func (w *worker) reviewed(j *sqlite.Judged) bool { return j.Asked && j.Change != nil }

// post shows what came out to the post_tool hooks, and reports whether they would
// withhold it, unlike then, or let it through.
func (w *worker) post(ctx context.Context, j *sqlite.Judged, h hooked) (now Fate, changed bool, err error) {
	var out journal.FinishedData
	if j.Out == nil || json.Unmarshal(j.Out, &out) != nil || out.Unknown {
		return Fate{}, false, nil //nolint:nilerr // no result that a hook could see
	}
	e := w.event(j, h, hooks.PostTool)
	e.Input, e.Content, e.Error = h.was, out.Content, out.Error
	d, err := w.hooks.Run(ctx, e)
	if err != nil {
		return Fate{}, false, err
	}
	withheld := j.Block != nil && j.Ran
	switch {
	case d.Block && !withheld:
		now = Fate{Verdict: fateBlocked, By: d.By, File: placeOf(d), Reason: "what came out would be withheld: " + d.Reason}
		if d.Stop {
			now.Verdict = fateStopped
		}
		return now, true, nil
	case !d.Block && withheld:
		return Fate{Verdict: fatePassed, Reason: "what came out would not be withheld"}, true, nil
	}
	return Fate{}, false, nil
}

// hookFate counts a call of which a hook has the last word.
func (w *worker) hookFate(j *sqlite.Judged, h hooked, same bool, now Fate, input string) {
	w.judged++
	if same {
		w.same++
		return
	}
	was, what := Fate{Verdict: fatePassed}, string(h.called.Input)
	if act, ok, err := journal.Judged(j.Act); err == nil && ok {
		what = whatOf(act)
		was = Fate{Verdict: act.Verdict, By: act.By, File: act.File, Reason: act.Reason}
	}
	var block journal.VerdictData
	if j.Block != nil && json.Unmarshal(j.Block, &block) == nil {
		was = Fate{Verdict: fateBlocked, By: block.By, File: block.File, Reason: block.Reason}
	}
	w.change(Call{
		Call: j.Call, Run: j.Run.ID, Tool: h.entry.Qualified, What: what, Was: was, Now: now, Answer: string(j.Answer), Input: input, seq: j.Seq,
	})
}

// placeOf is where the hook stands that decided last.
func placeOf(d hooks.Decision) string {
	for i := len(d.Ran) - 1; i >= 0; i-- {
		switch d.Ran[i].Result {
		case hooks.Blocked, hooks.Failed, hooks.Changed, hooks.Asks:
			return d.Ran[i].Place
		}
	}
	return ""
}
