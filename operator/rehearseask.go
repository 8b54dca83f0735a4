package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"handrail/hooks"
	"handrail/journal"
	"handrail/operator/asking"
	"handrail/operator/rehearsal"
	"handrail/pipeline"
	"handrail/tools"
)

// RehearseTry rehearses a call that the person tries. It returns when the call is over, or was
// cancelled with ctx. Its error says why there is no rehearsal.
func RehearseTry(ctx context.Context, o *Operator, dir, tool, input string) (rehearsal.Rehearsal, error) {
	s, err := o.Space(dir)
	if err != nil {
		return rehearsal.Rehearsal{}, err
	}
	return rehearseShown(ctx, s, CallsConfig{}, tool, json.RawMessage(input), false)
}

// RehearseQuestion rehearses the call that a question is about, as its caller would make it. The
// question goes on waiting. Because it asks, the rehearsal has no network, whatever has been granted
// since. It is refused if the call would be another act by now.
func RehearseQuestion(ctx context.Context, o *Operator, id string) (rehearsal.Rehearsal, error) {
	var none rehearsal.Rehearsal
	p, ok := o.asking.Questions().Find(id)
	if !ok {
		return none, asking.ErrNoQuestion
	}
	if strings.Contains(id, "/") || !p.Preview.Rehearses {
		return none, tools.Errorf(tools.Unavailable, "this can't be rehearsed: not all that it does is done by programs in the sandbox")
	}
	f, err := o.PreviewQuestion(ctx, id, p.Input)
	if err == nil && f.Preview.Digest != p.Preview.Digest {
		err = tools.Errorf(tools.Unavailable, "this call would do something else by now than what you are asked about, so it is not rehearsed")
	}
	if err != nil {
		return none, err
	}
	s, err := o.Space(p.Space)
	if err != nil {
		return none, err
	}
	return rehearseShown(ctx, s, CallsConfig{Caller: p.Caller}, p.Tool, p.Input, true)
}

// rehearseShown rehearses one call as a run of its own, which the person can stop.
func rehearseShown(ctx context.Context, s *Space, c CallsConfig, tool string, input json.RawMessage, isolated bool) (r rehearsal.Rehearsal, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.Origin, c.Title, c.Cancel = journal.FromTry, tools.Say(tools.RunRehearse, tool).String(), cancel
	calls, err := s.Calls(c)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, calls.Close()) }()
	r, _, result, err := calls.rehearse(ctx, tool, input, tools.Scope{}, isolated)
	if err == nil && r.ID == "" && result.Error != nil {
		err = result.Error
	}
	return r, err
}

// KeepShown keeps what the person has chosen of a rehearsal: all of it, or what lies at or below
// paths. question is what waits for it, or "": it is answered with what was kept, so that the agent
// does not take the call for one that has not been made. Nothing is kept if it no longer waits. An
// error of the result tells what could not be kept.
func KeepShown(ctx context.Context, o *Operator, r rehearsal.Rehearsal, only []string, question string) (result tools.Result, err error) {
	if question != "" {
		if _, ok := o.asking.Questions().Find(question); !ok {
			return result, asking.ErrNoQuestion
		}
	}
	s, err := o.Space(r.Space)
	if err != nil {
		return result, err
	}
	f, err := ForecastKeep(ctx, s, r.ID, only)
	if err == nil && f.Refusal != nil {
		err = f.Refusal
	}
	if err != nil {
		return result, err
	}
	calls, err := s.Calls(CallsConfig{Origin: journal.FromTry, Title: tools.Say(tools.RunKeep, r.Named()).String()})
	if err != nil {
		return result, err
	}
	_, result, err = calls.KeepRehearsed(ctx, r.ID, only, f.Preview.Digest)
	if err = errors.Join(err, calls.Close()); err != nil || question == "" {
		return result, err
	}
	if result.Error == nil || result.Error.Code == tools.ExecutionFailed {
		left, err := o.rehearsals.Get(r.ID)
		if err != nil && !errors.Is(err, rehearsal.ErrUnknown) {
			return result, err
		}
		if _, none := s.current.Load().hooks.Runner().(hooks.None); !none { // those after a call decide what an agent reads, and have not seen this
			r.Printed, r.Error = "", ""
		}
		o.asking.Questions().Answer(question, asking.Answer{Reason: keptWords(r, left)})
	}
	return result, nil
}

// printedForAgent is how many bytes an agent is told of what a rehearsal has printed.
const printedForAgent = 4000

// keptWords tell an agent what has become of its call. left is what was not kept.
func keptWords(r, left rehearsal.Rehearsal) string {
	kept := r.Changes() - left.Changes()
	var b strings.Builder
	fmt.Fprintf(&b, "the person rehearsed it on a copy instead of running it, and kept %d of its %d changes. ", kept, r.Changes())
	switch {
	case kept == r.Changes():
		b.WriteString("The files are now as the call would have left them: do not make it again")
	case kept == 0:
		b.WriteString("The files are as they were before")
	default:
		b.WriteString("Do not make it again unless the person asks for it. Not kept")
		for n, f := range left.Files() {
			if n == 20 {
				b.WriteString(", and more")
				break
			}
			fmt.Fprintf(&b, "%s%q", map[bool]string{true: ": ", false: ", "}[n == 0], f.Path)
		}
	}
	if r.Network != "" {
		fmt.Fprintf(&b, ". Network of the rehearsal: %s", r.Network)
	}
	if r.Error != "" {
		fmt.Fprintf(&b, ". It failed there: %s", r.Error)
	}
	if printed := strings.TrimSpace(r.Printed); printed != "" {
		if len(printed) > printedForAgent {
			printed = strings.ToValidUTF8(printed[:printedForAgent], "") + " (cut)"
		}
		fmt.Fprintf(&b, ". It returned: %s", printed)
	}
	return b.String()
}

// rehearse is Rehearse; isolated takes the network away, also where the call would not ask.
func (c *Calls) rehearse(ctx context.Context, tool string, input json.RawMessage, scope tools.Scope, isolated bool) (rehearsal.Rehearsal, string, tools.Result, error) {
	id := "c_" + pipeline.NewID()
	refused := func(err error) (rehearsal.Rehearsal, string, tools.Result, error) {
		return rehearsal.Rehearsal{}, id, tools.Result{Error: tools.AsError(err)}, nil
	}
	act, err := c.space.commons.rehearsals.Begin(c.space.dir, c.space.walls)
	if err != nil {
		return refused(err)
	}
	if isolated {
		act.Isolate(id)
	}
	result, err := c.perform(ctx, CallRequest{ID: id, Tool: tool, Input: input, Scope: scope, Output: c.c.Live}, pipeline.Request{Rehearse: act})
	if err != nil {
		c.Fail(err)
		return rehearsal.Rehearsal{}, id, result, errors.Join(err, act.Discard())
	}
	if result.Meta.ExitCode == nil && result.Error != nil { // nothing ran
		return rehearsal.Rehearsal{}, id, result, act.Discard()
	}
	r, err := act.Finish(ctx, rehearsal.Call{ID: id, Run: c.run, Tool: tool, Input: input, Result: result, NotDone: notRehearsed(c.space)})
	return r, id, result, err
}
