package asking

import (
	"context"

	"handrail/journal"
	"handrail/tools"
)

// Recorded asks the person about something that a running call wants beyond what it was let to
// do, and writes question and answer into the call's record.
type Recorded struct {
	Journal journal.Recorder
	Confirm func(context.Context, tools.Question) (tools.Answer, error)
}

// Ask puts a question for a call of the journal. It returns what that counts as there:
// journal.Allowed, journal.Declined or journal.Expired. The error says why nobody was asked.
func (r Recorded) Ask(ctx context.Context, call string, q tools.Question) (tools.Answer, journal.Kind, error) {
	note := func(kind journal.Kind, data any) { // a journal that fails here fails again when the call finishes, where it counts
		_ = r.Journal.Record(context.WithoutCancel(ctx), journal.New(q.Run, call, kind, data))
	}
	p := q.Preview.Spoken()
	note(journal.Asked, journal.AskedData{
		Title: p.Title, Heading: clauseData(p.Heading), Detail: p.Detail, Reason: q.Reason, Digest: p.Digest, Because: clausesData(q.Because.Bounded()),
	})
	answer, err := r.Confirm(ctx, q)
	by, verdict, kind := answer.Decider(), journal.VerdictData{Reason: string(answer.Verdict), Cause: answer.Reason}, journal.Declined
	switch {
	case err != nil:
		by, verdict.Reason = tools.Decider{Kind: tools.ByNobody}, err.Error()
	case answer.Verdict == tools.RunOnce:
		kind = journal.Allowed
	case answer.Verdict == tools.Expire:
		kind = journal.Expired
	}
	verdict.By, verdict.Decider = by.String(), journal.DeciderData{Kind: string(by.Kind), Name: by.Name}
	note(kind, verdict)
	return answer, kind, err
}

// clauseData is a clause as the journal has it.
func clauseData(c tools.Clause) journal.ClauseData {
	return journal.ClauseData{Code: string(c.Code), Args: c.Args, Parts: clausesData(c.Parts)}
}

func clausesData(list []tools.Clause) (out []journal.ClauseData) {
	for _, c := range list {
		out = append(out, clauseData(c))
	}
	return out
}
