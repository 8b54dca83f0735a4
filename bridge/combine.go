package bridge

import (
	"context"
	"errors"

	"handrail/tools"
)

// First asks all confirmers at once. The first answer counts and takes the
// question back from the others; First returns when they have closed it. One
// that cannot ask does not matter while another can; if none can, the error
// holds every reason. With no confirmers at all, nobody can be asked.
func First(confirmers ...tools.Confirmer) tools.Confirmer { return first(confirmers) }

type first []tools.Confirmer

// Confirm implements tools.Confirmer.
func (f first) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	type result struct {
		answer tools.Answer
		err    error
	}
	asking, takeBack := context.WithCancel(ctx)
	defer takeBack()
	results := make(chan result)
	for _, c := range f {
		go func() {
			a, err := c.Confirm(asking, q)
			results <- result{a, err}
		}()
	}
	var answer *tools.Answer
	var reasons []error
	for range f {
		r := <-results
		switch {
		case answer != nil: // it came second
		case r.err != nil:
			reasons = append(reasons, r.err)
		default:
			answer = &r.answer
			takeBack()
		}
	}
	switch {
	case answer != nil:
		return *answer, nil
	case ctx.Err() != nil:
		return tools.Answer{}, ctx.Err()
	}
	return tools.Answer{}, nobody(reasons)
}

// Chain asks the confirmers in order: the next one only if nobody could be
// asked by the one before. If none can ask, the error holds every reason.
func Chain(confirmers ...tools.Confirmer) tools.Confirmer { return chain(confirmers) }

type chain []tools.Confirmer

// Confirm implements tools.Confirmer.
func (c chain) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	var reasons []error
	for _, next := range c {
		a, err := next.Confirm(ctx, q)
		if err == nil {
			return a, nil
		}
		if ctx.Err() != nil {
			return tools.Answer{}, ctx.Err()
		}
		reasons = append(reasons, err)
	}
	return tools.Answer{}, nobody(reasons)
}

// nobody joins why nobody could be asked.
func nobody(reasons []error) error {
	if len(reasons) == 0 {
		return tools.Advise(tools.Action{Kind: tools.AnswerBeforehand}, "nobody can be asked: there is no window, no dialog and no terminal")
	}
	return errors.Join(reasons...)
}

// Fixed answers every question with the same verdict, without asking: what
// --confirm says (docs/spec/01-command-line.md). Anything but RunOnce denies.
type Fixed tools.Verdict

// Confirm implements tools.Confirmer.
func (f Fixed) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if err := ctx.Err(); err != nil {
		return tools.Answer{}, err
	}
	if tools.Verdict(f) == tools.RunOnce && q.Present {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: "--confirm allow does not answer this: only somebody who is there can"}, nil
	}
	if tools.Verdict(f) == tools.RunOnce {
		return tools.Answer{Verdict: tools.RunOnce, Where: whereFixed, Reason: "--confirm allow answers every question with “Run once”"}, nil
	}
	said := "--confirm deny answers every question with “Deny”"
	if q.Reason != "" {
		said += "; this call asked, since " + q.Reason
	}
	return tools.Answer{Verdict: tools.Deny, Where: whereFixed, Reason: said}, nil
}

const whereFixed = tools.WhereFixed
