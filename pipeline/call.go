package pipeline

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"

	"handrail/hooks"
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
	p        *Pipeline
	req      Request
	ledger   ledger
	input    json.RawMessage  // as it was last checked
	inv      tools.Invocation // once it was prepared
	result   *tools.Result    // what came out, once it ran
	altered  bool             // a hook changed what came out
	hooks    hooks.Runner     // those that the call began with
	hookAsk  string           // why a hook wants the person asked; "": none does
	reloaded <-chan struct{}  // closed when the space was read again after the look-up
}

// newCall gives the call its id and key, and notes that it was asked for.
func (p *Pipeline) newCall(req Request) *call {
	if req.Call.ID == "" {
		req.Call.ID = "c_" + NewID()
	}
	if req.Call.Key == "" {
		req.Call.Key = tools.KeyOf(req.Call)
	}
	if req.Rehearse == nil {
		req.Rehearse = p.c.Rehearse
	}
	req.Call.Rehearsal, req.Call.Whole = "", false
	if req.Rehearse != nil {
		req.Call.Rehearsal, req.Call.Whole = req.Rehearse.Name(), req.Rehearse.Whole()
	}
	c := &call{p: p, req: req, input: req.Call.Input, ledger: newLedger(&p.c, req.Call)}
	c.ledger.called(req.Call)
	return c
}

// release lets go of what the settled act holds open, whether it ran, was refused, or
// was never answered.
func (c *call) release() {
	if held, ok := c.inv.(tools.Releaser); ok {
		held.Release()
	}
}

// NewID makes a name of 16 characters that no other call or run has.
func NewID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}
