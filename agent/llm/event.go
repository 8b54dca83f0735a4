package llm

import "time"

// An Event is one piece of an answer. The types are those of this file.
type Event interface{ event() }

// TextDelta is more of the answer's text.
type TextDelta struct{ Text string }

// ThinkingDelta is more of what the model thinks before it answers. It is for
// the person, and not part of the answer.
type ThinkingDelta struct{ Text string }

// CallStart begins a call. The ID and the name may be empty or wrong: a model
// wrote them.
type CallStart struct {
	Index int // from 0, in the order in which the calls begin
	ID    string
	Name  string
}

// CallDelta is more of the arguments of a call that has begun.
type CallDelta struct {
	Index     int
	Arguments string
}

// CallDone is a whole call. Its arguments are all of the deltas, or what the
// server sent at once.
type CallDone struct {
	Index int
	Call  Call
}

// Used says what an answer has cost. It may come several times; the counts add up.
type Used struct{ Usage Usage }

// Kept carries what the provider must be given again with this answer.
type Kept struct{ Opaque Opaque }

// Retry says that the provider will ask again, after Wait. Events before it,
// but Used, are void.
type Retry struct {
	Wait   time.Duration
	Try    int    // the number of the coming try, from 2
	Reason string // a sentence for the person: "anthropic is overloaded (529)"
}

// Stop ends a whole answer.
type Stop struct{ Reason StopReason }

// StopReason says why a model stopped.
type StopReason string

// The reasons to stop.
const (
	StopEnd     StopReason = "end"        // it had no more to say
	StopCalls   StopReason = "calls"      // it waits for results
	StopLength  StopReason = "max_tokens" // the answer reached the limit and is cut
	StopRefusal StopReason = "refusal"    // the model or a filter refused
	StopWindow  StopReason = "window"     // the context window is full
)

func (TextDelta) event()     {}
func (ThinkingDelta) event() {}
func (CallStart) event()     {}
func (CallDelta) event()     {}
func (CallDone) event()      {}
func (Used) event()          {}
func (Kept) event()          {}
func (Retry) event()         {}
func (Stop) event()          {}
