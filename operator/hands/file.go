package hands

import (
	"context"
	"slices"

	"handrail/internal/schema"
	"handrail/operator/definitions"
	"handrail/spaces/scaffold"
	"handrail/tools/command"
)

// Contents is a space's ctxnest.json as it was read, and what the loader says of
// it.
type Contents struct {
	Text   string
	Digest string // SHA-256 of Text; "" where there is no file
	Exists bool
	Check  Check
}

// A Check is what the loader says of a text, saved or not.
type Check struct {
	Hands    []Checked // in the order of the text
	Problems []Problem
}

// A Checked is one tool of a text.
type Checked struct {
	command.Hand
	Qualified string // "<project>__<name>" (docs/spec/04-names.md)
	Rejected  string // why it does not load; "" if it does
	Input     string // JSON Schema of its parameters; "" if it does not load
}

// Argv is what a hand would run. It is worked out of a text alone: nothing
// has been looked up on PATH, and nothing has run.
type Argv struct {
	Argv       []string
	Dropped    []string // elements that resolve to nothing, as they are declared
	Folder     string
	Violations []schema.Violation
	Why        string // why there is no argv, if the values are not the reason
}

// Saved is the result of saving.
type Saved struct {
	Done       bool
	Current    Contents // what the file holds: what was saved, or what somebody else wrote
	Difference string   // from the file to what was not saved
	Note       string   // what else the person should know
}

// Read reads ctxnest.json from the disk. A missing file is no hands.
func (f *File) Read() (Contents, error) {
	read, err := f.c.Files.Read(command.HandsFile)
	return f.judged(read), err
}

// judged is the file as it was read, with what the loader says of it.
func (f *File) judged(read definitions.Contents) Contents {
	return Contents{Text: read.Text, Digest: read.Digest, Exists: read.Exists, Check: f.Check(read.Text)}
}

// Check judges a text as if it were the file. An empty text is no file.
func (f *File) Check(text string) Check {
	if text == "" {
		return Check{}
	}
	hands, problems := command.ParseHands([]byte(text), command.HandsFile)
	c := Check{Problems: problems}
	for _, h := range hands.List {
		checked := Checked{Hand: h, Qualified: f.Qualified(h.Name)}
		if input, err := inputOf(h); err != nil {
			checked.Rejected = err.Error()
		} else {
			checked.Input = string(input.JSON())
		}
		c.Hands = append(c.Hands, checked)
	}
	for _, r := range hands.Rejected {
		h := command.Hand{Name: r.Name, Line: r.Line}
		c.Hands = append(c.Hands, Checked{Hand: h, Qualified: f.Qualified(r.Name), Rejected: r.Reason})
	}
	slices.SortStableFunc(c.Hands, func(a, b Checked) int { return a.Line - b.Line })
	return c
}

// Qualified is a hand's full name (docs/spec/04-names.md).
func (f *File) Qualified(hand string) string {
	space, _ := f.c.Current()
	return space.ID + "__" + hand
}

// inputOf is the schema of a hand's parameters, as its tool has it.
func inputOf(h command.Hand) (*schema.Schema, error) {
	h.Disabled = false // a disabled one is looked at all the same
	list, err := command.NewHandSource(command.Config{}, "", []command.Hand{h}).Tools(context.Background())
	if err != nil {
		return nil, err
	}
	return list[0].Info().Input, nil
}

// Propose looks at what the project has and could have as hands. It writes
// nothing.
func (f *File) Propose(ctx context.Context) (Proposal, error) {
	return scaffold.Propose(ctx, f.c.Dir)
}

// Save writes a text as ctxnest.json: see definitions.Files.Save.
func (f *File) Save(ctx context.Context, text, digest string) (Saved, error) {
	saved, err := f.c.Files.Save(ctx, command.HandsFile, text, digest)
	return Saved{Done: saved.Done, Current: f.judged(saved.Current), Difference: saved.Difference, Note: saved.Note}, err
}
