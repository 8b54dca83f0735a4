package window

import (
	"os"
	"path/filepath"

	"handrail/examples"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
)

// Spaces is the folders on the window's list, as the page asks for them.
type Spaces struct{ *app }

// Spaces lists the folders on the window's list.
func (a *Spaces) Spaces() ([]SpaceView, error) {
	if a.broken() != nil {
		return nil, a.broken()
	}
	return each(a.o.Spaces(), spaceView), nil
}

// PickSpace asks for a folder with a native dialog. None: the person cancelled.
func (a *Spaces) PickSpace() ([]SpaceView, error) {
	dir, err := a.desk.ChooseFolder(a.tongue().Own("Open a folder as a space"))
	if err != nil || dir == "" {
		return []SpaceView{}, err
	}
	view, err := a.OpenSpace(dir)
	return []SpaceView{view}, err
}

// OpenSpace opens a folder and puts it on the list.
func (a *Spaces) OpenSpace(path string) (SpaceView, error) {
	s, err := a.o.AddSpace(a.ctx, path)
	return viewOf(s, err, spaceView)
}

// Beginnings says where a new space would be made, and what it can begin with.
func (a *Spaces) Beginnings() (BeginningsView, error) {
	if a.broken() != nil {
		return BeginningsView{}, a.broken()
	}
	return BeginningsView{Where: documentsOf(a.o), Templates: operator.Templates()}, nil
}

// ChooseWhere asks with a native dialog for the folder in which a space is made; "": the person cancelled.
func (a *Spaces) ChooseWhere() (string, error) {
	return a.desk.ChooseFolder(a.tongue().Own("In which folder should the space be made?"))
}

// BeginSpace makes a space in a new folder and opens it. One of the program's templates is trusted; a copy of another
// space is looked at first. What is there is never written over, and a failure leaves nothing behind.
func (a *Spaces) BeginSpace(form NewSpaceForm) (SpaceView, error) {
	s, err := operator.BeginSpace(a.ctx, a.o, form.Where, form.Name, form.Template)
	return viewOf(s, err, spaceView)
}

// ExampleFolder is where the example would be copied to, a folder that is not there yet: below a folder that the
// person has chosen, else among their documents.
func (a *Spaces) ExampleFolder(below string) (string, error) {
	if a.broken() != nil {
		return "", a.broken()
	}
	if below == "" {
		below = documentsOf(a.o)
	}
	return examples.Free(below), nil
}

// documentsOf is where the person keeps what they make.
func documentsOf(o *operator.Operator) string {
	home := o.Config().Home
	if documents := filepath.Join(home, "Documents"); isFolder(documents) {
		return documents
	}
	return home
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// ChooseExampleFolder asks with a native dialog where the example goes; "": the person cancelled.
func (a *Spaces) ChooseExampleFolder() (string, error) {
	dir, err := a.desk.ChooseFolder(a.tongue().Own("Where should the example be copied to?"))
	if err != nil || dir == "" {
		return "", err
	}
	return a.ExampleFolder(dir)
}

// TryExample copies the example into a new folder and opens it. It is trusted: it is a part of this program. A
// folder that is there is refused, and stays as it is.
func (a *Spaces) TryExample(folder string) (SpaceView, error) {
	if err := examples.Copy(folder); err != nil {
		return SpaceView{}, err
	}
	s, err := a.o.AddSpace(a.ctx, folder)
	if err == nil {
		err = s.Trust().Approve(a.ctx, s.Trust().State().Inventory().Digest)
	}
	return viewOf(s, err, spaceView)
}

// Suggested is what the person may say next in a chat that a tour answers.
func (a *Spaces) Suggested(session string) ([]string, error) {
	c, err := a.chats.Find(a.ctx, session)
	if err != nil {
		return nil, err
	}
	prompts, _, err := chats.Suggested(a.ctx, c)
	return append([]string{}, prompts...), err
}

// RemoveSpace takes a folder off the list. Nothing on disk is touched.
func (a *Spaces) RemoveSpace(space string) error { return a.o.RemoveSpace(space) }

// Problems lists what is wrong in a space's files.
func (a *Spaces) Problems(space string) ([]ProblemView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []ProblemView { return each(s.Problems(), problemView) })
}

// ReloadSpace reads a space again, also what another process has trusted of it.
func (a *Spaces) ReloadSpace(space string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Reload(a.ctx)
	}
	return viewOf(s, err, spaceView)
}

// NewSpaceForm says what space is made.
type NewSpaceForm struct {
	// The folder, by its absolute path, in which the new one is made.
	Where string `json:"where"`
	// Of the space, and of its folder.
	Name string `json:"name"`
	// One of BeginningsView, or the path of a space that it is to be like.
	Template string `json:"template"`
}

// BeginningsView is what a new space can begin with.
type BeginningsView struct {
	// Where it is made unless the person says otherwise.
	Where string `json:"where"`
	// The program's own, by id, the usual one first.
	Templates []string `json:"templates"`
}

// AgentView is an agent of a space.
type AgentView struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// "provider/name" if the agent names one, else "".
	Model string `json:"model"`
}

// SpaceView is a folder that is open in the app.
type SpaceView struct {
	// Absolute path: also its identity in every call.
	Path        string `json:"path"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// A lucide icon name, as the manifest gives it; "" = none.
	Icon  string      `json:"icon"`
	Trust trust.Level `json:"trust"`
	// Set when the folder cannot be read now: says what, why and what to do.
	Unavailable string     `json:"unavailable"`
	Mode        guard.Mode `json:"mode"`
	// Counts of the last load, for badges.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// The model that plays the space's tour; "" = it has none, or is not trusted.
	Tour   string      `json:"tour"`
	Agents []AgentView `json:"agents"`
}

// ProblemView is one thing that is wrong in a space's files.
type ProblemView struct {
	Severity Severity `json:"severity"`
	// Relative to the space.
	File string `json:"file"`
	// From 1; 0 = the whole file.
	Line int    `json:"line"`
	Text string `json:"text"`
}

func agentView(a operator.Agent) AgentView {
	model := a.Model
	if a.Provider != "" && model != "" {
		model = a.Provider + "/" + model
	}
	return AgentView{ID: a.ID, Name: a.Name, Description: a.Description, Model: model}
}

func spaceView(s *operator.Space) SpaceView {
	d := s.Declared()
	v := SpaceView{
		Path: s.Dir(), Name: d.Name, Description: d.Manifest.Description, Icon: d.Manifest.Icon, Trust: s.Trust().State().Level(),
		Unavailable: s.Unavailable(), Mode: s.Mode(), Tour: chats.Tour(s), Agents: each(s.Agents(), agentView),
	}
	for _, p := range s.Problems() {
		if p.Severity == "error" {
			v.Errors++
		} else {
			v.Warnings++
		}
	}
	return v
}

func problemView(p operator.Problem) ProblemView {
	return ProblemView{Severity: Severity(p.Severity), File: p.File, Line: p.Line, Text: withAction(p.Text, p.Action)}
}
