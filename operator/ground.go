package operator

import (
	"slices"

	"handrail/operator/paths"
)

// AgentGround is all that an agent may have written, now or earlier: every
// folder that is known as a space, by the settings, by what the person has said of
// it, or by a run that is kept; what was granted to one; and the data folder
// with its caches and temporary files. What is only ours is counted as well.
func (o *Operator) AgentGround() (paths.Ground, error) {
	settings, _, err := o.settings.Load()
	if err != nil {
		return paths.Ground{}, err
	}
	worked, err := o.store.History().Spaces(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written := slices.Concat(o.Roots(), settings.Spaces, worked, []string{o.c.Dirs.Config, o.c.Dirs.Data})
	for dir, own := range settings.PerSpace {
		written = append(append(written, dir), own.Roots...)
	}
	answered, err := o.walls.Answered(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	for dir := range answered {
		written = append(written, dir)
	}
	trusted, err := o.trusted.Folders(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	written = append(written, trusted...)
	granted, err := o.permits.Paths(o.ctx)
	if err != nil {
		return paths.Ground{}, err
	}
	return paths.GroundOf(append(written, granted...)), nil
}

// Roots are the folders and files that tools may touch, of every open space.
func (o *Operator) Roots() []string { return o.spaces.roots() }
