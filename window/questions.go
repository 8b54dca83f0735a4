package window

import (
	"encoding/json"
	"strings"

	"handrail/operator/asking"
	"handrail/operator/news"
	"handrail/tools"
)

// Questions is what waits for the person: calls to be confirmed, and servers' forms, as the page asks for them.
type Questions struct{ *app }

// Questions lists what waits for the person.
func (a *Questions) Questions() ([]QuestionView, error) {
	if a.o == nil {
		return nil, a.broken
	}
	return each(a.o.Questions().List(), questionView), nil
}

// QuestionShown starts a question's clock.
func (a *Questions) QuestionShown(question string) (QuestionView, error) {
	p, err := a.o.Questions().Shown(question)
	return questionView(p), err
}

// Answer answers a question.
func (a *Questions) Answer(question string, answer AnswerForm) error {
	a.o.Questions().Answer(question, answerOf(answer))
	return nil
}

// PreviewAnswer settles a waiting call with another input, and runs nothing.
func (a *Questions) PreviewAnswer(question, input string) (PreviewView, error) {
	f, err := a.o.PreviewQuestion(a.ctx, question, json.RawMessage(input))
	return viewOf(f, err, previewView)
}

// InFront says whether the person can see the window: if not, a notification
// tells them of questions.
func (a *Questions) InFront(front bool) error {
	a.behind.Store(!front)
	return nil
}

// QuestionView is a call that waits for the person.
type QuestionView struct {
	ID        string       `json:"id"`
	Run       string       `json:"run"`
	Call      string       `json:"call"`
	Session   string       `json:"session"`
	Space     string       `json:"space"`
	SpaceName string       `json:"spaceName"`
	Agent     string       `json:"agent"`
	Tool      string       `json:"tool"`
	Title     string       `json:"title"`
	Detail    string       `json:"detail"`
	Folder    string       `json:"folder"`
	Effects   []EffectView `json:"effects"`
	Why       string       `json:"why"`
	By        string       `json:"by"`
	File      string       `json:"file"`
	Yes       string       `json:"yes"`
	Digest    string       `json:"digest"`
	Input     string       `json:"input"`
	Offers    []OfferView  `json:"offers"`
	Asked     string       `json:"asked"`
	Expires   string       `json:"expires"`
	State     string       `json:"state"`
}

// OfferView is a lasting yes that a question may take.
type OfferView struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// AnswerForm is the person's answer.
type AnswerForm struct {
	Run    bool   `json:"run"`
	Reason string `json:"reason"`
	Offer  string `json:"offer"`
	Input  string `json:"input"`
	Digest string `json:"digest"`
}

// questionView is a question as the window lists it. One that a call asks on its
// way, such as about registries, is named after the call and a slash.
func questionView(p news.Pending) QuestionView {
	call, _, _ := strings.Cut(p.ID, "/")
	return QuestionView{
		ID: p.ID, Run: p.Run, Call: call, Session: p.Session, Space: p.Space, SpaceName: p.SpaceName, Agent: p.Caller.String(), Tool: p.Tool,
		Title: p.Preview.Title, Detail: p.Preview.Detail, Folder: p.Preview.Folder, Effects: each(p.Preview.Effects, effectView), Why: p.Reason, By: p.By, File: p.File,
		Yes: p.Yes, Digest: p.Preview.Digest, Input: string(p.Input), Offers: each(p.Offers, offerView), Asked: timeText(p.Asked), Expires: timeText(p.Expires),
		State: string(p.State),
	}
}

func offerView(o tools.Offer) OfferView { return OfferView{ID: o.ID, Label: o.Label} }

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
