package agent

import (
	"encoding/json"
	"slices"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// What the model is told of calls whose result it never got.
const (
	neverRun  = "Error (cancelled): this call was not run: the run ended before it"
	unknown   = "Error (cancelled): the app ended while this call ran, so nobody knows how far it came. It was already called: check before you call it again"
	lostInEnd = "Error (cancelled): this call ran and ended, but the app ended before its result was handed over. It was already called: check before you call it again"
)

// Conversation are the events of a session without those of sub-agents, who were given
// their tasks by an agent: what the person and the agent have said to each other.
func Conversation(events []journal.Event) []journal.Event {
	below := map[string]bool{} // runs of sub-agents
	for _, ev := range events {
		if ev.Kind != journal.Prompted {
			continue
		}
		if d, ok := read[journal.PromptedData](ev); ok && d.Parent != "" {
			below[ev.Run] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(events), func(ev journal.Event) bool { return below[ev.Run] })
}

// Rebuild makes the conversation again from the events of one or several runs,
// in the order of their Seq
// (docs/spec/13-journal.md#going-on-with-a-conversation). Images are not in the
// journal, nor are long inputs and a provider's Opaque. The second result is
// how many turns the last run has had, for Prompt.Turn where it goes on. Events
// that it does not understand are skipped.
func Rebuild(events []journal.Event) ([]llm.Message, int) {
	b := rebuilder{ids: names{}, calls: map[string]*rebuilt{}}
	for _, ev := range events {
		b.event(ev)
	}
	return b.rebuilt(), b.turns
}

// rebuilt is the conversation as far as it has been read.
func (b *rebuilder) rebuilt() []llm.Message {
	for i, results := range b.open {
		for j, c := range results {
			b.history[i].Results[j] = c.result()
		}
	}
	return Repair(b.history)
}

// OriginsOf is where from else than from the person and the space text comes that calls have brought, those of
// sub-agents too, or that an agent was told at its beginning.
func OriginsOf(events []journal.Event) (from []tools.Origin) {
	for _, ev := range events {
		for _, o := range originsAt(ev) {
			if !slices.Contains(from, o) {
				from = append(from, o)
			}
		}
	}
	return from
}

// originsAt is where text comes from that an event says to have come in: by a call, or by what an agent is told at the beginning.
func originsAt(ev journal.Event) (from []tools.Origin) {
	switch ev.Kind {
	case journal.Returned:
		if d, ok := read[journal.ReturnedData](ev); ok {
			return originsIn(d.Meta)
		}
	case journal.Prompted:
		if d, ok := read[journal.PromptedData](ev); ok && json.Unmarshal(d.Origins, &from) == nil {
			return from
		}
	default:
	}
	return nil
}

// originsIn is what a record says of where a result comes from.
func originsIn(meta json.RawMessage) []tools.Origin {
	var m struct {
		Origins []tools.Origin `json:"origins"`
	}
	if json.Unmarshal(meta, &m) != nil {
		return nil
	}
	return m.Origins
}

type rebuilder struct {
	history []llm.Message
	ids     names
	calls   map[string]*rebuilt // by the journal's id
	open    map[int][]*rebuilt  // by the place of their results in the history
	run     string
	turns   int
	partial bool // the last message is an answer that broke off
}

// rebuilt is what the journal knows of a call.
type rebuilt struct {
	id, name          string
	started, finished bool
	ended             bool   // it was cancelled in the middle
	content           string // what came out
	returned          *journal.ReturnedData
	told              string // beside its result, of a call that ran again
}

func (b *rebuilder) event(ev journal.Event) {
	if ev.Run != b.run {
		b.run, b.turns = ev.Run, 0
	}
	c := b.calls[ev.Call]
	switch ev.Kind {
	case journal.Prompted:
		if d, ok := read[journal.PromptedData](ev); ok {
			b.history, b.partial = append(b.history, llm.Message{Role: llm.User, Text: beside(d.Text, d.Aside)}), false
		}
	case journal.Replied:
		if d, ok := read[journal.RepliedData](ev); ok {
			b.replied(d)
		}
	case journal.Started:
		if c != nil {
			c.started = true
		}
	case journal.Finished:
		if d, ok := read[journal.FinishedData](ev); ok && c != nil {
			c.finished, c.content, c.ended = !d.Unknown, d.Content, d.Code == string(tools.Cancelled)
		}
	case journal.Returned:
		if d, ok := read[journal.ReturnedData](ev); ok && c != nil {
			c.readReturned(d)
		}
	case journal.Resumed:
		if d, ok := read[journal.ResumedData](ev); ok {
			b.resumed(d)
		}
	}
}

// readReturned takes what the model was given. Where Handrail closed it was given nothing.
func (c *rebuilt) readReturned(d journal.ReturnedData) {
	if d.Closed {
		c.finished = c.finished && !c.ended
		return
	}
	c.returned = &d
}

// resumed takes back what was said of an answer that broke off: the model was asked again.
func (b *rebuilder) resumed(d journal.ResumedData) {
	if b.partial {
		b.history, b.partial = b.history[:len(b.history)-1], false
	}
	for _, r := range d.Calls {
		if c := b.calls[r.Call]; c != nil && (r.Fate == journal.Again || r.Fate == journal.Repeated) {
			c.told = r.Told
		}
	}
}

func read[T any](ev journal.Event) (T, bool) {
	var d T
	return d, json.Unmarshal(ev.Data, &d) == nil
}

func (b *rebuilder) replied(d journal.RepliedData) {
	b.turns, b.partial = max(b.turns, d.Turn), false
	m := llm.Message{Role: llm.Assistant, Text: d.Text}
	var calls []*rebuilt
	for _, mc := range d.Calls {
		id := b.ids.claim(mc.ID, mc.Call)
		name := acceptable(mc.Name, "unnamed")
		m.Calls = append(m.Calls, llm.Call{ID: id, Name: name, Arguments: argumentsOf(mc.Input)})
		c := &rebuilt{id: id, name: name}
		calls = append(calls, c)
		if mc.Call != "" {
			b.calls[mc.Call] = c
		}
	}
	if blank(m.Text) && len(calls) == 0 {
		return
	}
	b.history, b.partial = append(b.history, m), brokenOff(d.Stop)
	if len(calls) > 0 {
		if b.open == nil {
			b.open = map[int][]*rebuilt{}
		}
		b.open[len(b.history)] = calls
		b.history = append(b.history, llm.Message{Role: llm.Results, Results: make([]llm.Result, len(calls))})
	}
}

// argumentsOf is the reverse of inputForJournal.
func argumentsOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// result is what the model was given, or what it is told instead.
func (c *rebuilt) result() llm.Result {
	out := llm.Result{CallID: c.id, Name: c.name, IsError: true}
	switch {
	case c.returned != nil:
		r := resultOf(*c.returned)
		if c.returned.Same {
			r.Content = c.content
		}
		out = resultFor(&pending{model: c.id, told: c.told, call: tools.Call{Tool: c.name}}, r)
	case c.finished:
		out.Text = lostInEnd
	case c.started:
		out.Text = unknown
	default:
		out.Text = neverRun
	}
	return out
}

// Repair makes a conversation well-formed, in a copy: each answer's calls have
// ids of their own and are followed by one result each, in their order. Results
// without a call are dropped, and missing ones say that the call was not run. A
// conversation that is well-formed comes back equal.
func Repair(history []llm.Message) []llm.Message {
	var out []llm.Message
	ids := names{}
	for i := 0; i < len(history); i++ {
		m := history[i]
		m.Calls, m.Results = slices.Clone(m.Calls), nil
		if m.Role == llm.Results {
			continue // those that belong to a call are taken with it
		}
		if m.Role != llm.Assistant {
			m.Calls = nil
			out = append(out, m)
			continue
		}
		var given []llm.Result
		if i+1 < len(history) && history[i+1].Role == llm.Results {
			given = slices.Clone(history[i+1].Results)
		}
		results := llm.Message{Role: llm.Results}
		for j := range m.Calls {
			old := m.Calls[j].ID
			m.Calls[j].ID = ids.claim(old, "call")
			m.Calls[j].Name = acceptable(m.Calls[j].Name, "unnamed")
			var r llm.Result
			r, given = takeResult(given, old)
			r.CallID, r.Name = m.Calls[j].ID, m.Calls[j].Name
			results.Results = append(results.Results, r)
		}
		if blank(m.Text) && len(m.Calls) == 0 {
			continue
		}
		out = append(out, m)
		if len(m.Calls) > 0 {
			out = append(out, results)
		}
	}
	return out
}

// takeResult takes the first result for the id out of given.
func takeResult(given []llm.Result, id string) (llm.Result, []llm.Result) {
	for i, r := range given {
		if r.CallID == id {
			return r, slices.Delete(given, i, i+1)
		}
	}
	return llm.Result{Text: neverRun, IsError: true}, given
}
