package tools

import (
	"context"
	"encoding/json"
	"time"
)

// AnswerLimit is how long the person has for a question or a form that brings no limit
// of its own, from when it is shown (docs/spec/11-guard.md).
const AnswerLimit = 10 * time.Minute

// A Question asks the person about one settled act
// (docs/spec/11-guard.md#the-dialog).
type Question struct {
	ID      string // unique; the journal's call id
	Run     string
	Session string
	Caller  Caller
	Tool    string // qualified name
	Space   string // the space's folder
	Chat    string // what the person calls the chat of the session; "": it is none, or has no name yet
	Preview Preview
	Marked  []int         // the lines of Preview.Detail that make it ask, from 1; none: it is not known, or all
	Would   []string      // what it would do, in words, where that says more than Preview.Effects: "delete the folder ./cache"
	Reason  string        // why this act asks: "it runs a program and this machine has no walls"
	Because Reason        // Reason, to be said in the person's language; nil: only Reason says it
	Deeds   []Clause      // Would, likewise
	By      Decider       // what decided that; zero: nothing to name
	File    string        // where that stands: "agent/rules.json:3"; "": in no file
	Grave   bool          // only the person's own answer to us will do, and no program's word for it
	During  bool          // the act runs already, and wants something beyond: Preview.Title is the question
	Present bool          // only somebody who is there can say yes: --confirm allow does not
	Via     string        // the channel by which the person may answer as well; "": none
	Limit   time.Duration // how long the answer may take, from when the question is shown
	Yes     string        // what the button says that runs it; "Run once" if empty
	Machine string        // of the person's other machines, the one whose call it is; "": this one
	Called  string        // with Machine: what Space is called there

	Input  json.RawMessage // the input as it was checked, which a review may change; nil: it cannot
	Came   []Passage       // what came in from elsewhere, if the act could carry it out
	Offers []Offer         // what "Always…" may say, narrowest first; none: only this once
}

// An Offer is a lasting yes that a question may take: as wide as its label says,
// and no wider (docs/spec/11-guard.md).
type Offer struct {
	ID    string // names it in the Answer
	Label string // the whole button: "Always run git status in this space"
	Says  Clause // Label, to be said in the person's language; none: only Label says it
	Scope string // what it covers: act, pattern
	Until string // how long: session, 15 minutes, space, everywhere

	Server string // that may do more from then on; "" if it is a grant
}

// An Answer is what became of a Question.
type Answer struct {
	Verdict Verdict
	Reason  string // a denial's reason in the person's words, or why nobody could be asked
	Where   string // window, dialog, terminal, --confirm

	Offer string // with RunOnce: the ID of the Offer that was taken; "": only this once
	// Input, if set with RunOnce, is what the person made of the input. It is
	// checked, shown to hooks and prepared anew; Digest names the act that the
	// person was then shown: any other asks again.
	Input  json.RawMessage
	Digest string
}

// WhereFixed is an Answer's Where if --confirm has given it and nobody was asked.
const WhereFixed = "--confirm"

// WhereClient is an Answer's Where if the program that asks has shown the question
// itself, and says what the person answered. Nobody can check that.
const WhereClient = "asking program"

// TakenBack is the cause with which the context of a Question ends where somebody has answered it elsewhere, or it needs no answer
// any more. It says so to the person: a clause, such as "allowed on laptop".
type TakenBack string

// Error is what it says.
func (t TakenBack) Error() string { return string(t) }

// WhereNobody is an Answer's Where if no person has answered: the question may not be
// put to them, or they let it expire.
const WhereNobody = "nobody"

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
