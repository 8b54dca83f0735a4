package operator

import (
	"context"
	"encoding/json"

	"handrail/operator/asking"
	"handrail/pipeline"
	"handrail/tools"
)

// PreviewQuestion settles what the person has made of the input of a question
// that waits, and runs nothing. Its Preview.Digest goes into the answer. Hooks
// are not run: they still have their say when it is answered.
func (o *Operator) PreviewQuestion(ctx context.Context, id string, input json.RawMessage) (Forecast, error) {
	p, ok := o.asking.Questions().Find(id)
	if !ok {
		return Forecast{}, asking.ErrNoQuestion
	}
	s, err := o.Space(p.Space)
	if err != nil {
		return Forecast{}, err
	}
	call := tools.Call{Tool: p.Tool, Input: input, Caller: p.Caller, Session: p.Session, Space: p.Space}
	return s.pipe.Forecast(ctx, pipeline.Request{Call: call}), nil
}
