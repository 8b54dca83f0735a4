package window

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"handrail/operator/asking"
	"handrail/operator/news"
	"handrail/tools"
)

// Questions is what waits for the person: calls to be confirmed, and servers' forms, as the page asks for them.
type Questions struct{ *app }

// Questions lists what waits for the person. They come oldest first, of every space.
func (a *Questions) Questions() ([]QuestionView, error) {
	if a.o == nil {
		return nil, a.broken()
	}
	return each(a.o.Asking().Questions().List(), questionView), nil
}

// QuestionShown starts a question's clock. It returns the question with its end.
func (a *Questions) QuestionShown(question string) (QuestionView, error) {
	p, err := a.o.Asking().Questions().Shown(question)
	return questionView(p), err
}

// Answer answers a question. It is harmless if the question is closed: what came of it
// is told as an event.
func (a *Questions) Answer(question string, answer AnswerForm) error {
	a.o.Asking().Questions().Answer(question, answerOf(answer))
	return nil
}

// TakeQuestion has a question asked in the window that stands in a native dialog, or would: that
// closes.
func (a *Questions) TakeQuestion(question string) error {
	return a.o.Asking().Questions().TakeOver(question)
}

// PreviewAnswer settles a waiting call with another input, and runs nothing. The call
// goes on waiting.
func (a *Questions) PreviewAnswer(question, input string) (PreviewView, error) {
	f, err := a.o.PreviewQuestion(a.ctx, question, json.RawMessage(input))
	return viewOf(f, err, previewView)
}

// InFront says whether the person can see the window and is in it: if not, a
// notification tells them of questions and of runs that have ended. The page
// says it again when a run has ended: one that is busy had not heard yet that
// the person has left.
func (a *Questions) InFront(front bool) error {
	a.person.Tell(front)
	return nil
}

// Typing says that the person types in the window: no dialog comes up meanwhile.
func (a *Questions) Typing() error {
	a.typed.Store(time.Now().UnixNano())
	return nil
}

// QuestionView is a call that waits for the person.
type QuestionView struct {
	ID        string `json:"id"`
	Run       string `json:"run"`
	Call      string `json:"call"`
	Session   string `json:"session"`
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	// What the person calls its chat; "" = it is of none, or of one without a name.
	Chat string `json:"chat"`
	// Who asks, in words: 'The agent "guide"', 'You', 'A program that calls itself "x"'.
	Agent  string     `json:"agent"`
	Caller CallerView `json:"caller"`
	Tool   string     `json:"tool"`
	Title  string     `json:"title"`
	// The title as a code, for the language of the page; absent = only title says it.
	Heading *ClauseView  `json:"heading,omitempty"`
	Detail  string       `json:"detail"`
	Folder  string       `json:"folder"`
	Effects []EffectView `json:"effects"`
	// What it would do, in words, where that says more than the effects: "delete the folder ./cache".
	Would []string `json:"would"`
	// The same as codes, for the language of the page; none = only would says it.
	Deeds []ClauseView `json:"deeds"`
	// The lines of the detail that make it ask, from 1; none = not known, or all.
	Marked []int `json:"marked"`
	// Why the person is asked: a clause, such as "this tool always asks first".
	Why string `json:"why"`
	// The same as codes, for the language of the page; none = only why says it.
	Because []ClauseView `json:"because"`
	// What decided that: "confirm: true", "rule bash(git*) in settings", "mode workspace"; "" if nothing is to be named.
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// Where that stands, "agent/rules.json:3"; "" = in no file.
	File string `json:"file"`
	// What the button says that runs it; "" = "Run once".
	Yes string `json:"yes"`
	// The detail, where it is words, and yes as codes, for the language of the page; absent = only the text says it.
	Wording *ClauseView `json:"wording,omitempty"`
	YesSays *ClauseView `json:"yesSays,omitempty"`
	Digest  string      `json:"digest"`
	// The input as it was checked, a JSON object; "" = it cannot be changed.
	Input string `json:"input"`
	// It can be rehearsed, where this machine can: see CannotRehearse.
	Rehearses bool `json:"rehearses"`
	// What came in from elsewhere, where the call could carry it out.
	Came []CameView `json:"came"`
	// What "Always…" may say, narrowest first; none: only this once.
	Offers []OfferView `json:"offers"`
	Asked  string      `json:"asked"`
	// When it expires; "" until it has been shown.
	Expires string             `json:"expires"`
	State   news.QuestionState `json:"state"`
	// Of one that was withdrawn: who has answered it elsewhere, "Allowed on laptop"; "" = the record says it, or nobody has.
	Ended string `json:"ended"`
	// It is asked in a native dialog, or will be in a moment, and not in the window; "" = in the window.
	Dialog news.DialogState `json:"dialog"`
}

// ClauseView is a part of a sentence for a person, for the page to say in its language.
type ClauseView struct {
	Code tools.ClauseCode `json:"code"`
	// Its parameters, in the order of their places.
	Args []string `json:"args"`
	// Clauses within it: their places follow those of the parameters.
	Parts []ClauseView `json:"parts"`
}

func clauseViews(list []tools.Clause) []ClauseView { return each(list, clauseView) }

// codeView is a clause beside its text; nil where only the text says it.
func codeView(c tools.Clause) *ClauseView {
	if c.Code == "" || c.Code == tools.InWords {
		return nil
	}
	v := clauseView(c)
	return &v
}

func clauseView(c tools.Clause) ClauseView {
	return ClauseView{Code: c.Code, Args: append([]string{}, c.Args...), Parts: clauseViews(c.Parts)}
}

// CallerView is who makes a call, for the page to say in its language.
type CallerView struct {
	Kind tools.CallerKind `json:"kind"`
	Name string           `json:"name"`
	// The name of the token that a program came with; "" = without.
	Token string `json:"token"`
	// The agent that has called this one; "" = none.
	CalledBy string `json:"calledBy"`
}

func callerView(c tools.Caller) CallerView {
	return CallerView{Kind: cmp.Or(c.Kind, tools.CallerAgent), Name: c.Name, Token: c.Token, CalledBy: c.CalledBy}
}

// CameView is a part of text that came in from elsewhere.
type CameView struct {
	// From where, in words: "a web page of example.com".
	From   string         `json:"from"`
	Origin ClauseView     `json:"origin"`
	When   string         `json:"when"`
	Parts  []CamePartView `json:"parts"`
	Before bool           `json:"before"` // there is more of it before
	After  bool           `json:"after"`
}

// CamePartView is a piece of such a text.
type CamePartView struct {
	Text string `json:"text"`
	// It stands in what would leave as well.
	Same bool `json:"same"`
}

func cameView(p tools.Passage) CameView {
	return CameView{From: p.From.String(), Origin: clauseView(p.From.Clause()), When: timeText(p.When), Before: p.Before, After: p.After, Parts: each(p.Parts, func(part tools.PassagePart) CamePartView { return CamePartView(part) })}
}

// OfferView is a lasting yes that a question may take.
type OfferView struct {
	ID string `json:"id"`
	// The whole button.
	Label string `json:"label"`
	// The same as a code, for the language of the page; absent = only label says it.
	Says *ClauseView `json:"says,omitempty"`
}

// AnswerForm is the person's answer.
type AnswerForm struct {
	Run bool `json:"run"`
	// Of a no: what the agent is told.
	Reason string `json:"reason"`
	// Of a yes: the id of the offer that was taken; "" = only this once.
	Offer string `json:"offer"`
	// Of a yes: what the person made of the input, and the digest of the act that they were shown of it; "" = as it was asked.
	Input  string `json:"input"`
	Digest string `json:"digest"`
}

// questionView is a question as the window lists it. One that a call asks on its
// way, such as about registries, is named after the call and a slash.
func questionView(p news.Pending) QuestionView {
	call, _, _ := strings.Cut(p.ID, "/")
	v := QuestionView{
		ID: p.ID, Run: p.Run, Call: call, Session: p.Session, Space: p.Space, SpaceName: p.SpaceName, Chat: p.Chat, Agent: p.Caller.String(), Caller: callerView(p.Caller), Tool: p.Tool,
		Title: p.Preview.Title, Heading: codeView(p.Preview.Heading), Detail: p.Preview.Detail, Folder: p.Preview.Folder, Effects: each(p.Preview.Effects, effectView), Would: append([]string{}, p.Would...), Deeds: clauseViews(p.Deeds), Marked: append([]int{}, p.Marked...), Why: p.Reason, Because: clauseViews(p.Because), By: p.By.String(), Decider: deciderView(p.By), File: p.File,
		Yes: p.Yes, Wording: codeView(p.Preview.Wording), YesSays: codeView(tools.ReadClause(p.Yes, tools.YesOnce, tools.YesHere, tools.YesGoOn, tools.YesKeep)), Digest: p.Preview.Digest, Input: string(p.Input), Rehearses: p.Preview.Rehearses && call == p.ID, Came: each(p.Came, cameView), Offers: each(p.Offers, offerView), Asked: timeText(p.Asked), Expires: timeText(p.Expires),
		State: p.State, Dialog: p.Dialog, Ended: sentence(p.Ended),
	}
	if p.Machine != "" { // its own machine says when it is over
		v.Expires = ""
	}
	return v
}

func offerView(o tools.Offer) OfferView {
	return OfferView{ID: o.ID, Label: o.Label, Says: codeView(o.Says)}
}

// answerOf is what the page says as the operator takes it. A no takes nothing
// but its reason.
func answerOf(f AnswerForm) asking.Answer {
	if !f.Run {
		return asking.Answer{Reason: f.Reason}
	}
	a := asking.Answer{Run: true, Offer: f.Offer, Digest: f.Digest}
	if f.Input != "" {
		a.Input = json.RawMessage(f.Input)
	}
	return a
}

// Forms lists the forms of servers that wait for the person. They come oldest first.
func (a *Questions) Forms() ([]FormView, error) {
	return each(a.o.Asking().Forms().List(), formView), a.broken()
}

// FormShown starts the clock of a form.
func (a *Questions) FormShown(form string) (FormView, error) {
	shown, err := a.o.Asking().Forms().Shown(form)
	return viewOf(shown, err, formView)
}

// AnswerForm sends what the person has filled in, or says what does not fit. content
// is a JSON object as text; "" says that the page was opened. A form that was answered
// badly goes on waiting.
func (a *Questions) AnswerForm(form, content string) ([]ViolationView, error) {
	return formProblems(a.o.Asking().Forms().Answer(form, json.RawMessage(content)))
}

// DeclineForm tells the server that the person does not want to say it. It is harmless
// if the form is closed.
func (a *Questions) DeclineForm(form string) { a.o.Asking().Forms().Decline(form) }

// FormView is what a server wants to know.
type FormView struct {
	ID     string `json:"id"`
	Server string `json:"server"`
	// Qualified; "" = none runs.
	Tool      string `json:"tool"`
	Call      string `json:"call"`
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	// The server's own words.
	Message string `json:"message"`
	// What Handrail has to say of it, in whole sentences; "" = nothing.
	Warning string `json:"warning"`
	// JSON Schema as text; "" with an address.
	Schema string `json:"schema"`
	// A page to open instead.
	URL     string `json:"url"`
	Host    string `json:"host"`
	Expires string `json:"expires"`
	// closed: answered, taken back or run out.
	State FormState `json:"state"`
}

func formView(f news.PendingForm) FormView {
	v := FormView{
		ID: f.ID, Server: f.Server, Tool: f.Tool, Call: f.Call, Space: f.Space, SpaceName: f.SpaceName, Message: f.Message, Warning: f.Warning, Schema: string(f.Schema), URL: f.URL,
		Expires: timeText(f.Expires), State: "waiting",
	}
	if f.URL != "" {
		v.Schema, v.Host = "", hostOf(f.URL)
	}
	if f.Done {
		v.State = "closed"
	}
	return v
}

// hostOf is the host of an address; the address itself if it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host
}

// formProblems are what is wrong with single fields of an answer; any other error
// stays one.
func formProblems(err error) ([]ViolationView, error) {
	out := []ViolationView{}
	var all interface{ Unwrap() []error }
	one := (*tools.FieldError)(nil)
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &all):
		for _, e := range all.Unwrap() {
			if errors.As(e, &one) {
				out = append(out, fieldProblem(one))
			}
		}
	case errors.As(err, &one):
		out = append(out, fieldProblem(one))
	}
	if len(out) > 0 {
		return out, nil
	}
	return out, err
}

func fieldProblem(e *tools.FieldError) ViolationView {
	return ViolationView{Path: "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(e.Field), Message: e.Text}
}
