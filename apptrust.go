//go:build desktop || dev || bindings

package main

import "handrail/operator"

// Changes lists what has changed in a space since the person trusted it.
func (a *App) Changes(space string) (ChangesView, error) { return a.changes(space, nil) }

// changes does something about what changed in a space, if act is not nil, and
// lists what is left.
func (a *App) changes(space string, act func(*operator.Space) error) (ChangesView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	return viewOf(s, err, changesView)
}

// ApproveChanges trusts changes as they were shown.
func (a *App) ApproveChanges(space string, ids []string) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error {
		digest := s.Inventory().Digest
		found, err := chosen(s.Changes(), ids)
		if err != nil {
			return err
		}
		return s.Approve(a.ctx, digest, each(found, func(c operator.Change) string { return c.Kind + "/" + c.Name })...)
	})
}

// RestoreChange puts back the file that was trusted.
func (a *App) RestoreChange(space, id string) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error {
		found, err := chosen(s.Changes(), []string{id})
		if err != nil {
			return err
		}
		return s.Restore(a.ctx, found[0].File)
	})
}

// ReloadSpace reads a space again, also what another process has trusted of it.
func (a *App) ReloadSpace(space string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Reload(a.ctx)
	}
	return viewOf(s, err, spaceView)
}

// DistrustSpace forgets what was trusted of a space.
func (a *App) DistrustSpace(space string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Distrust(a.ctx)
	}
	return viewOf(s, err, spaceView)
}

// SetOwnSpace says whether a space is the person's own.
func (a *App) SetOwnSpace(space string, own bool) (ChangesView, error) {
	return a.changes(space, func(s *operator.Space) error { return s.SetOwn(a.ctx, own) })
}

// Secrets lists the secrets, without their values.
func (a *App) Secrets() (SecretsView, error) {
	list, err := a.o.Secrets()
	if err != nil {
		return SecretsView{}, err
	}
	place, safe := a.o.SecretsPlace()
	return secretsView(list, place, safe), nil
}

// SetSecret keeps a value, which never comes back.
func (a *App) SetSecret(name, value string) (SecretsView, error) {
	if err := a.o.SetSecret(name, value); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

// RemoveSecret forgets a secret; the person has seen what names it.
func (a *App) RemoveSecret(name string) (SecretsView, error) {
	if err := a.o.RemoveSecret(name, true); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

func changesView(s *operator.Space) ChangesView {
	return ChangesView{Space: s.Dir(), Own: s.Own(), Trusted: timeText(s.TrustedAt()), Changes: each(s.Changes(), changeView)}
}
