//go:build desktop || dev || bindings

package main

import (
	"encoding/json"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"handrail/operator"
)

// SignInServer opens a server's page in the browser, and waits until the person has
// come back from it.
func (a *App) SignInServer(space, name string) (ServersView, error) {
	return a.servers(space, func(*operator.Space) error {
		return a.o.SignIn(a.ctx, space, name, func(url string) error { wails.BrowserOpenURL(a.ctx, url); return nil })
	})
}

// SignOutServer forgets what signing in to a server gave.
func (a *App) SignOutServer(space, name string) (ServersView, error) {
	return a.servers(space, func(*operator.Space) error { return a.o.SignOut(a.ctx, space, name) })
}

// Forms lists the forms of servers that wait for the person.
func (a *App) Forms() ([]FormView, error) { return each(a.o.Forms().List(), formView), a.broken }

// FormShown starts the clock of a form.
func (a *App) FormShown(form string) (FormView, error) {
	shown, err := a.o.Forms().Shown(form)
	return viewOf(shown, err, formView)
}

// AnswerForm sends what the person has filled in, or says what does not fit.
func (a *App) AnswerForm(form, content string) ([]ViolationView, error) {
	return formProblems(a.o.Forms().Answer(form, json.RawMessage(content)))
}

// DeclineForm tells the server that the person does not want to say it.
func (a *App) DeclineForm(form string) { a.o.Forms().Decline(form) }
