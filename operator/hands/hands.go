// Package hands is ctxnest.json: as the person edits it, and as agents ask about it.
package hands

import (
	"context"
	"slices"

	"handrail/operator/definitions"
	"handrail/spaces"
	"handrail/spaces/scaffold"
	"handrail/tools"
	"handrail/tools/command"
)

// The nouns that faces read, so that they need to know this package alone.
type (
	// A Problem is something that the author of a ctxnest.json must know.
	Problem = command.HandProblem
	// A Proposal is what a project's own files suggest as hands.
	Proposal = scaffold.Proposal
	// A Proposed is one hand of a proposal.
	Proposed = scaffold.Proposed
	// A Skipped is what a project has and a hand cannot be.
	Skipped = scaffold.Skipped
)

// A File is the ctxnest.json of an open space. It is safe for concurrent use.
type File struct{ c Config }

// Config is what a File is made of.
type Config struct {
	Dir      string                                  // of the space, real
	Files    *definitions.Files                      // of the space
	Current  func() (*spaces.Space, *tools.Registry) // as the space was last read, of one moment
	Reload   func(context.Context) error             // reads the space again
	Changed  func()                                  // tells faces that the space is another one
	Projects Projects
}

// Projects opens folders as spaces for agents.
type Projects interface {
	// Check finds the real folder that an agent of the space in base means by a path,
	// or says why it may not be a space.
	Check(base, path string) (dir string, err error)
	// Register opens a folder as a space. It trusts nothing.
	Register(ctx context.Context, dir string) (command.HandProject, error)
}

// New returns the ctxnest.json of a space. It reads nothing yet.
func New(c Config) *File { return &File{c} }

// Reference is the authoring reference of ctxnest.json, as describe_hands_schema
// gives it.
func Reference() string { return command.HandsReference() }

// Provisions lists the hands of a space: those that can be called, and with the
// reason those that cannot. heldBack says why a hand may not run, if so.
func Provisions(c command.Config, space *spaces.Space, heldBack func(hand string) string) []tools.Provision {
	var fine []command.Hand
	var held []tools.Provision
	for _, h := range space.Hands {
		why := heldBack(h.Name)
		if why == "" || h.Disabled {
			fine = append(fine, h)
			continue
		}
		held = append(held, tools.Provision{Source: command.NewHandSource(c, space.ID, []command.Hand{h}), State: tools.Held, Reason: why, Action: tools.Action{Kind: tools.ReviewChanges}})
	}
	p := tools.Provision{Source: command.NewHandSource(c, space.ID, fine)}
	for _, h := range space.Hands {
		if h.Disabled {
			p.Rejected = append(p.Rejected, tools.Entry{
				Info:  tools.Info{Name: h.Name, Title: h.Name, Description: h.Description, Source: "hand", File: command.HandsFile},
				State: tools.Disabled, Reason: "its author has disabled it in " + command.HandsFile,
			})
		}
	}
	for _, r := range space.RejectedHands {
		p.Rejected = append(p.Rejected, tools.Entry{
			Info: tools.Info{Name: r.Name, Title: r.Name, Source: "hand", File: command.HandsFile}, Reason: r.Reason,
		})
	}
	return append([]tools.Provision{p}, held...)
}

// Tools are the tools around hands. Every space has them; they stand right behind
// the built-in ones, so that no definition of a space takes their names.
func (f *File) Tools() (tools.Source, error) {
	return command.HandTools(command.HandControl{
		List: f.list,
		Reload: func(ctx context.Context) error {
			if err := f.c.Reload(ctx); err != nil {
				return err
			}
			f.c.Changed()
			return nil
		},
		Check:    func(path string) (string, error) { return f.c.Projects.Check(f.c.Dir, path) },
		Register: f.c.Projects.Register,
	})
}

// Names lists the names under which a call may ask for a hand: the bare one only
// while it means this hand.
func (f *File) Names(hand string) []string {
	names := []string{f.Qualified(hand)}
	_, registry := f.c.Current()
	entries := registry.Entries()
	if i := slices.IndexFunc(entries, func(e tools.Entry) bool { return e.Qualified == names[0] }); i >= 0 {
		names = append(names, entries[i].Model)
	}
	if first := slices.IndexFunc(entries, func(e tools.Entry) bool { return e.Info.Name == hand }); first < 0 || entries[first].Qualified == names[0] {
		names = append(names, hand)
	}
	return names
}

// list lists the hands for an agent. Disabled ones it does not see
// (docs/spec/07-hands.md#fields).
func (f *File) list(context.Context) (command.HandListing, error) {
	space, registry := f.c.Current()
	l := command.HandListing{Project: space.ID, File: command.HandsFile}
	byName := map[string]command.Hand{}
	for _, h := range space.Hands {
		byName[h.Name] = h
	}
	for _, e := range registry.Entries() {
		h, ok := byName[e.Info.Name]
		if e.Info.Source != "hand" || e.Tool == nil || !ok {
			continue
		}
		l.Hands = append(l.Hands, command.HandLine{
			Name: e.Qualified, Description: e.Info.Description, Danger: e.Info.Danger, Confirm: e.Info.Confirm, State: e.State, Reason: tools.WithWords(e.Reason, e.Action.ForModel()),
			Params: h.Params,
		})
	}
	for _, r := range space.RejectedHands {
		l.Rejected = append(l.Rejected, command.HandRejected(r))
	}
	return l, nil
}
