package pipeline

import (
	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A Rehearsal is the layer that the programs of a call run on, in place of the space: the call
// changes nothing, and what it would change is looked at later.
//
// It takes the same way through the door. What is denied stays denied, and hooks that come
// before it decide as ever. What would ask runs unasked, and reaches nobody; nothing is kept for
// undo; hooks that come after it would act on what has not happened, and are not run.
type Rehearsal interface {
	// Name is what the programs' errands and the record call it.
	Name() string
	// Isolate takes the network away, before anything runs.
	Isolate()
}

// rehearses reports whether the call only runs on a layer.
func (c *call) rehearses() bool { return c.req.Rehearse != nil }

// rehearsable refuses an act that would happen all the same.
func (c *call) rehearsable(act settled) error {
	if !c.rehearses() || act.preview.Rehearses {
		return nil
	}
	return tools.Errorf(tools.Unavailable, "not done in a rehearsal: %s acts elsewhere than in the programs of a sandbox", act.entry.Info.Name)
}

// rehearsed lets an act through that would ask, and takes the network away from it.
func (f *confirmation) rehearsed() bool {
	if !f.call.rehearses() || f.verdict.Outcome != guard.Ask {
		return false
	}
	f.call.req.Rehearse.Isolate()
	by := tools.Decider{Kind: tools.ByPerson, Name: "rehearsal"}
	f.call.ledger.note(journal.Allowed, said(by, "it is only rehearsed, without a network; in earnest it asks: "+f.verdict.Reason))
	return true
}
