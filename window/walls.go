package window

import (
	"cmp"
	"errors"
	"slices"

	"handrail/operator"
	"handrail/operator/settings"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
)

// Walls is what stands around the programs of a space, as the page asks for them.
type Walls struct{ *app }

// Walls shows what stands around the programs of a space, and what the person has let
// through. It may take seconds the first time: package managers are asked for their
// registries.
func (a *Walls) Walls(space string) (WallsView, error) { return a.walls(space, nil) }

// walls changes something about the walls of a space, if change is not nil, and
// shows them.
func (a *Walls) walls(space string, change func(*operator.Space) error) (WallsView, error) {
	s, err := a.o.Space(space)
	if err == nil && change != nil {
		err = change(s)
	}
	if err != nil {
		return WallsView{}, err
	}
	w, err := s.Walls().View(a.ctx)
	return viewOf(w, err, wallsView)
}

// CheckNetwork says which words are no network. If there are none, SetNetwork takes
// them.
func (a *Walls) CheckNetwork(words []string) ([]WordProblemView, error) {
	return each(walls.CheckNetwork(words), wordProblemView), nil
}

// SetNetwork sets what programs of a space may reach. It counts from their next call
// on. No words are what all spaces have.
func (a *Walls) SetNetwork(space string, words []string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.Walls().SetNetwork(a.ctx, words) })
}

// RevokeNetwork takes back what the person has answered about registries. It is asked
// again.
func (a *Walls) RevokeNetwork(space string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.Walls().Revoke(a.ctx) })
}

// RevokeGrant takes back a path that the person has granted.
func (a *Walls) RevokeGrant(space, path string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return a.o.Permits().RevokePath(a.ctx, s.Dir(), path) })
}

// Defaults are what holds in all spaces that say nothing themselves.
func (a *Walls) Defaults() (DefaultsView, error) {
	set, _, err := a.o.Settings().Load()
	return viewOf(set, err, defaultsView)
}

// SetDefaults changes what holds in all spaces that say nothing themselves. It counts from the next call on.
func (a *Walls) SetDefaults(form DefaultsForm) (DefaultsView, error) {
	err := operator.DefaultsOf(a.ctx, a.o, func(s *settings.Settings) error {
		s.Mode, s.Network, s.Unattended = form.Mode, form.Network, form.Unattended
		s.Limits = settings.Limits{MemoryMB: form.MemoryMB, Processes: form.Processes}
		if s.Mode == guard.Workspace {
			s.Mode = ""
		}
		if len(walls.CheckNetwork(form.Network)) > 0 {
			return errors.New("the network is not written as it has to be")
		}
		if slices.Equal(s.Network, settings.Words{settings.Off}) {
			s.Network = nil
		}
		return s.Limits.Check()
	})
	if err != nil {
		return DefaultsView{}, err
	}
	return a.Defaults()
}

// DefaultsView is what holds in all spaces that say nothing themselves.
type DefaultsView struct {
	Mode guard.Mode `json:"mode"`
	// As words: see CheckNetwork.
	Network []string `json:"network"`
	// 0 = the usual.
	MemoryMB  int64 `json:"memoryMB"`
	Processes int   `json:"processes"`
	// Other programs may answer questions beforehand: handrail --confirm allow mcp.
	Unattended bool `json:"unattended"`
	// What is usual.
	UsualMemoryMB  int64 `json:"usualMemoryMB"`
	UsualProcesses int   `json:"usualProcesses"`
}

// DefaultsForm is what the person sets for them.
type DefaultsForm struct {
	Mode       guard.Mode `json:"mode"`
	Network    []string   `json:"network"`
	MemoryMB   int64      `json:"memoryMB"`
	Processes  int        `json:"processes"`
	Unattended bool       `json:"unattended"`
}

func defaultsView(s settings.Settings) DefaultsView {
	network := []string(s.Network)
	if len(network) == 0 {
		network = []string{settings.Off}
	}
	usual := walls.UsualLimits()
	return DefaultsView{
		Mode: cmp.Or(s.Mode, guard.Workspace), Network: network, MemoryMB: s.Limits.MemoryMB, Processes: s.Limits.Processes, Unattended: s.Unattended,
		UsualMemoryMB: usual.MemoryMB, UsualProcesses: usual.Processes,
	}
}

// WallsView is what stands around the programs of a space.
type WallsView struct {
	// Files, network, limits.
	Walls []WallView `json:"walls"`
	// Ways out that are not held, a sentence each.
	Gaps []string `json:"gaps"`
	// Folders that programs may read beside the system and the space.
	Readable []string `json:"readable"`
	// Folders that programs may change.
	Writable []string `json:"writable"`
	// Paths that the person has granted by picking them in a dialog.
	Granted []string    `json:"granted"`
	Network NetworkView `json:"network"`
	// Of the programs of one call together.
	MemoryMiB int64 `json:"memoryMiB"`
	// Of one file.
	FileMiB   int64 `json:"fileMiB"`
	Processes int   `json:"processes"`
	// Of one process.
	CPUSeconds int64 `json:"cpuSeconds"`
	// settings.json, where the limits are.
	File string `json:"file"`
}

// WallView is one kind of limit.
type WallView struct {
	Name     WallName `json:"name"`
	Enforced bool     `json:"enforced"`
	// What is held, or why it is not.
	Reason string `json:"reason"`
	// What the person can do about it; "" = nothing.
	Advice string `json:"advice"`
}

// NetworkView is what programs of a space may reach.
type NetworkView struct {
	// What is set for this space, or for all of them.
	Words []string `json:"words"`
	// It is set for this space.
	Own bool `json:"own"`
	// What is set for all spaces.
	Shared []string `json:"shared"`
	// What --network says, which has the last word; empty if it was not given.
	Fixed []string `json:"fixed"`
	// "host:port" of the registries that the person's package managers are set up with.
	Registries []string `json:"registries"`
	// What the person has said in a dialog about registries.
	Answer RegistryAnswer `json:"answer"`
	// When, of a yes.
	Answered string `json:"answered"`
}

// WordProblemView is a word that is no network.
type WordProblemView struct {
	Word string `json:"word"`
	Text string `json:"text"`
}

func wallsView(w walls.View) WallsView {
	return WallsView{
		Walls: each(w.Walls, wallView), Gaps: append([]string{}, w.Gaps...), Readable: append([]string{}, w.Readable...), Writable: append([]string{}, w.Writable...),
		Granted: append([]string{}, w.Granted...),
		Network: NetworkView{
			Words: append([]string{}, w.Network...), Own: w.Own, Shared: append([]string{}, w.Shared...), Fixed: append([]string{}, w.Fixed...),
			Registries: append([]string{}, w.Registry...), Answer: RegistryAnswer(w.Answer.Said), Answered: timeText(w.Answer.When),
		},
		MemoryMiB: w.MemoryMiB, FileMiB: w.FileMiB, Processes: w.Processes, CPUSeconds: w.CPUSeconds, File: w.File,
	}
}

func wallView(w walls.Wall) WallView {
	return WallView{Name: WallName(w.Name), Enforced: w.Enforced, Reason: w.Reason, Advice: w.Advice}
}

func wordProblemView(p walls.WordProblem) WordProblemView {
	return WordProblemView{Word: p.Word, Text: p.Text}
}
