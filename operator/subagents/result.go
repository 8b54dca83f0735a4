package subagents

import (
	"context"
	"errors"
	"fmt"

	"handrail/agent"
	"handrail/journal"
	"handrail/spaces"
	"handrail/tools"
)

// answerLimit is how many bytes of a sub-agent's last answer its caller reads.
const answerLimit = 32 << 10

// usedOf says what a model has counted, as far as it has.
func usedOf(o agent.Outcome) string {
	used := ""
	if in, out := o.Usage.Context(), o.Usage.Output; in+out > 0 {
		used = fmt.Sprintf(", %d tokens in and %d out", in, out)
	}
	if o.Cost > 0 {
		used += fmt.Sprintf(", $%.4f", o.Cost)
	}
	return used
}

// failureOf says why a task did not end well; nil: it did.
func failureOf(who spaces.Agent, d Done) *tools.Error {
	var cut *agent.IterationsError
	switch {
	case d.Outcome.State == journal.Done:
		return nil
	case errors.As(d.Why, &cut):
		return tools.Errorf(tools.ExecutionFailed, "the agent %s used all of its %d turns without finishing: what it has said and done by then is done. Give it a smaller task, or do the rest yourself", who.ID, cut.Max)
	case errors.Is(d.Why, context.DeadlineExceeded):
		return tools.Errorf(tools.Timeout, "the agent %s did not finish within %s and was stopped: what it has done by then is done. Give it a smaller task", who.ID, TimeLimit)
	case d.Outcome.State == journal.Cancelled:
		return tools.Errorf(tools.Cancelled, "the person stopped the agent %s: what it has done by then is done", who.ID)
	case d.Why == nil:
		return tools.Errorf(tools.ExecutionFailed, "the agent %s ended as %s", who.ID, d.Outcome.State)
	}
	return tools.Errorf(tools.ExecutionFailed, "the agent %s ended as %s: %s", who.ID, d.Outcome.State, plain(d.Why))
}
