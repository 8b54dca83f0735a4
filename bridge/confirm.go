package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"handrail/tools"
)

// The buttons of the dialog (SPEC 11).
const (
	buttonRun    = "Run once"
	buttonDeny   = "Deny"
	buttonReview = "Review…"
)

// glimpse is how many lines are shown of what is too long for a dialog.
const glimpse = 8

// A Confirmer asks by a native dialog. It implements tools.Confirmer.
//
// The default button is Deny, so that neither Enter nor Escape, hit while the
// dialog comes up, ever runs anything. Closing the dialog, or letting the limit
// pass, expires the question. What is larger than 24 lines of 100 columns
// cannot be run from the dialog: it offers Review, or, where there is nothing
// to review it with, the question is declined without a dialog (SPEC 11).
type Confirmer struct {
	Dialogs *Dialogs
	// Review asks where the whole of a long preview can be read: the window, a
	// terminal. It gets what is left of the question's limit. It may be nil. If
	// it fails, the question is declined with its reason.
	Review tools.Confirmer
}

// Confirm implements tools.Confirmer.
func (c *Confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	s := newSheet(q, dialogColumns)
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	if s.size() > dialogLines {
		return c.long(ctx, q, s)
	}
	yes, err := c.Dialogs.ask(ctx, question{
		title: title(q), blocks: whole(s), yes: cmp.Or(q.Yes, buttonRun), no: buttonDeny, limit: q.Limit,
	})
	return answer(yes, err, q.Limit)
}

// long asks about what a dialog cannot show.
func (c *Confirmer) long(ctx context.Context, q tools.Question, s sheet) (tools.Answer, error) {
	if err := c.Dialogs.Available(); err != nil {
		return tools.Answer{}, err
	}
	if c.Review == nil {
		return tools.Answer{Verdict: tools.Deny, Where: whereDialog, Reason: fmt.Sprintf(
			"its preview has %d lines, more than the %d a dialog can show, and there is no window or terminal to review it in; make the act smaller, or run it from the window",
			s.size(), dialogLines)}, nil
	}
	var began time.Time
	review, err := c.Dialogs.ask(ctx, question{
		title: title(q), blocks: excerpt(s), yes: buttonReview, no: buttonDeny, limit: q.Limit,
		shown: func() { began = time.Now() },
	})
	if err != nil || !review {
		return answer(false, err, q.Limit)
	}
	if q.Limit -= time.Since(began); q.Limit <= 0 {
		return answer(false, errLate, q.Limit)
	}
	a, err := c.Review.Confirm(ctx, q)
	if err != nil && ctx.Err() == nil {
		return tools.Answer{Verdict: tools.Deny, Where: whereDialog, Reason: fmt.Sprintf("it could not be reviewed: %v", err)}, nil
	}
	return a, err
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

// title is the dialog's window title.
func title(q tools.Question) string { return "Handrail: run " + oneLine(q.Tool, 60) + "?" }

// whole is the text of a dialog that shows all of the sheet.
func whole(s sheet) []block {
	blocks := []block{{heading, s.heading}, {plain, strings.Join(s.about, "\n") + "\n"}}
	if len(s.detail) > 0 {
		blocks = append(blocks, block{code, lines(s.detail)})
	}
	if len(s.effects) > 0 {
		blocks = append(blocks, block{plain, itWould}, block{code, lines(s.effects)})
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
		block{plain, fmt.Sprintf("… and %d more lines. That is too much for this dialog, so it cannot be run from here.\nReview all of it first, or deny it.", len(all)-glimpse)})
}
