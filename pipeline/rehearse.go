package pipeline

import (
	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A Rehearsal is the layer that the programs of a call run on, in place of the space: the call
// changes nothing, and what it would change is looked at later.
//
// Where a whole run is rehearsed, all that its calls do to files lies on layers: see Whole.
//
// It takes the same way through the door. What is denied stays denied, and hooks that come
// before it decide as ever. What would ask runs unasked, and reaches nobody; nothing is kept for
// undo; hooks that come after a single call would act on what has not happened, and are not run.
type Rehearsal interface {
	// Name is what the programs' errands and the record call it.
	Name() string
	// Isolate takes the network away from a call, before anything of it runs.
	Isolate(call string)
	// Whole says that it is a run that is rehearsed, in which file tools, servers, hooks and what goes
	// on in the background work on the layers, too (tools.Preview.Layered), and the agent is told
	// what comes out.
	Whole() bool
	// Omit notes what was not done, as a person reads it.
	Omit(what string)
}

// rehearses reports whether the call only runs on a layer.
func (c *call) rehearses() bool { return c.req.Rehearse != nil }

// rehearsable refuses an act that would happen all the same.
func (c *call) rehearsable(act settled) error {
	if !c.rehearses() || act.preview.Rehearses {
		return nil
	}
	r := c.req.Rehearse
	if !r.Whole() {
		return tools.Errorf(tools.Unavailable, "not done in a rehearsal: %s acts elsewhere than in the programs of a sandbox", act.entry.Info.Name)
	}
	if c.onLayers(act) || c.onlyReads(act) {
		return nil
	}
	title := c.p.c.Redact.Text(act.preview.Title)
	r.Omit(title)
	return tools.Errorf(tools.Unavailable, "not done: this conversation is rehearsed, and %s acts elsewhere than on its files. In earnest it would have: %s. Go on without it, and say at the end that it is still to be done", act.entry.Info.Name, title)
}

// onLayers reports whether all that the act changes lies on the layers of a rehearsed run.
func (c *call) onLayers(act settled) bool { return act.preview.Rehearses || act.preview.Layered }

// onlyReads reports whether the act changes nothing, by what the app itself knows of it.
func (c *call) onlyReads(act settled) bool {
	return !act.entry.Info.MayChange() || act.preview.Reads
}

// rehearsed lets an act through that would ask, and takes the network away from it. In a rehearsed
// run, what would only show the agent something asks as ever: it is no less shown for being rehearsed.
func (f *confirmation) rehearsed() bool {
	if !f.call.rehearses() || f.verdict.Outcome != guard.Ask {
		return false
	}
	r := f.call.req.Rehearse
	if r.Whole() && (f.verdict.Tells || !f.call.onLayers(f.act) || f.call.onlyReads(f.act)) {
		return false
	}
	r.Isolate(f.call.req.Call.ID)
	by := tools.Decider{Kind: tools.ByPerson, Name: "rehearsal"}
	f.call.ledger.note(journal.Allowed, saidWith(&f.call.ledger, by, tools.Because(tools.Say(tools.WhyRehearsed).With(tools.Say(tools.AllOf).With(f.verdict.Reason...)))))
	return true
}
