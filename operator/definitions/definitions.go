// Package definitions is the files in which a space says what it has, as the person writes them by
// this app: agents, tools, skills, hooks, rules, hands and the manifest
// (docs/spec/03-spaces.md#definitions-in-the-window).
package definitions

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/confine"
	"handrail/operator/trust"
	"handrail/spaces"
)

// A Kind is what a file defines.
type Kind string

// The kinds of files.
const (
	Agent    Kind = "agent"
	Tool     Kind = "tool"
	Skill    Kind = "skill"
	Hooks    Kind = "hooks"
	Rules    Kind = "rules"
	Hands    Kind = "hands"
	Manifest Kind = "manifest"
)

// Files that there is one of in a space.
const (
	rulesFile    = "agent/rules.json"
	handsFile    = "ctxnest.json"
	manifestFile = "space.manifest.json"
	hookStates   = "agent/hooks/hook-states.json" // ours, and nobody's to write
)

// most is how many bytes a file may have: what the loader reads of it (docs/spec/03-spaces.md).
func (k Kind) most() int {
	if k == Skill {
		return spaces.MaxSkill
	}
	return spaces.MaxDefinition
}

// KindOf says what a file of a space defines, by its name: relative to the space, with slashes. Of any
// other file it is an error, which says what can be written.
func KindOf(name string) (Kind, error) {
	folder, file := path.Split(name)
	switch md := strings.HasSuffix(file, ".md") && file != ".md" && !strings.HasPrefix(file, "."); {
	case path.Clean(name) != name || !fs.ValidPath(name) || strings.ContainsFunc(name, unicode.IsControl) || strings.ContainsAny(name, `\:`):
	case name == rulesFile:
		return Rules, nil
	case name == handsFile:
		return Hands, nil
	case name == manifestFile:
		return Manifest, nil
	case folder == "agent/" && md:
		return Agent, nil
	case folder == "agent/tools/" && md:
		return Tool, nil
	case folder == "agent/skills/" && md, path.Dir(path.Dir(name)) == "skills" && file == "SKILL.md":
		return Skill, nil
	case folder == "agent/hooks/" && strings.HasSuffix(file, ".json") && !strings.HasPrefix(file, ".") && name != hookStates:
		return Hooks, nil
	}
	return "", fmt.Errorf("%q is not a file of agents, tools, skills, hooks or rules: use another editor for it", name)
}

// Files are the definitions of an open space. They are safe for concurrent use.
type Files struct{ c Config }

// Config is what Files are made of.
type Config struct {
	Dir     string // of the space, real
	Roots   *confine.Roots
	Reload  func(context.Context) error // reads the space again
	Changed func()                      // tells faces that the space is another one
	Trust   *trust.Keeper               // of the space
	Busy    func() bool                 // whether something runs in the space
}

// New returns the definitions of a space. It reads nothing yet.
func New(c Config) *Files { return &Files{c} }

// A Listed is a file of definitions that is there.
type Listed struct {
	File string
	Kind Kind
}

// List lists the files of definitions that are there, by kind and name. What is broken is listed too.
func (f *Files) List() ([]Listed, error) {
	var found []Listed
	add := func(name string) {
		if kind, err := KindOf(name); err == nil {
			found = append(found, Listed{name, kind})
		}
	}
	for _, folder := range []string{"agent", "agent/tools", "agent/skills", "skills", "agent/hooks", "."} {
		at, err := f.c.Roots.Resolve(folder)
		if err != nil {
			return nil, err
		}
		entries, err := f.c.Roots.ReadDir(at)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if folder != "skills" {
				add(path.Join(folder, e.Name()))
				continue
			}
			name := path.Join(folder, e.Name(), "SKILL.md")
			if at, err := f.c.Roots.Resolve(name); err == nil {
				if _, err := f.c.Roots.Stat(at); err == nil {
					add(name)
				}
			}
		}
	}
	return found, nil
}

// Path is where a file of definitions lies, for another program that is to open it. The file is there.
func (f *Files) Path(name string) (string, error) {
	if _, err := KindOf(name); err != nil {
		return "", err
	}
	at, err := f.c.Roots.Resolve(name)
	if err != nil {
		return "", err
	}
	if _, err := f.c.Roots.Stat(at); err != nil {
		return "", err
	}
	return at.Abs, nil
}

// Contents is a file as it was read.
type Contents struct {
	Text   string
	Digest string // SHA-256 of Text; "" where there is no file
	Exists bool
}

// Saved is the result of saving.
type Saved struct {
	Done       bool
	Current    Contents // what the file holds: what was saved, or what somebody else wrote
	Difference string   // from the file to what was not saved
	Note       string   // what else the person should know
}

// Read reads a file from the disk. One that is not there has no text.
func (f *Files) Read(name string) (Contents, error) {
	kind, err := KindOf(name)
	if err != nil {
		return Contents{}, err
	}
	at, err := f.c.Roots.Resolve(name)
	if err != nil {
		return Contents{}, err
	}
	data, _, err := f.c.Roots.ReadFile(at, int64(kind.most()))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Contents{}, nil
	case err != nil:
		return Contents{}, err
	case !utf8.Valid(data):
		return Contents{}, fmt.Errorf("%s is not valid UTF-8, so it cannot be changed here: save it as UTF-8 first", name)
	}
	return contentsOf(string(data)), nil
}

func contentsOf(text string) Contents {
	return Contents{Text: text, Digest: confine.StateOf([]byte(text)).SHA256, Exists: true}
}

// Save writes a text as a file, whole or not at all, if the file is still the one with this
// digest; "" is one that is not there. It is the person's own change: a space that was trusted
// stays so, if nothing but what was just saved is new (docs/spec/03-spaces.md).
func (f *Files) Save(ctx context.Context, name, text, digest string) (Saved, error) {
	kind, err := KindOf(name)
	switch {
	case err != nil:
		return Saved{}, err
	case len(text) > kind.most():
		return Saved{}, fmt.Errorf("%s would have %d bytes; at most %d are read: make it smaller", name, len(text), kind.most())
	case !utf8.ValidString(text):
		return Saved{}, fmt.Errorf("%s would not be valid UTF-8", name)
	}
	to := change{name: name, text: text, digest: digest, sum: confine.StateOf([]byte(text)).SHA256}
	return f.make(ctx, to, func(at confine.Path, expect confine.State) error {
		return f.c.Roots.WriteAtomic(at, []byte(text), confine.WriteOptions{Expect: &expect, Mode: 0o644})
	})
}

// Remove takes a file off the disk, if it is still the one with this digest.
func (f *Files) Remove(ctx context.Context, name, digest string) (Saved, error) {
	if _, err := KindOf(name); err != nil {
		return Saved{}, err
	}
	return f.make(ctx, change{name: name, digest: digest}, func(at confine.Path, expect confine.State) error {
		now, err := f.c.Roots.State(at)
		if err == nil && (now.Exists != expect.Exists || now.SHA256 != expect.SHA256) {
			err = &confine.ChangedError{Path: name, Why: "it was changed by someone else"}
		}
		if err == nil && now.Exists {
			err = f.c.Roots.Remove(at)
		}
		return err
	})
}

// A change is what becomes of a file.
type change struct {
	name, text string
	digest     string // of the text that it is made of; "": there was no file
	sum        string // of text; "": the file goes
}

// make makes a change by what writes it, or says what somebody else has made of the file meanwhile.
func (f *Files) make(ctx context.Context, to change, write func(confine.Path, confine.State) error) (Saved, error) {
	before := f.c.Trust.State().Level()
	current, err := f.Read(to.name)
	if err != nil {
		return Saved{}, err
	}
	if current.Digest != to.digest {
		return to.conflict(current), nil
	}
	at, err := f.c.Roots.Resolve(to.name)
	if err != nil {
		return Saved{}, err
	}
	expect := confine.State{}
	if current.Exists {
		expect = confine.StateOf([]byte(current.Text))
	}
	if err := write(at, expect); err != nil {
		var changed *confine.ChangedError
		if !errors.As(err, &changed) {
			return Saved{}, err
		}
		if current, err = f.Read(to.name); err != nil {
			return Saved{}, err
		}
		return to.conflict(current), nil
	}
	if err := f.c.Reload(ctx); err != nil {
		return Saved{}, err
	}
	note, err := f.c.Trust.Adopt(ctx, trust.Saved{File: to.name, SHA256: to.sum, Before: before, Busy: f.c.Busy()})
	if err != nil {
		return Saved{}, err
	}
	f.c.Changed()
	saved := Saved{Done: true, Note: note}
	if to.sum != "" {
		saved.Current = contentsOf(to.text)
	}
	return saved, nil
}

func (to change) conflict(current Contents) Saved {
	return Saved{Current: current, Difference: udiff.Unified(to.name+" on disk", to.name+" as you have it", current.Text, to.text)}
}
