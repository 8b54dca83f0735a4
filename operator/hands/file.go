package hands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/confine"
	"handrail/internal/schema"
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
	path, err := f.c.Roots.Resolve(command.HandsFile)
	if err != nil {
		return Contents{}, err
	}
	data, _, err := f.c.Roots.ReadFile(path, command.MaxHandsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Contents{}, nil
	case err != nil:
		return Contents{}, err
	case !utf8.Valid(data):
		return Contents{}, fmt.Errorf("%s is not valid UTF-8, so it cannot be changed here: save it as UTF-8 first", command.HandsFile)
	}
	return Contents{Text: string(data), Digest: confine.StateOf(data).SHA256, Exists: true, Check: f.Check(string(data))}, nil
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

// Save writes a text as ctxnest.json, whole or not at all, if the file is
// still the one with this digest. It is the person's own change: a space that
// was trusted stays so, if nothing but what was just saved is new
// (docs/spec/03-spaces.md).
func (f *File) Save(ctx context.Context, text, digest string) (Saved, error) {
	switch {
	case len(text) > command.MaxHandsFile:
		return Saved{}, fmt.Errorf("%s would have %d bytes; at most %d are read: make it smaller", command.HandsFile, len(text), command.MaxHandsFile)
	case !utf8.ValidString(text):
		return Saved{}, fmt.Errorf("%s would not be valid UTF-8", command.HandsFile)
	}
	trusted := f.c.Trust.State().Level()
	current, err := f.Read()
	if err != nil {
		return Saved{}, err
	}
	if current.Digest != digest {
		return conflict(current, text), nil
	}
	if err := f.write(current, text); err != nil {
		var changed *confine.ChangedError
		if !errors.As(err, &changed) {
			return Saved{}, err
		}
		if current, err = f.Read(); err != nil {
			return Saved{}, err
		}
		return conflict(current, text), nil
	}
	if err := f.c.Reload(ctx); err != nil {
		return Saved{}, err
	}
	note, err := f.adopt(ctx, trusted, confine.StateOf([]byte(text)).SHA256)
	if err != nil {
		return Saved{}, err
	}
	f.c.Changed()
	saved := Contents{Text: text, Digest: confine.StateOf([]byte(text)).SHA256, Exists: true, Check: f.Check(text)}
	return Saved{Done: true, Current: saved, Note: note}, nil
}

// write replaces the file that was read, or makes it.
func (f *File) write(current Contents, text string) error {
	path, err := f.c.Roots.Resolve(command.HandsFile)
	if err != nil {
		return err
	}
	expect := confine.State{}
	if current.Exists {
		expect = confine.StateOf([]byte(current.Text))
	}
	return f.c.Roots.WriteAtomic(path, []byte(text), confine.WriteOptions{Expect: &expect, Mode: 0o644})
}

func conflict(current Contents, text string) Saved {
	return Saved{Current: current, Difference: udiff.Unified(command.HandsFile+" on disk", command.HandsFile+" as you have it", current.Text, text)}
}
