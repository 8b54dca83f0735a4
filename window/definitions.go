package window

import (
	"handrail/operator"
	"handrail/operator/definitions"
	"handrail/tools"
)

// Definitions is the files in which a space says what it has, as the person writes them: agents, tools,
// skills, hooks, rules and the manifest. The page asks for them by their names, relative to the space.
type Definitions struct{ *app }

// Definitions lists the files that are there.
func (a *Definitions) Definitions(space string) ([]DefinitionFileView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	list, err := operator.DefinitionsOf(s).List()
	return each(list, func(l definitions.Listed) DefinitionFileView { return DefinitionFileView(l) }), err
}

// Definition reads a file. One that is not there has no text.
func (a *Definitions) Definition(space, file string) (DefinitionView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return DefinitionView{}, err
	}
	return a.definition(s, file)
}

// CheckDefinition judges a text as the loader would, in its space. It touches no file.
func (a *Definitions) CheckDefinition(space, file, text string) (DefinitionCheckView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return DefinitionCheckView{}, err
	}
	check, err := operator.DefinitionsOf(s).Check(a.ctx, file, text)
	return viewOf(check, err, definitionCheckView)
}

// ResolveTool works out what the tool of a text would run. It runs nothing.
func (a *Definitions) ResolveTool(space, file, text, input string) (ToolLineView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ToolLineView{}, err
	}
	line, err := operator.DefinitionsOf(s).Resolve(a.ctx, file, text, input)
	return viewOf(line, err, toolLineView)
}

// BeginDefinition says what a new file begins with, and where it would lie. It writes nothing. name
// is what the person calls it.
func (a *Definitions) BeginDefinition(space string, start definitions.StartID, name string) (BegunView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return BegunView{}, err
	}
	file, text, err := operator.DefinitionsOf(s).Begin(start, name)
	return BegunView{File: file, Text: text}, err
}

// SaveDefinition writes a file, unless it is another one than the digest names.
func (a *Definitions) SaveDefinition(space, file, text, digest string) (SavedDefinitionView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return SavedDefinitionView{}, err
	}
	saved, err := operator.DefinitionsOf(s).Save(a.ctx, file, text, digest)
	return a.saved(s, file, saved, err)
}

// RemoveDefinition takes a file off the disk, unless it is another one than the digest names.
func (a *Definitions) RemoveDefinition(space, file, digest string) (SavedDefinitionView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return SavedDefinitionView{}, err
	}
	saved, err := operator.DefinitionsOf(s).Remove(a.ctx, file, digest)
	return a.saved(s, file, saved, err)
}

// OpenDefinition opens a file by the person's own program for such files.
func (a *Definitions) OpenDefinition(space, file string) error {
	s, err := a.o.Space(space)
	if err != nil {
		return err
	}
	path, err := operator.DefinitionsOf(s).Path(file)
	if err != nil {
		return err
	}
	return a.desk.OpenFile(path)
}

// definition is a file as it is now, judged.
func (a *Definitions) definition(s *operator.Space, file string) (DefinitionView, error) {
	read, err := operator.DefinitionsOf(s).Read(file)
	if err != nil {
		return DefinitionView{}, err
	}
	return a.judged(s, file, read)
}

func (a *Definitions) judged(s *operator.Space, file string, read definitions.Contents) (DefinitionView, error) {
	kind, err := definitions.KindOf(file)
	if err != nil {
		return DefinitionView{}, err
	}
	v := DefinitionView{Kind: kind, Text: read.Text, Digest: read.Digest, Exists: read.Exists, Check: definitionCheckView(definitions.Check{})}
	if !read.Exists {
		return v, nil
	}
	check, err := operator.DefinitionsOf(s).Check(a.ctx, file, read.Text)
	v.Check = definitionCheckView(check)
	return v, err
}

func (a *Definitions) saved(s *operator.Space, file string, saved definitions.Saved, err error) (SavedDefinitionView, error) {
	if err != nil {
		return SavedDefinitionView{}, err
	}
	now, err := a.judged(s, file, saved.Current)
	return SavedDefinitionView{Saved: saved.Done, Now: now, Difference: saved.Difference, Note: saved.Note}, err
}

// DefinitionFileView is a file that is there.
type DefinitionFileView struct {
	// Relative to the space.
	File string           `json:"file"`
	Kind definitions.Kind `json:"kind"`
}

// DefinitionView is a file.
type DefinitionView struct {
	Kind definitions.Kind `json:"kind"`
	// "" where there is no file.
	Text string `json:"text"`
	// Names exactly this text: SaveDefinition refuses to write over another one. "" = there is no file.
	Digest string              `json:"digest"`
	Exists bool                `json:"exists"`
	Check  DefinitionCheckView `json:"check"`
}

// DefinitionCheckView is what the loader says of a text.
type DefinitionCheckView struct {
	Problems []ProblemView `json:"problems"`
	// What it is called by; "" = it does not load, or holds several.
	Name string `json:"name"`
	// Of a tool that loads.
	Tool []ToolDetailView `json:"tool"`
	// What of an agent or a skill a model reads, with stand-ins for what only a chat knows.
	Told string `json:"told"`
	// Ids of the hooks, or of the tools, of a file of several.
	Holds []string `json:"holds"`
}

// ToolLineView is the command that a tool would run.
type ToolLineView struct {
	Text       string          `json:"text"`
	Violations []ViolationView `json:"violations"`
	// Why there is none, if that is not the values.
	Message string `json:"message"`
}

// BegunView is a new file that has not been written yet.
type BegunView struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// SavedDefinitionView is the result of saving or removing.
type SavedDefinitionView struct {
	// False: the file is another one than the digest names, and was left alone.
	Saved bool `json:"saved"`
	// The file as it is now: what was saved, or what somebody else wrote.
	Now DefinitionView `json:"now"`
	// Unified difference from the file to the text that was not saved; "" if it was.
	Difference string `json:"difference"`
	// What else to know, such as why the space is not trusted any more; "" = nothing.
	Note string `json:"note"`
}

func definitionCheckView(c definitions.Check) DefinitionCheckView {
	v := DefinitionCheckView{Problems: each(c.Problems, loaderProblemView), Name: c.Name, Tool: []ToolDetailView{}, Told: c.Told, Holds: append([]string{}, c.Holds...)}
	if c.Tool != nil {
		v.Tool = append(v.Tool, toolDetailView(tools.Entry{Info: *c.Tool, Qualified: c.Tool.Name, State: tools.Ready}))
	}
	return v
}

func loaderProblemView(p definitions.Problem) ProblemView {
	return ProblemView{Severity: Severity(p.Severity), File: p.File, Line: p.Line, Text: withAction(p.Text, p.Action)}
}

func toolLineView(l definitions.Line) ToolLineView {
	return ToolLineView{Text: l.Text, Violations: each(l.Violations, violationView), Message: sentence(l.Why)}
}
