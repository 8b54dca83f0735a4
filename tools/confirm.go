package tools

import (
	"context"
	"time"
)

// A Question asks the person about one settled act (SPEC 11, "The dialog").
type Question struct {
	ID      string // unique; the journal's call id
	Run     string
	Session string
	Caller  Caller
	Tool    string // qualified name
	Space   string // the space's folder
	Preview Preview
	Reason  string        // why this act asks: "it runs a program and this machine has no walls"
	Limit   time.Duration // how long the answer may take, from when the question is shown
	Yes     string        // what the button says that runs it; "Run once" if empty
}

// An Answer is what became of a Question.
type Answer struct {
	Verdict Verdict
	Reason  string // a denial's reason in the person's words, or why nobody could be asked
	Where   string // window, dialog, terminal, --confirm
}

// WhereFixed is an Answer's Where if --confirm has given it and nobody was asked.
const WhereFixed = "--confirm"

// Verdict is the answer to a Question.
type Verdict string

// The verdicts. The zero Verdict is no answer, and counts as a denial.
const (
	RunOnce Verdict = "run once"
	Deny    Verdict = "deny"
	Expire  Verdict = "expired"
)

// A Confirmer asks the person. It returns a RunOnce answer only if the person
// was shown the whole preview and said yes to it. An error means that nobody
// could be asked; the call is declined with its text. When ctx ends first the
// question is taken back and ctx's error returned.
type Confirmer interface {
	Confirm(ctx context.Context, q Question) (Answer, error)
}
