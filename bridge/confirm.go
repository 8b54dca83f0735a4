package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/bridge/card"
	"handrail/internal/terminal"
	"handrail/tools"
	"handrail/tools/spoken"
)

// The buttons of the dialog (docs/spec/11-guard.md).
const (
	buttonRun    = "Run once"
	buttonDeny   = "Deny"
	buttonReview = "Review…"
	buttonAlways = "Always…"
	buttonWhy    = "Deny with a reason…"
	buttonBack   = "Back to the question"
)

// reasonLimit is how many characters of a reason reach the agent.
const reasonLimit = 500

// glimpse is how many lines are shown of what is too long for a dialog.
const glimpse = 8

// A Confirmer asks by a native dialog. It implements tools.Confirmer.
//
// In a card no button has the keyboard, nothing counts in its first card.Settles, and what runs
// can be pressed once the end of the act has been in sight (docs/decisions/0175-the-card.md). Where
// there are no cards, the default button is Deny, so that neither Enter nor Escape, hit while the
// dialog comes up, ever runs anything, and what is larger than 24 lines of 100 columns
// cannot be run from the dialog: it offers Review, or, where there is nothing
// to review it with, the question is declined without a dialog
// (docs/spec/11-guard.md). Closing the dialog, or letting the limit
// pass, expires the question.
type Confirmer struct {
	Dialogs *Dialogs
	// Review asks where the whole of a long preview can be read: the window, a
	// terminal. It gets what is left of the question's limit. It may be nil. If
	// it fails, the question is declined with its reason; but Elsewhere gives it back to
	// who asks beside this one.
	Review tools.Confirmer
	// Tact says when a dialog may come up; nil: at once.
	Tact *Tact
	// Settles is how long nothing that is pressed counts, from when a dialog is asked
	// for: it comes up again. 0: everything counts. Cards see to it themselves.
	Settles time.Duration
}

// Elsewhere is a Review that shows nothing: the question is asked in the window already.
var Elsewhere tools.Confirmer = elsewhere{}

type elsewhere struct{}

// Confirm implements tools.Confirmer.
func (elsewhere) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{}, errTaken
}

// Confirm implements tools.Confirmer.
func (c *Confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	s := newSheet(q, dialogColumns, c.Dialogs.tongue())
	if q.Limit <= 0 {
		q.Limit = tools.AnswerLimit
	}
	most := dialogLines
	if c.Dialogs.desktop.cards() == nil {
		most = cardLines
	}
	if s.size() > most {
		return c.long(ctx, q, s)
	}
	release, err := c.acquire(ctx, q)
	if err != nil {
		return tools.Answer{}, err
	}
	defer release()
	ctx, end, over := c.standing(ctx, q.ID)
	defer end()
	a, err := c.converse(ctx, q, s)
	return a, over(err)
}

// converse shows the question until it is answered: the lists behind its buttons
// lead back to it. All of that together has the question's limit.
func (c *Confirmer) converse(ctx context.Context, q tools.Question, s sheet) (tools.Answer, error) {
	t := s.in
	ask := question{title: title(q, t), yes: t.Own(buttonRun), no: t.Own(buttonDeny)}
	if q.Yes != "" {
		ask.yes = t.Clause(tools.ReadClause(q.Yes, tools.YesOnce, tools.YesHere, tools.YesGoOn, tools.YesKeep), q.Yes)
	}
	if s.size() <= dialogLines {
		ask.blocks = whole(s)
	}
	if c.Dialogs.Available() == nil { // they bring up dialogs of the system
		if len(q.Offers) > 0 {
			ask.more = append(ask.more, t.Own(buttonAlways))
		}
		ask.more = append(ask.more, t.Own(buttonWhy))
	}
	ask.card = c.card(ask, q, s)
	for end := time.Now().Add(q.Limit); ; {
		ask.limit = time.Until(end)
		if ask.limit <= 0 {
			return answer(false, errLate, q.Limit)
		}
		pressed, err := c.pressed(ctx, ask)
		if err != nil {
			return answer(false, err, q.Limit)
		}
		switch pressed {
		case t.Own(buttonAlways):
			offer, err := c.always(ctx, q, time.Until(end))
			if offer != "" || err != nil {
				a, err := answer(true, err, q.Limit)
				a.Offer = offer
				return a, err
			}
		case t.Own(buttonWhy):
			reason, said, err := c.why(ctx, q, time.Until(end))
			if said || err != nil {
				a, err := answer(false, err, q.Limit)
				a.Reason = cmp.Or(a.Reason, reason)
				return a, err
			}
		default:
			return answer(pressed == ask.yes, nil, q.Limit)
		}
	}
}

// card is a question as a card: its buttons from the least to the most that they do.
func (c *Confirmer) card(ask question, q tools.Question, s sheet) *card.Card {
	all := s.all()
	out := card.Card{Title: ask.title, Heading: s.heading, About: s.about, Text: strings.TrimSuffix(lines(all), "\n"), Hint: s.in.Own("Scroll to the end to run it."), Settles: int(card.Settles.Milliseconds())}
	for i, r := range all {
		if r.mark == hot {
			out.Marked = append(out.Marked, i)
		}
	}
	why, always := s.in.Own(buttonWhy), s.in.Own(buttonAlways)
	if slices.Contains(ask.more, why) {
		out.Buttons = append(out.Buttons, card.Button{Label: why})
	}
	if slices.Contains(ask.more, always) {
		out.Buttons = append(out.Buttons, card.Button{Label: always, Late: true})
	}
	out.Buttons = append(out.Buttons, card.Button{Label: ask.no}, card.Button{Label: ask.yes, Late: true})
	if c.Tact != nil {
		out.Parent, out.Behind, out.Dark = os.Getpid(), !c.Tact.InFront(), c.Tact.Dark != nil && c.Tact.Dark()
	}
	return &out
}

// pressed is the button that was pressed once the dialog had settled. c.Dialogs is acquired.
func (c *Confirmer) pressed(ctx context.Context, ask question) (string, error) {
	for end := time.Now().Add(ask.limit); ; {
		began := time.Now()
		pressed, err := c.Dialogs.desktop.ask(ctx, ask)
		early := c.Dialogs.desktop.cards() != nil && time.Since(began) < c.Settles && (err == nil || errors.Is(err, errClosed))
		if !early {
			return pressed, err
		}
		if ask.limit = time.Until(end); ask.limit <= 0 {
			return "", errLate
		}
	}
}

// always lets the person pick one of the offers, whose label is all that it
// grants. "" is the way back; closing the list is, too.
func (c *Confirmer) always(ctx context.Context, q tools.Question, left time.Duration) (offer string, err error) {
	t := c.Dialogs.tongue()
	back := t.Own(buttonBack)
	lines, ids := []string{back}, map[string]string{}
	for _, o := range q.Offers {
		whole := t.Clause(o.Says, o.Label)
		label := oneLine(whole, 2*dialogColumns)
		if _, twice := ids[label]; twice || label != whole {
			continue // it could not be read whole
		}
		lines, ids[label] = append(lines, label), o.ID
	}
	line, err := c.Dialogs.desktop.pickOne(ctx, choice{
		title: t.Own("Handrail: always allow?"), yes: t.Own("Allow, and run it now"), no: back, lines: lines, limit: max(left, time.Millisecond),
		blocks: []block{{heading, t.Own("What should run without asking from now on?")}, {plain, t.Own("Each line shows exactly what it allows. You can revoke it at any time. Deny rules always win.")}},
	})
	if errors.Is(err, errClosed) {
		err = nil
	}
	return ids[line], err
}

// why lets the person write why they deny. said is false if they went back.
func (c *Confirmer) why(ctx context.Context, q tools.Question, left time.Duration) (reason string, said bool, err error) {
	t := c.Dialogs.tongue()
	text := t.Own("Why not? You will read it.")
	if q.Caller.Kind != tools.CallerPerson {
		text = t.Own("Why not? %s will read it.", caller(q.Caller, t))
	}
	reason, said, err = c.Dialogs.desktop.write(ctx, entry{
		title: t.Own("Handrail: deny %s", oneLine(q.Tool, 60)), yes: t.Own(buttonDeny), no: t.Own(buttonBack), limit: max(left, time.Millisecond),
		blocks: []block{{plain, text}},
	})
	if errors.Is(err, errClosed) {
		err = nil
	}
	return reasonOf(reason), said, err
}

// reasonOf is what a person wrote, in one line that is not too long.
func reasonOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > reasonLimit {
		return string(runes[:reasonLimit-1]) + "…"
	}
	return text
}

// long asks about what a dialog cannot show.
func (c *Confirmer) long(ctx context.Context, q tools.Question, s sheet) (tools.Answer, error) {
	if err := c.Dialogs.Available(); err != nil {
		return tools.Answer{}, err
	}
	if c.Review == nil {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: fmt.Sprintf(
			"its preview has %d lines, more than the %d a dialog can show, and there is no window or terminal to review it in; make the act smaller, or run it from the window",
			s.size(), dialogLines)}, nil
	}
	var began time.Time
	pressed, err := c.glance(ctx, q, question{
		title: title(q, s.in), blocks: excerpt(s), yes: s.in.Own(buttonReview), no: s.in.Own(buttonDeny), limit: q.Limit,
		shown: func() { began = time.Now() },
	})
	if err != nil || pressed != s.in.Own(buttonReview) {
		return answer(false, err, q.Limit)
	}
	if q.Limit -= time.Since(began); q.Limit <= 0 {
		return answer(false, errLate, q.Limit)
	}
	a, err := c.Review.Confirm(ctx, q)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errTaken) {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: fmt.Sprintf("it could not be reviewed: %v", err)}, nil
	}
	return a, err
}

// glance shows a question that cannot be answered with yes.
func (c *Confirmer) glance(ctx context.Context, q tools.Question, ask question) (string, error) {
	release, err := c.acquire(ctx, q)
	if err != nil {
		return "", err
	}
	defer release()
	ctx, end, over := c.standing(ctx, q.ID)
	defer end()
	ask.shown()
	pressed, err := c.pressed(ctx, ask)
	return pressed, over(err)
}

const whereDialog = "dialog"

// answer is what the end of a dialog means.
func answer(yes bool, err error, limit time.Duration) (tools.Answer, error) {
	a := tools.Answer{Verdict: tools.Deny, Where: whereDialog}
	switch {
	case errors.Is(err, errLate):
		a.Verdict, a.Reason = tools.Expire, fmt.Sprintf("nobody answered within %s", span(limit))
	case errors.Is(err, errClosed):
		a.Verdict, a.Reason = tools.Expire, "the dialog was closed without an answer"
	case err != nil:
		return tools.Answer{}, err
	case yes:
		a.Verdict = tools.RunOnce
	}
	return a, nil
}

// title is the dialog's window title: what is asked, and where.
func title(q tools.Question, t spoken.Tongue) string {
	where := ""
	if q.Chat != "" {
		where = " — " + oneLine(terminal.Visible(q.Chat), 40)
	}
	if q.Space != "" {
		where += " — " + oneLine(terminal.Visible(filepath.Base(q.Space)), 30)
	}
	if q.During {
		return t.Own("Handrail: a question while %s runs%s", oneLine(q.Tool, 60), where)
	}
	return t.Own("Handrail: run %s?%s", oneLine(q.Tool, 60), where)
}

// whole is the text of a dialog that shows all of the sheet.
func whole(s sheet) []block {
	blocks := []block{{heading, s.heading}, {plain, strings.Join(s.about, "\n") + "\n"}}
	if len(s.detail) > 0 {
		blocks = append(blocks, block{code, lines(s.detail)})
	}
	if len(s.effects) > 0 {
		blocks = append(blocks, block{plain, s.in.Own(itWould)}, block{code, lines(s.effects)})
	}
	return trimmed(blocks)
}

// trimmed takes the last line break away, which would be an empty line.
func trimmed(blocks []block) []block {
	last := &blocks[len(blocks)-1]
	last.text = strings.TrimSuffix(last.text, "\n")
	return blocks
}

// excerpt is the text of a dialog that cannot show all of the sheet, and says so.
func excerpt(s sheet) []block {
	blocks := []block{{heading, s.heading}, {plain, strings.Join(s.about, "\n") + "\n"}}
	all := s.all()
	return append(blocks,
		block{code, lines(all[:glimpse])},
		block{plain, s.in.Own("… and %d more lines: too many for this dialog.\nReview all of them first, or deny.", len(all)-glimpse)})
}
