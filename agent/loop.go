// Package agent holds the loop of an agent (docs/spec/14-agents.md#the-loop):
// ask the model, run the tools that it asks for, give it the results, and
// again, until it asks for none. The loop itself acts on nothing: every call
// goes to a Caller, which is the pipeline.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// DefaultIterations is how often a model may be asked within one run, where
// the agent's file does not say (docs/spec/14-agents.md#the-loop).
const DefaultIterations = 20

// A Caller takes one tool call from request to result: the pipeline, with the
// agent's scope. A refusal or failure that the model can learn from is a Result
// with an Error; a Go error means that the run must stop. It is used by several
// goroutines at once.
type Caller interface {
	Call(ctx context.Context, call tools.Call) (tools.Result, error)
}

// A Loop runs one agent of one space. The fields are set before the first Run
// and not changed after it; a Loop is then safe for concurrent use, as far as
// its parts are.
type Loop struct {
	Provider llm.Provider
	Caller   Caller
	Journal  journal.Recorder
	Tools    func() []tools.Entry // what the agent may use now, asked before each turn (tools.Registry.Offered)
	Shelf    *Shelf               // which of them are sent to the model; nil: all
	Sink     func(Update)         // sees an answer as it comes; may be nil; called by one goroutine of a run at a time

	Agent   tools.Caller // who asks; Kind is CallerAgent
	Session string
	Space   string             // the space's folder
	Model   string             // the provider's own name of it
	System  func(Offer) string // asked before each turn; see SystemPrompt. nil: there is none
	Told    []tools.Origin     // whose words the system prompt holds, beside the person's and the space's

	MaxIterations int    // 0: DefaultIterations
	MaxTokens     int    // of one answer; 0: the provider's default
	Window        int    // tokens that the model can read; 0: DefaultWindow
	Price         *Price // nil: only what the server itself says is known

	// Ahead hears of the calls of one answer that run one after the other, before the first of them: what they would ask can
	// be asked at once. It runs nothing, and looks at the first n of them, at least at one; it hears of the others when those have
	// run. end is called when all have ended. nil: each asks when it comes to it.
	Ahead func(ctx context.Context, calls []tools.Call) (n int, end func())

	// Allow is asked before each question to the model, and may take its time; an error ends the run. nil: nobody is asked.
	Allow func(ctx context.Context) error
}

// A Prompt is what a run answers.
type Prompt struct {
	Run     string // the journal's run
	Text    string // the person's words; a line such as "/read path=a.txt" calls a tool directly (docs/spec/01-command-line.md)
	Aside   Aside  // what the model is told with them; with one, Text is never such a line
	Images  []llm.Image
	Brought []llm.Call    // calls that the person's words ask for, made before the model is asked
	Unclear error         // why the words cannot be understood: the run ends with it
	History []llm.Message // the conversation before: an Outcome's, or Rebuild's
	From    *Sender       // the agent that gives the task; nil: the person has written it
	Turn    int           // how many turns the run has had, if it goes on; see Rebuild
	SHA256  string        // of the agent's file, for who resumes the run
	Base    *journal.BaseData
	Dry     string // the rehearsal that the conversation is; "": it acts
}

// A Sender is the agent that gives a task to another one (docs/spec/14-agents.md#sub-agents).
// What it writes is never a line that calls a tool in the person's name.
type Sender struct {
	Name string // as people see it
	Run  string // in which it works
	Call string // by which it gives the task
}

// An Aside is what the app adds to the person's words, for the model alone: the
// skills that come up with them. It is journalled with the prompt, so that a
// conversation that is made again has it.
type Aside struct {
	Text   string   // stands behind the person's words
	Skills []string // that come up by a trigger, or because the person started them
}

// An Outcome is what came of a run, also of one that did not end well.
type Outcome struct {
	History []llm.Message // the conversation, always fit to go on from
	Text    string        // the last answer; of a directly called tool, its result
	Usage   llm.Usage
	Cost    float64 // US dollars; 0: not known
	Turns   int     // answers of the model in this run
	State   journal.RunState
}

// An Update is a piece of an answer on its way. Updates are for the person who
// watches: what counts is in the journal.
type Update struct {
	Run   string
	Turn  int       // from 1
	Call  string    // the journal's id of the call that the event belongs to, if it belongs to one
	Event llm.Event // nil if there is only a Note
	Note  string    // something to know: "older results were shortened to fit the model's window"
}

// IterationsError is the end of a run whose model went on asking for tools.
type IterationsError struct{ Max int }

// Error implements error.
func (e *IterationsError) Error() string {
	return fmt.Sprintf("the agent used all of its %d turns without finishing. Say \"continue\" to let it go on, or raise maxIterations in the agent's file", e.Max)
}

// RepeatError is the end of a run whose model did the same thing again and again.
type RepeatError struct{ Times int }

// Error implements error.
func (e *RepeatError) Error() string {
	return fmt.Sprintf("the agent repeated the same call %d times, so the run was stopped. Ask in other words, or choose another model", e.Times)
}

// SilentError is the end of a run whose model answered with nothing at all.
type SilentError struct{ Stop llm.StopReason }

// Error implements error.
func (e *SilentError) Error() string {
	switch e.Stop {
	case llm.StopRefusal:
		return "the model refused to answer. Ask in other words, or choose another model"
	case llm.StopLength, llm.StopWindow:
		return "the model's answer was cut off before it began: its context window or output limit is full. Start a new conversation, or choose a model with a larger window"
	}
	return "the model's answer was empty. Ask again, or choose another model"
}

// Run answers one prompt. It journals prompted, replied, halted and ended; the
// Caller journals the calls. Cancelling ctx stops it at any point: every call
// that was asked for then has a result, and the Outcome's history can be gone
// on from. The error says why the run did not end well: ctx's error, an
// *llm.Error, one of this package, or the Caller's or the journal's.
func (l *Loop) Run(ctx context.Context, p Prompt) (Outcome, error) {
	r := &run{loop: l, id: p.Run, turn: p.Turn, first: p.Turn, budget: newBudget(l.Window, l.MaxTokens)}
	r.history = Repair(p.History)
	err := r.start(ctx, p)
	if err == nil {
		err = r.answer(ctx, p)
	}
	return r.end(ctx, err)
}

// run is one Run on its way.
type run struct {
	loop    *Loop
	id      string
	history []llm.Message
	ids     names // ids of calls that the conversation has
	turn    int   // the current one, from 1
	first   int   // turns before this Run
	usage   llm.Usage
	text    string
	thought thought // of the answer that is being written
	repeats repeats
	budget  budget
	offered map[string]tools.Entry // by every name that finds them
	listed  []llm.Tool
	system  string
	blind   bool // the model's server takes no images
}

// start journals the prompt and puts it into the history.
func (r *run) start(ctx context.Context, p Prompt) error {
	r.ids = namesOf(r.history)
	r.offer()
	r.history = append(r.history, llm.Message{Role: llm.User, Text: beside(p.Text, p.Aside.Text), Images: p.Images})
	data := journal.PromptedData{Text: p.Text, Agent: r.loop.Agent.Name, Model: r.model(), Aside: p.Aside.Text, Skills: p.Aside.Skills, SHA256: p.SHA256, Base: p.Base, Rehearsal: p.Dry}
	if len(r.loop.Told) > 0 {
		raw, err := json.Marshal(r.loop.Told)
		if err != nil {
			return err
		}
		data.Origins = raw
	}
	if p.From != nil {
		data.From, data.Parent, data.ParentCall = p.From.Name, p.From.Run, p.From.Call
	}
	return r.record(ctx, "", journal.Prompted, data)
}

// beside puts an aside behind the person's words.
func beside(text, aside string) string {
	if aside == "" {
		return text
	}
	return text + "\n\n" + aside
}

// isLine reports whether the person's words are a line that calls a tool.
func (p Prompt) isLine() bool {
	_, _, line := direct(p.Text)
	return line && p.Aside.Text == "" && p.From == nil
}

// answer is the loop.
func (r *run) answer(ctx context.Context, p Prompt) error {
	if p.Unclear != nil {
		return p.Unclear
	}
	if p.isLine() {
		name, words, _ := direct(p.Text)
		return r.direct(ctx, name, words)
	}
	if len(p.Brought) > 0 {
		if _, err := r.callAsPerson(ctx, p.Brought); err != nil {
			return err
		}
	}
	return r.converse(ctx, 0)
}

// converse asks the model until it asks for no calls. asked is how often it was asked before.
func (r *run) converse(ctx context.Context, asked int) error {
	limit := r.loop.MaxIterations
	if limit <= 0 {
		limit = DefaultIterations
	}
	for ; asked < limit; asked++ {
		if r.loop.Allow != nil {
			if err := r.loop.Allow(ctx); err != nil {
				return err
			}
		}
		r.turn++
		answer, err := r.ask(ctx)
		if err != nil {
			return err
		}
		calls, err := r.reply(ctx, answer, false)
		if err != nil {
			return err
		}
		if len(calls) == 0 {
			return nil
		}
		if err := r.obey(ctx, calls, r.repeats.count(answer)); err != nil {
			return err
		}
	}
	return &IterationsError{Max: limit}
}

// obey runs the calls of an answer, which is the same for the so-manieth time in a row.
func (r *run) obey(ctx context.Context, calls []pending, times int) error {
	if times > maxRepeats {
		err := &RepeatError{Times: times}
		return join(err, r.settle(ctx, calls, err))
	}
	return r.act(ctx, calls, times == maxRepeats)
}

// end journals how the run ended, whatever became of ctx.
func (r *run) end(ctx context.Context, err error) (Outcome, error) {
	state := stateOf(ctx, err)
	closing := state == journal.Unknown
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = ctx.Err()
	}
	data := journal.EndedData{State: state}
	after := context.WithoutCancel(ctx)
	if err != nil {
		data.Reason = reasonOf(err)
		if closing {
			data.Reason = "Handrail closed during this run"
		}
		err = join(err, r.record(after, "", journal.Stopped, data))
	}
	if failed := r.record(after, "", journal.Ended, data); failed != nil {
		err, data.State = join(err, failed), journal.Failed
	}
	return Outcome{
		History: r.history, Text: r.text, Usage: r.usage, Cost: r.loop.Price.Cost(r.usage),
		Turns: r.turn - r.first, State: data.State,
	}, err
}
