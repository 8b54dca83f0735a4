package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/difference"
	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Taken is what a call has changed.
type Taken struct {
	Data journal.SnapshotData
	// Programs are the names that programs have changed, absolute: tools that name each of their files have shown them.
	Programs []string
	// Texts are what the file of such a name held and holds; "" where it is none, or no text that is kept.
	Texts func(path string) (before, now string)
	// PutAside gives what lies under such a name another one, which it returns, and puts back what was there before; "" without an error: nothing
	// was left to do. also is what is to be said of it besides.
	PutAside func(ctx context.Context, path string) (as, also string, err error)
}

// An aftermath looks at what a program has made of files that run or speak later, and that nothing of its act names, where it holds
// text from elsewhere (docs/spec/16-in-and-out.md#ways-out).
type aftermath struct {
	call *call
	act  settled
	told map[string]bool // the ways of the act that the step has looked at before it ran
	late bool            // the call had ended when it was written
}

// Late looks at what was written that a call of an earlier moment had left running, as the call would have: the person is asked, and what they don't
// agree to is put aside. was is the call's act as the record has it. It returns what its agent is to be told of that; "" if nothing.
func Late(ctx context.Context, p *Pipeline, call tools.Call, was journal.ActData, t Taken) (note string, err error) {
	c := p.newCall(Request{Call: call})
	c.ledger.events = nil // it was called long ago
	e, err := c.entry()
	if err != nil { // its tool is gone, and what it has left is not
		e = tools.Entry{Info: tools.Info{Name: call.Tool}, Qualified: call.Tool}
	}
	m := aftermathOf(c, settled{entry: e, preview: PreviewOf(was, e)})
	m.late = true
	if note = m.settle(ctx, t); note != "" {
		_ = c.ledger.declined(tools.Declined, tools.Decider{Kind: tools.ByNobody}, note, "") // the record says what became of it
	}
	return note, c.ledger.flush(context.WithoutCancel(ctx))
}

// aftermathOf begins one, before the act runs.
func aftermathOf(c *call, act settled) aftermath {
	m := aftermath{call: c, act: act}
	if known := c.p.c.Origins; known != nil && len(known.Read(c.req.Call.Session)) > 0 {
		m.told = guard.Told(c.p.c.Guard(), c.req.Call, act.entry, act.preview)
	}
	return m
}

// settle asks the person, and puts aside what they don't agree to. It returns what the caller is told of that.
func (m aftermath) settle(ctx context.Context, t Taken) (note string) {
	c, left := m.call, m.unnamed(ctx, t)
	for _, l := range left {
		t.Data.Acts = append(t.Data.Acts, l.Way.Name+" "+l.Path)
	}
	if data := t.Data; data.Changed > 0 || len(data.Partial) > 0 || data.Reach != "" || len(data.Acts) > 0 {
		c.ledger.note(journal.Snapshot, data)
	}
	if len(left) == 0 {
		return ""
	}
	for _, l := range left { // the record has nothing of what these hold
		c.ledger.secret = c.ledger.secret || tools.SensitivePath(l.Path)
	}
	done := c.ledger.stage("aftermath")
	if m.agreed(ctx, left, t) {
		done("ok", "")
		return ""
	}
	var list []string
	for _, l := range left {
		as, also, err := t.PutAside(context.WithoutCancel(ctx), l.Path)
		switch {
		case as == "" && err == nil:
		case err == nil:
			list = append(list, l.Path+" is now "+filepath.Base(as)+also)
		case as != "":
			list = append(list, fmt.Sprintf("%s is now %s, and what was there before could not be put back: %v", l.Path, filepath.Base(as), err))
		default:
			list = append(list, fmt.Sprintf("%s stays, since it could not be put aside: %v", l.Path, err))
		}
	}
	done("put aside", "")
	c.ledger.explain("", strings.Join(list, "; "))
	if len(list) == 0 { // all of it was taken back
		return ""
	}
	who := "the program"
	if m.late {
		who = "what " + m.act.entry.Info.Name + " has left running"
	}
	return c.p.c.Redact.Text(who + " has changed what runs or speaks later, and the person has not agreed to that: " + strings.Join(list, "; "))
}

// agreed reports whether the person agrees to what a program has left, or has before.
func (m aftermath) agreed(ctx context.Context, left []guard.Left, t Taken) bool {
	c, f := m.call, confirmation{call: m.call, act: leftBy(m.act, left, t, m.late), left: left}
	f.verdict = f.judge()
	if f.verdict.Outcome == guard.Allow && usedAll(ctx, c.p.c.Grants, f.verdict.Also) {
		return true
	}
	if f.verdict.Outcome != guard.Ask || ctx.Err() != nil { // nobody waits for an answer
		return false
	}
	yes, err := f.ask(ctx)
	if err != nil {
		return false
	}
	c.ledger.note(journal.Allowed, yes.verdict)
	return true
}

// unnamed are the files. Those that are as they were committed before the conversation hold nothing of it.
func (m aftermath) unnamed(ctx context.Context, t Taken) []guard.Left {
	c, known := m.call, m.call.p.c.Origins
	if known == nil || t.PutAside == nil || len(known.Read(c.req.Call.Session)) == 0 {
		return nil
	}
	return slices.DeleteFunc(guard.Unnamed(c.p.c.Guard(), c.req.Call, m.told, t.Programs), func(l guard.Left) bool {
		before, now := t.Texts(l.Path)
		return !known.Holds(ctx, l.Path) || guard.SameCommands(l.Path, before, now)
	})
}

// leftBy is what a program has made of some files, as an act of its own.
func leftBy(act settled, left []guard.Left, t Taken, late bool) settled {
	title := tools.Say(tools.AskKeep, filepath.Base(left[0].Path))
	if more := len(left) - 1; more > 0 {
		title = tools.Say(tools.AskKeepMore, filepath.Base(left[0].Path), strconv.Itoa(more))
	}
	p := tools.Preview{Folder: act.preview.Folder}.Titled(title)
	var detail strings.Builder
	text := tools.TextLeftMine
	if late {
		text = tools.TextLeftLate
	}
	for _, l := range left {
		detail.WriteString("\n" + l.Path + "\n")
		before, now := t.Texts(l.Path)
		if parts, err := difference.Parts(before, now); err == nil {
			difference.Write(&detail, "", parts, func(line string) string { return line })
		}
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectWrite, Target: l.Path})
	}
	p.Wording = tools.Say(text, detail.String())
	p.Detail = p.Wording.String()
	p.Digest = tools.Digest("aftermath", p.Detail)
	return settled{entry: act.entry, inv: act.inv, preview: p}
}
