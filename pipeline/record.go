package pipeline

import (
	"fmt"
	"strings"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// AskedByHook reports whether a recorded act asked because a hook wanted it to,
// although the guard would have let it through.
func AskedByHook(act journal.ActData) bool { return act.Stage == guard.HookAsk.Name() }

// judged notes the act as it was judged, for the one event that will hold it. Of
// a call that names a file with secrets, that is the verdict alone.
func (l *ledger) judged(act settled, v guard.Verdict) {
	d := &journal.ActData{
		Verdict: string(v.Outcome), Stage: v.Stage.Name(), By: v.By.String(), File: v.File, Reason: v.Reason.String(),
		Confirm: act.inv.Preview().Confirm, Forced: v.Stage == guard.ChangedAct || v.Stage == guard.HookAsk || v.Stage == guard.FromElsewhere,
	}
	l.act = d
	if l.secret {
		d.Omitted = "it names a file that may hold secrets"
		return
	}
	size := 0
	for _, e := range act.preview.Effects {
		text := effectText(e)
		size += len(text)
		d.Effects = append(d.Effects, text)
	}
	size += 8 * len(act.preview.Values)
	switch {
	case len(act.preview.Shell) > journal.ActLimit:
		d.Effects, d.Omitted = nil, fmt.Sprintf("its script has %d bytes, and the record keeps %d", len(act.preview.Shell), journal.ActLimit)
		return
	case size > journal.ActLimit:
		d.Effects, d.Omitted = nil, fmt.Sprintf("it would touch %d things, more than the record keeps", len(act.preview.Effects))
		return
	}
	d.Tool, d.Title, d.Detail = act.entry.Qualified, act.preview.Title, act.preview.Detail
	d.Heading = headingOf(l, act.preview)
	d.Folder, d.Digest, d.Shell = act.preview.Folder, act.preview.Digest, act.preview.Shell
	d.Authored, d.Reads, d.Named = act.preview.Authored, act.preview.Reads, act.preview.Named
	for _, v := range act.preview.Values {
		d.Values = append(d.Values, v.Start, v.End)
	}
	if d.Shell != "" && d.Shell == d.Detail {
		d.Shell, d.ShellIsDetail = "", true
	}
}

// actFor hands out the act that was judged, once. beside says what of it the
// event tells itself: asked has the title, the detail and the digest, started
// has all but the verdict.
func (l *ledger) actFor(beside journal.Kind) *journal.ActData {
	d := l.act
	l.act = nil
	if d == nil {
		return nil
	}
	switch beside {
	case journal.Asked:
		d.Title, d.Heading, d.Detail, d.Digest, d.Reason = "", journal.ClauseData{}, "", "", ""
	case journal.Started:
		d.Tool, d.Title, d.Heading, d.Detail, d.Folder, d.Digest, d.Effects = "", "", journal.ClauseData{}, "", "", "", nil
	case journal.Blocked:
		d.By, d.File, d.Reason = "", "", ""
		d.Detail, _ = tools.Fit(d.Detail, journal.ActLimit) // a script that is the detail is no longer than that
	}
	return d
}

// startedData is what the journal is told of an act that is about to run.
func (l *ledger) startedData(act approved) journal.StartedData {
	d := journal.StartedData{
		Tool: act.entry.Qualified, Title: act.preview.Title, Detail: l.recorded(act.preview.Detail), Folder: act.preview.Folder,
		Heading: headingOf(l, act.preview), Digest: act.preview.Digest, SideEffect: act.entry.Info.SideEffect, Idempotent: act.entry.Info.Idempotent, Claimed: act.entry.Info.Claimed,
	}
	if d.Rehearsal = l.rehearsal; d.Rehearsal != "" {
		d.SideEffect = false
	}
	for _, e := range act.preview.Effects {
		d.Effects = append(d.Effects, effectText(e))
	}
	d.Act = l.actFor(journal.Started)
	return d
}

func effectText(e tools.Effect) string { return string(e.Kind) + " " + e.Target } // as PreviewOf reads it

// clausesOf are clauses as the journal has them, without secrets; none where they are many or say no more than their text.
func clausesOf(l *ledger, r tools.Reason) []journal.ClauseData {
	return clauseList(r.Through(l.redact.Text).Bounded())
}

// headingOf is the title of an act as the journal has it beside its text; zero where the text has to do.
func headingOf(l *ledger, p tools.Preview) (out journal.ClauseData) {
	for _, c := range clausesOf(l, tools.Because(p.Heading)) {
		out = c
	}
	return out
}

// titleOf is the title of an act, as a clause.
func titleOf(p tools.Preview) tools.Clause {
	if p.Heading.None() {
		return tools.Words(p.Title)
	}
	return p.Heading
}

// ClauseOf is a clause as the record has it.
func ClauseOf(d journal.ClauseData) tools.Clause {
	c := tools.Clause{Code: tools.ClauseCode(d.Code), Args: d.Args}
	for _, part := range d.Parts {
		c.Parts = append(c.Parts, ClauseOf(part))
	}
	return c
}

func clauseList(list []tools.Clause) (out []journal.ClauseData) {
	for _, c := range list {
		out = append(out, journal.ClauseData{Code: string(c.Code), Args: c.Args, Parts: clauseList(c.Parts)})
	}
	return out
}

// PreviewOf is what a recorded act of a tool would do.
func PreviewOf(act journal.ActData, e tools.Entry) tools.Preview {
	p := tools.Preview{
		Title: act.Title, Heading: ClauseOf(act.Heading), Detail: act.Detail, Shell: act.Shell, Folder: act.Folder, Digest: act.Digest,
		Confirm: act.Confirm || e.Info.Confirm, Effects: make([]tools.Effect, 0, len(act.Effects)),
	}
	p.Authored, p.Reads, p.Named = act.Authored, act.Reads, act.Named
	for v := act.Values; len(v) > 1; v = v[2:] {
		p.Values = append(p.Values, tools.Span{Start: v[0], End: v[1]})
	}
	for _, text := range act.Effects {
		kind, target, _ := strings.Cut(text, " ")
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectKind(kind), Target: target})
	}
	return p
}
