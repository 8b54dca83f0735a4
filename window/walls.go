package window

import (
	"handrail/operator"
	"handrail/operator/walls"
)

// Walls is what stands around the programs of a space, as the page asks for them.
type Walls struct{ *app }

// Walls shows what stands around the programs of a space, and what the person
// has let through.
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

// CheckNetwork says which words are no network.
func (a *Walls) CheckNetwork(words []string) ([]WordProblemView, error) {
	return each(walls.CheckNetwork(words), wordProblemView), nil
}

// SetNetwork sets what programs of a space may reach.
func (a *Walls) SetNetwork(space string, words []string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.Walls().SetNetwork(a.ctx, words) })
}

// RevokeNetwork takes back what the person has answered about registries.
func (a *Walls) RevokeNetwork(space string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return s.Walls().Revoke(a.ctx) })
}

// RevokeGrant takes back a path that the person has granted.
func (a *Walls) RevokeGrant(space, path string) (WallsView, error) {
	return a.walls(space, func(s *operator.Space) error { return a.o.Revoke(a.ctx, s.Dir(), path) })
}

// WallsView is what stands around the programs of a space.
type WallsView struct {
	Walls      []WallView  `json:"walls"`
	Gaps       []string    `json:"gaps"`
	Readable   []string    `json:"readable"`
	Writable   []string    `json:"writable"`
	Granted    []string    `json:"granted"`
	Network    NetworkView `json:"network"`
	MemoryMiB  int64       `json:"memoryMiB"`
	FileMiB    int64       `json:"fileMiB"`
	Processes  int         `json:"processes"`
	CPUSeconds int64       `json:"cpuSeconds"`
	File       string      `json:"file"`
}

// WallView is one kind of limit.
type WallView struct {
	Name     string `json:"name"`
	Enforced bool   `json:"enforced"`
	Reason   string `json:"reason"`
	Advice   string `json:"advice"`
}

// NetworkView is what programs of a space may reach.
type NetworkView struct {
	Words      []string `json:"words"`
	Own        bool     `json:"own"`
	Shared     []string `json:"shared"`
	Fixed      []string `json:"fixed"`
	Registries []string `json:"registries"`
	Answer     string   `json:"answer"`
	Answered   string   `json:"answered"`
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
			Registries: append([]string{}, w.Registry...), Answer: w.Answer.Said, Answered: timeText(w.Answer.When),
		},
		MemoryMiB: w.MemoryMiB, FileMiB: w.FileMiB, Processes: w.Processes, CPUSeconds: w.CPUSeconds, File: w.File,
	}
}

func wallView(w walls.Wall) WallView {
	return WallView{Name: w.Name, Enforced: w.Enforced, Reason: w.Reason, Advice: w.Advice}
}

func wordProblemView(p walls.WordProblem) WordProblemView {
	return WordProblemView{Word: p.Word, Text: p.Text}
}
