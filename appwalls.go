//go:build desktop || dev || bindings

package main

import "handrail/operator"

// Walls shows what stands around the programs of a space, and what the person
// has let through.
func (a *App) Walls(space string) (WallsView, error) { return a.walls(space, nil) }

// walls changes something about the walls of a space, if change is not nil, and
// shows them.
func (a *App) walls(space string, change func(*operator.Space) error) (WallsView, error) {
	s, err := a.o.Space(space)
	if err == nil && change != nil {
		err = change(s)
	}
	if err != nil {
		return WallsView{}, err
	}
	w, err := s.Walls(a.ctx)
	return viewOf(w, err, wallsView)
}

// CheckNetwork says which words are no network.
func (a *App) CheckNetwork(words []string) ([]WordProblemView, error) {
	return each(operator.CheckNetwork(words), wordProblemView), nil
}

// SetNetwork sets what programs of a space may reach.
func (a *App) SetNetwork(space string, words []string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.SetNetwork(a.ctx, words) })
}

// RevokeNetwork takes back what the person has answered about registries.
func (a *App) RevokeNetwork(space string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.RevokeNetwork(a.ctx) })
}

// RevokeGrant takes back a path that the person has granted.
func (a *App) RevokeGrant(space, path string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return a.o.Revoke(a.ctx, s.Dir(), path) })
}

// Jobs lists what runs in the background in a space, or has.
func (a *App) Jobs(space string) ([]JobView, error) {
	return each(a.o.Jobs(space), jobView), nil
}

// StopJob ends a job and returns when it is gone.
func (a *App) StopJob(job string) error { return a.o.StopJob(job) }

// Output is a piece of the whole output of a call or a job.
func (a *App) Output(id string, offset int64, limit int) (PieceView, error) {
	p, err := a.o.Output(id, offset, limit)
	return viewOf(p, err, pieceView)
}
