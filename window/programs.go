package window

import (
	"fmt"

	"handrail/operator/programs"
	"handrail/operator/serving"
)

// Programs is other programs that use Handrail's tools, as the page asks for them.
type Programs struct{ *app }

// Programs lists the programs that could use Handrail's tools.
func (a *Programs) Programs(string) ([]ProgramView, error) {
	return each(programs.New(a.o).List(), programView), a.broken()
}

// PreviewConnect says what connecting, disconnecting or undoing would write.
func (a *Programs) PreviewConnect(space, program string, act ConnectAct) (ConnectView, error) {
	change, err := planConnect(programs.New(a.o), space, program, act)
	return viewOf(programs.Result{Change: change}, err, connectView)
}

// Connect makes the change with this digest. It keeps the file as it was. If the file
// is another by then, nothing is done, and the new change comes back.
func (a *Programs) Connect(space, program string, act ConnectAct, digest string) (ConnectView, error) {
	done, err := doConnect(programs.New(a.o), space, program, act, digest)
	return viewOf(done, err, connectView)
}

// Clients lists who uses our tools now, and the tokens of those that come over HTTP.
func (a *Programs) Clients() (ClientsView, error) {
	tokens, err := serving.NewTokens(a.o).List(a.ctx)
	return ClientsView{Tokens: each(tokens, clientTokenView), Connected: each(a.clients.List(), connectedClientView)}, err
}

// AddClientToken makes a token, and shows it this one time.
func (a *Programs) AddClientToken(name string) (NewTokenView, error) {
	token, err := serving.NewTokens(a.o).Add(a.ctx, name)
	return NewTokenView{Name: name, Token: token}, err
}

// RevokeClientToken forgets a token.
func (a *Programs) RevokeClientToken(name string) (ClientsView, error) {
	if err := serving.NewTokens(a.o).Revoke(a.ctx, name); err != nil {
		return ClientsView{}, err
	}
	return a.Clients()
}

// DisconnectClient ends what a client does now. It may call again.
func (a *Programs) DisconnectClient(id string) (ClientsView, error) {
	if err := a.clients.Disconnect(id); err != nil {
		return ClientsView{}, err
	}
	return a.Clients()
}

// ProgramView is another program that could use our tools.
type ProgramView struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// It runs in a Flatpak.
	Flatpak bool `json:"flatpak"`
	// gone: its entry starts a Handrail that is not there any more. foreign: it has an entry of our name that is not ours.
	State ProgramState `json:"state"`
	File  string       `json:"file"`
	// Why its file cannot be read.
	Problem string `json:"problem"`
	// The space that it is connected to; "" = none.
	Space string `json:"space"`
	// When our last change was made, if it can be undone; "" = there is none.
	Undo string `json:"undo"`
}

// ConnectView is a change of its file.
type ConnectView struct {
	Title string `json:"title"`
	File  string `json:"file"`
	// The symbolic link that leads there; "" = none does.
	Link string `json:"link"`
	// The file is not there yet.
	Made bool `json:"made"`
	// Unified difference; "" = the file is as it should be.
	Difference string `json:"difference"`
	// What to do afterwards: "Start Cursor again."
	After string `json:"after"`
	// Names this change.
	Digest string `json:"digest"`
	// It was made.
	Done bool `json:"done"`
	// Why it was not, though it should have been.
	Why string `json:"why"`
	// The file as it was, once it was made.
	Backup string `json:"backup"`
}

// ClientsView is who uses our tools, and who may over HTTP.
type ClientsView struct {
	Tokens    []ClientTokenView     `json:"tokens"`
	Connected []ConnectedClientView `json:"connected"`
}

// ClientTokenView is what lets a program in over HTTP.
type ClientTokenView struct {
	// Also its identity.
	Name    string `json:"name"`
	Created string `json:"created"`
	// "" = never.
	Used string `json:"used"`
}

// NewTokenView is a token that was just made.
type NewTokenView struct {
	Name  string `json:"name"`
	Token string `json:"token"`
}

// ConnectedClientView is a program that uses our tools now.
type ConnectedClientView struct {
	ID string `json:"id"`
	// What it says of itself.
	Name    string `json:"name"`
	Version string `json:"version"`
	// The name of its token; "" = it has none.
	Token string      `json:"token"`
	Space string      `json:"space"`
	Over  serving.Via `json:"over"`
	Since string      `json:"since"`
	Calls int         `json:"calls"`
}

// planConnect says what an act would write to a program's file.
func planConnect(all *programs.Programs, space, program string, act ConnectAct) (programs.Change, error) {
	switch act {
	case ActConnect:
		return all.PlanConnect(program, space)
	case ActDisconnect:
		return all.PlanDisconnect(program)
	case ActUndo:
		return all.PlanUndo(program)
	}
	return programs.Change{}, fmt.Errorf("%q cannot be done to a program's file", act)
}

// doConnect makes the change that planConnect has shown.
func doConnect(all *programs.Programs, space, program string, act ConnectAct, digest string) (programs.Result, error) {
	switch act {
	case ActConnect:
		return all.Connect(program, space, digest)
	case ActDisconnect:
		return all.Disconnect(program, digest)
	case ActUndo:
		return all.Undo(program, digest)
	}
	return programs.Result{}, fmt.Errorf("%q cannot be done to a program's file", act)
}

func connectView(d programs.Result) ConnectView {
	return ConnectView{
		Title: d.Title, File: d.File, Link: d.Link, Made: d.Made, Difference: d.Difference, After: d.Note, Digest: d.Digest, Done: d.Done, Why: sentence(d.Why), Backup: d.Backup,
	}
}

func clientTokenView(t serving.Token) ClientTokenView {
	return ClientTokenView{Name: t.Name, Created: timeText(t.Made), Used: timeText(t.Used)}
}

func connectedClientView(c serving.Client) ConnectedClientView {
	return ConnectedClientView{
		ID: c.ID, Name: c.Name, Version: c.Version, Token: c.Token, Space: c.Space, Over: c.Via, Since: timeText(c.Since), Calls: c.Calls,
	}
}

func programView(c programs.Connection) ProgramView {
	v := ProgramView{ID: c.Program, Title: c.Title, Flatpak: c.Flatpak, File: c.File, Problem: c.Problem, Space: c.Space, Undo: c.Undo}
	switch {
	case c.Problem != "":
		v.State = ProgramBroken
	case c.Other:
		v.State = ProgramForeign
	case c.Connected && c.Gone:
		v.State = ProgramGone
	case c.Connected:
		v.State = ProgramConnected
	case c.Here:
		v.State = ProgramNotConnected
	default:
		v.State = ProgramNotFound
	}
	return v
}
