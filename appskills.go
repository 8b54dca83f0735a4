//go:build desktop || dev || bindings

package main

import (
	"handrail/operator"
)

// Skills lists the skills of a space.
func (a *App) Skills(space string) ([]SkillView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []SkillView { return each(s.SkillList(), skillView) })
}

// SetMode says by which mode the calls of a space are judged; "" is what all have.
func (a *App) SetMode(space, mode string) (RulesView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.SetMode(a.ctx, operator.Mode(mode))
	}
	return a.rules(space, err)
}

// Picture is a picture of a result, as its record names it.
func (a *App) Picture(id string) (PictureView, error) {
	p, err := a.o.Picture(id)
	return viewOf(p, err, pictureView)
}
