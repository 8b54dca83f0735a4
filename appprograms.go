//go:build desktop || dev || bindings

package main

import (
	"handrail/operator"
	"handrail/operator/serving"
)

// DraftServer says what would be added.
func (a *App) DraftServer(space string, form ServerForm) (ServerDraftView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerDraftView{}, err
	}
	draft, err := s.DraftServer(a.ctx, serverForm(form))
	return viewOf(draft, err, serverDraftView)
}

// AddServer saves a server and tries it in the background.
func (a *App) AddServer(space string, form ServerForm) (AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return AddedServerView{}, err
	}
	added, err := s.AddServer(a.ctx, serverForm(form))
	s.MeetServers()
	return viewOf(added, err, addedServerView)
}

// SavedServer is a form filled with a server of the person's settings.
func (a *App) SavedServer(space, name string) (ServerForm, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerForm{}, err
	}
	saved, err := s.SavedServerForm(name)
	return viewOf(saved, err, func(f operator.SavedForm) ServerForm { return savedServerForm(name, f) })
}

// DraftChange says what would become of a saved server.
func (a *App) DraftChange(space string, form ServerForm) (ServerDraftView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerDraftView{}, err
	}
	draft, err := s.DraftChange(a.ctx, serverForm(form))
	return viewOf(draft, err, serverDraftView)
}

// ChangeServer saves a server that was changed, and starts it anew where it ran.
func (a *App) ChangeServer(space string, form ServerForm) (AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return AddedServerView{}, err
	}
	changed, err := s.ChangeServer(a.ctx, serverForm(form))
	s.MeetServers()
	return viewOf(changed, err, addedServerView)
}

// ReadServers reads servers from a text.
func (a *App) ReadServers(space, text string) (ReadServersView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ReadServersView{}, err
	}
	read, err := s.PasteImports(a.ctx, text)
	return viewOf(read, err, readServersView)
}

// AddReadServers saves the chosen ones of a text.
func (a *App) AddReadServers(space, text string, choices []ServerChoiceForm) ([]AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	added, err := s.ImportPasted(a.ctx, text, each(choices, importChoice))
	s.MeetServers()
	return each(added, addedServerView), err
}

// FoundServers lists the files in which other programs keep servers.
func (a *App) FoundServers(space string) ([]FoundServersView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	found, err := s.FindImports(a.ctx)
	return each(found, foundServersView), err
}

// ImportServers saves the chosen ones of other programs.
func (a *App) ImportServers(space string, choices []ServerChoiceForm) ([]AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	added, err := s.Import(a.ctx, each(choices, importChoice))
	s.MeetServers()
	return each(added, addedServerView), err
}

// Programs lists the programs that could use Handrail's tools.
func (a *App) Programs(string) ([]ProgramView, error) {
	return each(a.o.Connections(), programView), a.broken
}

// PreviewConnect says what connecting, disconnecting or undoing would write.
func (a *App) PreviewConnect(space, program, act string) (ConnectView, error) {
	change, err := planConnect(a.o, space, program, act)
	return viewOf(operator.ConnectDone{ConnectChange: change}, err, connectView)
}

// Connect makes the change with this digest.
func (a *App) Connect(space, program, act, digest string) (ConnectView, error) {
	done, err := doConnect(a.o, space, program, act, digest)
	return viewOf(done, err, connectView)
}

// Clients lists who uses our tools now, and the tokens of those that come over HTTP.
func (a *App) Clients() (ClientsView, error) {
	tokens, err := serving.NewTokens(a.o).List(a.ctx)
	return ClientsView{Tokens: each(tokens, clientTokenView), Connected: each(a.clients.List(), connectedClientView)}, err
}

// AddClientToken makes a token, and shows it this one time.
func (a *App) AddClientToken(name string) (NewTokenView, error) {
	token, err := serving.NewTokens(a.o).Add(a.ctx, name)
	return NewTokenView{Name: name, Token: token}, err
}

// RevokeClientToken forgets a token.
func (a *App) RevokeClientToken(name string) (ClientsView, error) {
	if err := serving.NewTokens(a.o).Revoke(a.ctx, name); err != nil {
		return ClientsView{}, err
	}
	return a.Clients()
}

// DisconnectClient ends what a client does now.
func (a *App) DisconnectClient(id string) (ClientsView, error) {
	if err := a.clients.Disconnect(id); err != nil {
		return ClientsView{}, err
	}
	return a.Clients()
}
