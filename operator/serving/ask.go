package serving

import (
	"cmp"
	"context"
	"errors"

	"handrail/tools"
)

// A confirmer asks the person about calls of clients, too: they step aside while
// the question stands, only so many may, and where nobody can be asked the client
// itself shows the question, if it can (docs/spec/08-mcp.md).
type confirmer struct {
	clients *Clients
	next    tools.Confirmer
}

// Confirm implements tools.Confirmer.
func (c confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	call := c.clients.find(q.ID)
	if call == nil || q.Caller.Kind != tools.CallerMCP {
		return c.next.Confirm(ctx, q)
	}
	if call.Quiet {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: "nobody is asked about what a program wants while the person does something else, as values to suggest or changes of a resource; allow the tool by a rule"}, nil
	}
	resume, err := call.Wait()
	if err != nil {
		return tools.Answer{}, err
	}
	defer resume()
	a, err := c.next.Confirm(ctx, q)
	switch {
	case err == nil, ctx.Err() != nil:
		return a, err
	case call.Ask == nil || c.clients.c.Sheet == nil:
		return a, tools.Advise(tools.Action{Kind: tools.AddRule}, "%w", err)
	}
	return c.askClient(ctx, call, q)
}

// askClient is what a client shows the person where nothing of ours can.
func (c confirmer) askClient(ctx context.Context, call *clientCall, q tools.Question) (tools.Answer, error) {
	text, whole := c.clients.c.Sheet(q)
	if why := c.clients.tooGrave(q); why != "" {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: why + ", so the program that asks may not answer for the person: open Handrail's window and try again, or let the person allow it beforehand by a rule"}, nil
	}
	if !whole {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: "its preview is longer than a question in another program may be, and it cannot be reviewed here; make the act smaller, open Handrail's window and try again, or let the person allow it beforehand by a rule"}, nil
	}
	asking, stop := context.WithTimeout(ctx, q.Limit)
	defer stop()
	a, err := call.Ask(asking, text, q.Yes)
	if err != nil && ctx.Err() == nil && asking.Err() != nil {
		return tools.Answer{Verdict: tools.Expire, Where: tools.WhereNobody, Reason: cmp.Or(a.Reason, "nobody answered in time")}, nil
	}
	return a, err
}

// mostReason is how many bytes a client is told of why an act asks.
const mostReason = 500

// tooGrave says why no program's word is enough for an act: a built-in rule asks
// about it, or its author calls it dangerous (decision 0422).
func (c *Clients) tooGrave(q tools.Question) string {
	if q.Grave {
		why, _ := tools.Fit(q.Reason, mostReason)
		return "a built-in rule asks about it (" + why + ")"
	}
	s, err := c.o.Space(q.Space)
	if err != nil {
		return "its space is not open"
	}
	for _, e := range s.Registry().Entries() {
		if e.Qualified == q.Tool && e.Info.Danger == tools.High && e.Info.Source != "builtin" { // of the built-in ones the rules know each act
			if e.Info.Claimed {
				return q.Tool + " is destructive by its server's own word"
			}
			return q.Tool + " is marked as dangerous"
		}
	}
	return ""
}

// A former shows the forms of servers that clients call: as with a question, the call steps aside
// meanwhile, and where nobody else can be asked the client itself shows the form, if it can. Forms
// of other calls, and of none, are the next one's.
type former struct {
	clients *Clients
	next    tools.Former // nil: nothing of ours shows forms
}

// Fill implements tools.Former.
func (f former) Fill(ctx context.Context, form tools.Form) (tools.FormAnswer, error) {
	call := f.clients.whose(form)
	if call == nil {
		return f.ours(ctx, form)
	}
	resume, err := call.Wait()
	if err != nil {
		return tools.FormAnswer{}, err
	}
	defer resume()
	answer, err := f.ours(ctx, form)
	if err == nil || ctx.Err() != nil || call.Fill == nil {
		return answer, err
	}
	within, stop := context.WithTimeout(ctx, form.Limit)
	defer stop()
	answer, err = call.Fill(within, form)
	if err != nil && ctx.Err() == nil && within.Err() != nil {
		return tools.FormAnswer{Action: tools.Cancel}, nil
	}
	if schema, unread := tools.ReadForm(form.Schema); unread == nil && answer.Action == tools.Accept {
		answer.Content = schema.WithDefaults(answer.Content)
	}
	return answer, err
}

// ours shows a form where nothing of a client is in it.
func (f former) ours(ctx context.Context, form tools.Form) (tools.FormAnswer, error) {
	if f.next == nil {
		return tools.FormAnswer{}, errors.New("no forms are shown here")
	}
	return f.next.Fill(ctx, form)
}
