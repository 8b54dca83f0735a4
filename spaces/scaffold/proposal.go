package scaffold

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/confine"
	"handrail/tools/command"
)

// FileName is the file of hands, at the top of a project (docs/spec/07-hands.md).
const FileName = command.HandsFile

// Limits of what is read and proposed. What lies beyond them is skipped and said.
const (
	maxSource  = 1 << 20 // bytes of one file that is looked at
	maxHands   = 100     // hands from one file; nobody reads a longer list
	maxSkipped = 100     // single reasons for one file; the rest is counted
	maxName    = 50      // bytes of a hand's name; with the project's before it 64 are sent to a model (docs/spec/04-names.md)
	maxText    = 200     // characters of a description
)

// A Proposal is what could be added to a project's ctxnest.json. Nothing is
// written until Write is called with it.
type Proposal struct {
	Dir     string     `json:"dir"`               // the project's real folder
	Hands   []Proposed `json:"hands"`             // in the order in which they would stand in the file
	Skipped []Skipped  `json:"skipped"`           // what became no hand
	File    string     `json:"file"`              // the whole new text of ctxnest.json; "" if nothing would be written
	Diff    string     `json:"diff"`              // from the text that is there to File, unified
	Digest  string     `json:"digest"`            // SHA-256 of the text that is there, hexadecimal; "" if there is no file
	Size    int64      `json:"size"`              // bytes of the text that is there
	Blocked string     `json:"blocked,omitempty"` // why nothing can be added, and what to do; "" if it can
}

// A Proposed is one hand with its origin.
type Proposed struct {
	Name string       `json:"name"`
	Hand command.Hand `json:"hand"`
	From string       `json:"from"` // "package.json:12"
	Why  string       `json:"why"`  // what decided its name, time-out, confirmation and patterns
}

// A Skipped is something that became no hand.
type Skipped struct {
	Name string `json:"name"` // as its file has it, quoted if it is not plain; "" for the file as a whole
	From string `json:"from"`
	Why  string `json:"why"`
}

// Propose looks at the project in dir. It fails only if dir cannot be used as a
// folder or ctx ends; what is wrong inside becomes a Skipped, and a ctxnest.json
// that cannot be added to is said in Blocked. Links that lead out of dir are not
// followed. At most 1 MiB of each file is read, and at most 100 hands are
// proposed from each.
func Propose(ctx context.Context, dir string) (Proposal, error) {
	roots, err := confine.New(confine.Config{Base: dir})
	if err != nil {
		return Proposal{}, fmt.Errorf("propose hands: %w", err)
	}
	p, err := propose(ctx, project{roots})
	if err = errors.Join(err, roots.Close()); err != nil {
		return Proposal{}, fmt.Errorf("propose hands: %w", err)
	}
	return p, nil
}

func propose(ctx context.Context, from project) (Proposal, error) {
	p := Proposal{Dir: from.roots.Base(), Hands: []Proposed{}, Skipped: []Skipped{}}
	var drafts []draft
	for _, source := range []func(project) found{packageScripts, makeTargets, justRecipes, taskTasks, goCommands} {
		if err := ctx.Err(); err != nil {
			return Proposal{}, err
		}
		f := source(from)
		drafts = append(drafts, f.drafts...)
		p.Skipped = append(p.Skipped, f.list()...)
	}
	name(drafts)
	old, there, err := from.read(FileName, command.MaxHandsFile)
	if err != nil {
		p.Blocked = FileName + " " + err.Error()
	}
	if there && err == nil {
		p.Digest, p.Size = confine.StateOf(old).SHA256, int64(len(old))
	}
	p.fill(drafts, string(old), there)
	return p, ctx.Err()
}

// fill takes the drafts that ctxnest.json does not have yet, and makes its new
// text.
func (p *Proposal) fill(drafts []draft, old string, there bool) {
	have, err := readHands(old, there)
	if err != nil && p.Blocked == "" {
		p.Blocked = FileName + " " + err.Error()
	}
	for _, d := range drafts {
		why := have.has(d)
		if why == "" {
			why = d.prove()
		}
		if why != "" {
			p.Skipped = append(p.Skipped, Skipped{Name: d.name, From: d.from, Why: why})
			continue
		}
		p.Hands = append(p.Hands, d.proposed())
	}
	if p.Blocked != "" || len(p.Hands) == 0 {
		return
	}
	text, _, err := have.add(p.Hands)
	if err != nil {
		p.Blocked = FileName + " " + err.Error()
		return
	}
	if len(text) > command.MaxHandsFile {
		p.Blocked = fmt.Sprintf("%s would have %d bytes with these; at most %d are read: make it smaller first", FileName, len(text), command.MaxHandsFile)
		return
	}
	if p.Blocked = unloadable(text, p.Hands); p.Blocked == "" {
		p.File, p.Diff = text, udiff.Unified(FileName, FileName, old, text)
	}
}

// prove loads the hand as it would be loaded from a file of its own, and says
// what is wrong with it; "" if nothing is, not even a warning. One that should
// ask and does not is made to ask.
func (d *draft) prove() string {
	for range 2 {
		d.hand.Name = d.name
		text, err := command.WriteHands([]command.Hand{d.hand})
		if err != nil {
			return "cannot be written: " + err.Error()
		}
		_, problems := command.ParseHands(text, FileName)
		if len(problems) == 0 {
			return ""
		}
		if problems[0].Field != "confirm" || d.hand.Confirm {
			return "would not load without a problem: " + problems[0].String()
		}
		d.careful(problems[0].Reason)
	}
	return "would not load without a problem"
}

// unloadable says why a new text would not give all hands, which is the fault of
// what was there before; "" if it does.
func unloadable(text string, hands []Proposed) string {
	loaded, problems := command.ParseHands([]byte(text), FileName)
	for _, h := range hands {
		if !slices.ContainsFunc(loaded.List, func(l command.Hand) bool { return l.Name == h.Name }) {
			for _, p := range problems {
				if !p.Minor && (p.Tool == "" || p.Tool == h.Name) {
					return FileName + " cannot be added to as it is: " + p.String()
				}
			}
			return FileName + " cannot be added to as it is: it would not load " + h.Name
		}
	}
	return ""
}

// Write writes the File of a proposal, which Propose has made and the person has
// seen, as ctxnest.json, whole or not at all. It is
// refused with a *confine.ChangedError if the file is no longer the one that the
// proposal was made for, and with an error if there is nothing to write.
func Write(p Proposal) error {
	if p.File == "" {
		return errors.New("nothing is proposed, so nothing was written")
	}
	roots, err := confine.New(confine.Config{Base: p.Dir})
	if err != nil {
		return fmt.Errorf("write hands: %w", err)
	}
	expect := confine.State{}
	if p.Digest != "" {
		expect = confine.State{Exists: true, Size: p.Size, SHA256: p.Digest}
	}
	path, err := roots.ResolveEntry(FileName)
	if err == nil {
		err = roots.WriteAtomic(path, []byte(p.File), confine.WriteOptions{Expect: &expect, Mode: fs.FileMode(0o644)})
	}
	if err = errors.Join(err, roots.Close()); err != nil {
		return fmt.Errorf("write hands: %w", err)
	}
	return nil
}
