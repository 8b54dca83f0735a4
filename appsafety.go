//go:build desktop || dev || bindings

package main

import "encoding/json"

// Questions lists what waits for the person.
func (a *App) Questions() ([]QuestionView, error) {
	return each(a.o.Questions().List(), questionView), nil
}

// QuestionShown starts a question's clock.
func (a *App) QuestionShown(question string) (QuestionView, error) {
	p, err := a.o.Questions().Shown(question)
	return questionView(p), err
}

// Answer answers a question.
func (a *App) Answer(question string, answer AnswerForm) error {
	a.o.Questions().Answer(question, answerOf(answer))
	return nil
}

// PreviewAnswer settles a waiting call with another input, and runs nothing.
func (a *App) PreviewAnswer(question, input string) (PreviewView, error) {
	f, err := a.o.PreviewQuestion(a.ctx, question, json.RawMessage(input))
	return viewOf(f, err, previewView)
}

// InFront says whether the person can see the window: if not, a notification
// tells them of questions.
func (a *App) InFront(front bool) error {
	a.behind.Store(!front)
	return nil
}
