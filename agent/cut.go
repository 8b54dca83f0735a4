package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// A Cut is how far a run came whose process ended before it did
// (docs/spec/13-journal.md#going-on-with-a-run).
type Cut struct {
	Run   string
	Said  journal.PromptedData // what it answers
	Calls []CutCall            // of its last answer, if the model was not given all their results; in order
	Turns int                  // answers, and calls of the person's own
	Asked int                  // answers of the model alone

	history []llm.Message // up to the last answer, and with it
	usage   llm.Usage
	text    string // of the last answer
	own     bool   // the last calls are the person's own
	over    bool   // the last answer asks for nothing: no more is due
	repeats repeats
	times   int // how often the last answer has come in a row
}

// A CutCall is a call of an answer that was cut.
type CutCall struct {
	Call  tools.Call // as it was asked for, with its id and its key; who calls is the loop's
	State CutState
	Whole bool // Call.Input is all that was asked for: the journal keeps no large inputs, and no secrets

	// Of a call that is Lost:
	Act     journal.StartedData
	Reads   bool // the act changes nothing, as far as this app itself knows
	Began   time.Time
	Printed string // the end of what it printed
	Changed int    // files that its snapshot shows as changed; -1: there is none
	Late    bool   // the snapshot was made after it was cut: some of that may be others' work

	model  string
	past   past
	result llm.Result // of one that is Given
}

// A CutState says how far a call of a run came that was cut.
type CutState string

// The states of calls of a run that was cut.
const (
	Given   CutState = "given"   // the model was given its result
	Ended   CutState = "ended"   // it ran, and nobody was given its result
	Lost    CutState = "unknown" // it began, and nobody knows how far it came
	Waiting CutState = "waiting" // it did not run
)

// printedLimit is how many bytes of what a call has printed a CutCall holds.
const printedLimit = 4 << 10

// past is what is known of a call that was made before its run was cut.
type past struct {
	state   CutState
	whole   bool
	came    tools.Result // of one that has Ended
	input   []byte       // with which that ran; nil: as it was asked for
	fate    journal.Fate // of one that is Lost
	deliver Deliver
}

// Ran is the input with which a call that began was made: as a hook has changed it, or as it was asked for.
func (c CutCall) Ran() []byte {
	if c.past.input != nil {
		return c.past.input
	}
	return c.Call.Input
}

// Safe reports whether a call that is Lost can be made again without asking anybody: it
// changes nothing, or doing it twice is the same as once, and that is not only what a server
// says of it.
func (c CutCall) Safe() bool {
	return c.Delegates() || c.Reads || !c.Act.Claimed && (!c.Act.SideEffect || c.Act.Idempotent)
}

// Delegates reports whether another agent works on the call. That goes on where it stopped.
func (c CutCall) Delegates() bool { return c.Act.Tool == InvokeAgent || c.Act.Tool == SpawnAgent }

// Outcome is what had come of a run that ended before anybody was told.
func (c Cut) Outcome(state journal.RunState) Outcome {
	return Outcome{History: c.history, Text: c.text, Usage: c.usage, State: state}
}

// ErrNotBegun says that a run was cut before its task was recorded.
var ErrNotBegun = errors.New("it was cut before its task was recorded, so nothing was done: give the task again")

// CutOf reads how far a run came from the events of its conversation, of which it is the
// last one. The error says why nothing can go on.
func CutOf(run string, events []journal.Event) (Cut, error) {
	c := cutter{Cut: Cut{Run: run}, calls: map[string]*cutCall{}, rebuilder: rebuilder{ids: names{}, calls: map[string]*rebuilt{}}}
	begun := false
	for _, ev := range events {
		c.rebuilder.event(ev)
		if ev.Run == run {
			begun = begun || ev.Kind == journal.Prompted
			c.event(ev)
		}
	}
	if !begun {
		return Cut{}, ErrNotBegun
	}
	c.rebuilder.resumed(journal.ResumedData{})
	c.finish()
	return c.Cut, nil
}

// A cutter reads the events of a run.
type cutter struct {
	Cut
	rebuilder rebuilder
	calls     map[string]*cutCall
	last      []string // ids of the calls of the last answer
}

// A cutCall is what the journal says of one call, over all attempts at it.
type cutCall struct {
	CutCall
	started  bool
	finished *journal.FinishedData
	given    bool
}

func (c *cutter) event(ev journal.Event) {
	switch ev.Kind {
	case journal.Prompted:
		c.Said, _ = read[journal.PromptedData](ev)
		return
	case journal.Replied:
		if d, ok := read[journal.RepliedData](ev); ok {
			c.replied(d)
		}
		return
	}
	if call := c.calls[ev.Call]; call != nil {
		call.event(ev)
	}
}

func (c *cutter) replied(d journal.RepliedData) {
	c.Turns = max(c.Turns, d.Turn)
	c.usage = c.usage.Add(llm.Usage{Input: d.Input, Output: d.Output})
	if brokenOff(d.Stop) {
		return
	}
	c.text, c.own, c.over, c.last = d.Text, d.Own, len(d.Calls) == 0, nil
	answer := llm.Answer{Text: d.Text}
	for i, mc := range d.Calls {
		arguments := argumentsOf(mc.Input)
		answer.Calls = append(answer.Calls, llm.Call{Name: mc.Name, Arguments: arguments})
		call := tools.Call{ID: mc.Call, Tool: mc.Name, Input: input(arguments), Run: c.Run, Turn: d.Turn, Ordinal: i + 1, Key: mc.Key}
		c.calls[mc.Call] = &cutCall{CutCall: CutCall{Call: call, Whole: mc.Key != "" && tools.KeyOf(call) == mc.Key, Changed: -1}}
		c.last = append(c.last, mc.Call)
	}
	if !d.Own {
		c.Asked++
		c.times = c.repeats.count(answer)
	}
}

// event adds what one event says of the call. That its first attempt was lost is not
// forgotten over a second one, unless that came to an end.
func (c *cutCall) event(ev journal.Event) {
	switch ev.Kind {
	case journal.Changed:
		if d, ok := read[journal.ChangedData](ev); ok {
			c.past.input = d.Input
		}
	case journal.Asked, journal.Started:
		if act, ok, err := journal.Judged(ev.Data); err == nil && ok {
			c.Reads = act.Reads
		}
		if d, ok := read[journal.StartedData](ev); ok && ev.Kind == journal.Started {
			c.started, c.Act, c.Began = true, d, ev.Time
		}
	case journal.Output:
		if d, ok := read[journal.OutputData](ev); ok && d.Stream != "progress" {
			c.Printed += d.Text
		}
	case journal.Snapshot:
		var d struct {
			Changed *int
			When    string
		}
		if json.Unmarshal(ev.Data, &d) == nil && d.Changed != nil {
			c.Changed = max(c.Changed, 0) + *d.Changed // more may have become known later
			c.Late = c.Late || d.When != ""
		}
	case journal.Finished:
		if d, ok := read[journal.FinishedData](ev); ok && !d.Unknown {
			c.finished = &d
		}
	case journal.Returned:
		d, ok := read[journal.ReturnedData](ev)
		switch {
		case !ok:
		case !d.Closed:
			c.given = true
		case c.finished != nil && c.finished.Code == string(tools.Cancelled): // it was ended in the middle
			c.finished = nil
		}
	}
}

// state is how far the call came.
func (c *cutCall) state() CutState {
	switch {
	case c.given:
		return Given
	case c.finished != nil:
		return Ended
	case c.started:
		return Lost
	}
	return Waiting
}

// finish puts the calls of the last answer together with the conversation before them.
func (c *cutter) finish() {
	c.history = c.rebuilder.rebuilt()
	open := slices.ContainsFunc(c.last, func(id string) bool { return c.calls[id].state() != Given })
	if !open {
		return
	}
	results := c.history[len(c.history)-1].Results
	c.history = c.history[:len(c.history)-1]
	for i, id := range c.last {
		one := c.calls[id]
		one.State = one.state()
		one.past.state, one.past.whole = one.State, one.Whole
		one.model = results[i].CallID
		switch one.State {
		case Given:
			one.result = results[i]
		case Ended:
			one.past.came = cameOf(*one.finished)
		case Lost, Waiting:
		}
		if n := len(one.Printed) - printedLimit; n > 0 {
			one.Printed = strings.ToValidUTF8(one.Printed[n:], "")
		}
		c.Calls = append(c.Calls, one.CutCall)
	}
}

// cameOf is a result as the journal has it: its pictures are named in its text.
func cameOf(d journal.FinishedData) tools.Result {
	r := tools.Result{Content: d.Content}
	_ = json.Unmarshal(d.Meta, &r.Meta) // of another version: then it is not known
	r.Meta.Stages = nil
	for _, p := range d.Parts {
		r.Content = strings.TrimLeft(fmt.Sprintf("%s\n[%d bytes of %s, which are not in the record]", r.Content, p.Size, p.MIME), "\n")
	}
	if d.Error != "" {
		r.Error = &tools.Error{Code: tools.Code(d.Code), Message: d.Error}
	}
	return r
}
