package operator

import (
	"context"
	"encoding/json"
	"time"

	"handrail/operator/asking"
	"handrail/pipeline"
	"handrail/tools"
)

// Forms is the window's list of servers' forms that wait for the person.
func (o *Operator) Forms() *asking.Forms { return o.forms }

// PreviewQuestion settles what the person has made of the input of a question
// that waits, and runs nothing. Its Preview.Digest goes into the answer. Hooks
// are not run: they still have their say when it is answered.
func (o *Operator) PreviewQuestion(ctx context.Context, id string, input json.RawMessage) (Forecast, error) {
	p, ok := o.questions.Find(id)
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

// form is how servers ask the person for something; nil where there is no face
// that could.
func (o *Operator) form() func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	if o.former == nil {
		return nil
	}
	return func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
		if f.Limit <= 0 {
			f.Limit = 10 * time.Minute
		}
		answer, err := o.former.Fill(ctx, f)
		o.learnForm(f, answer)
		return answer, err
	}
}

// learnForm makes known what the person has written into fields that ask for secrets,
// before the server has it: what the server says of it is neither written nor told.
func (o *Operator) learnForm(f tools.Form, answer tools.FormAnswer) {
	var values map[string]json.RawMessage
	if answer.Action != tools.Accept || f.URL != "" || json.Unmarshal(answer.Content, &values) != nil {
		return
	}
	schema, err := tools.ReadForm(f.Schema)
	if err != nil {
		return // nothing was shown then
	}
	for _, field := range schema.Secrets() {
		var text string
		if raw := values[field.Name]; json.Unmarshal(raw, &text) != nil {
			text = string(raw) // a number
		}
		o.redact.Add(f.Server+" form", text)
	}
}
