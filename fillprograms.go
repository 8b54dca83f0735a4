//go:build desktop || dev || bindings

package main

import (
	"fmt"

	"handrail/operator"
	"handrail/operator/serving"
)

// What fills the pages of imports and of other programs, and only the window needs.

func foundServersView(f operator.ImportFile) FoundServersView {
	return FoundServersView{
		Program: f.Program, Title: f.Title, File: f.File, Project: f.Project, Problem: f.Problem, Notes: each(f.Notes, sentence), Drafts: each(f.Servers, serverDraftView),
	}
}

func importChoice(c ServerChoiceForm) operator.ImportChoice {
	out := operator.ImportChoice{ID: c.ID, Digest: c.Digest, Name: c.Name, InternalOnly: c.Internal, Answers: map[string]string{}}
	for _, a := range c.Answers {
		if a.Value != "" {
			out.Answers[a.Secret] = a.Value
		}
	}
	return out
}

func addedServerView(d operator.Imported) AddedServerView {
	return AddedServerView{
		ID: d.ID, Name: d.Name, Outcome: d.Outcome, Why: sentence(d.Why), Secrets: append([]string{}, d.Secrets...), Missing: append([]string{}, d.Missing...),
	}
}

// planConnect says what an act would write to a program's file.
func planConnect(o *operator.Operator, space, program, act string) (operator.ConnectChange, error) {
	switch act {
	case "connect":
		return o.ConnectPlan(program, space)
	case "disconnect":
		return o.DisconnectPlan(program)
	case "undo":
		return o.UndoPlan(program)
	}
	return operator.ConnectChange{}, fmt.Errorf("%q cannot be done to a program's file", act)
}

// doConnect makes the change that planConnect has shown.
func doConnect(o *operator.Operator, space, program, act, digest string) (operator.ConnectDone, error) {
	switch act {
	case "connect":
		return o.ConnectProgram(program, space, digest)
	case "disconnect":
		return o.DisconnectProgram(program, digest)
	case "undo":
		return o.UndoProgram(program, digest)
	}
	return operator.ConnectDone{}, fmt.Errorf("%q cannot be done to a program's file", act)
}

func connectView(d operator.ConnectDone) ConnectView {
	return ConnectView{
		Title: d.Title, File: d.File, Link: d.Link, Made: d.Made, Difference: d.Difference, After: d.Note, Digest: d.Digest, Done: d.Done, Why: sentence(d.Why), Backup: d.Backup,
	}
}

func clientTokenView(t serving.Token) ClientTokenView {
	return ClientTokenView{Name: t.Name, Created: timeText(t.Made), Used: timeText(t.Used)}
}

func connectedClientView(c serving.Client) ConnectedClientView {
	return ConnectedClientView{
		ID: c.ID, Name: c.Name, Version: c.Version, Token: c.Token, Space: c.Space, Over: string(c.Via), Since: timeText(c.Since), Calls: c.Calls,
	}
}
