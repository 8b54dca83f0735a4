package rehearsal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"

	"handrail/internal/restore"
	"handrail/internal/snapshot"
	"handrail/operator/walls"
)

// A placing puts steps into place so that git runs nothing of them, not for a moment: what it would run does not come to its own name, and what makes
// a folder one of git's comes last, when all that is in it was looked at.
type placing struct {
	k     keeper
	r     Rehearsal
	from  made
	parts map[string]int // how many parts of a step are still to come, by its path

	all         int           // steps
	came        []string      // paths that were changed
	refused     []refusedName // what was not kept
	aside, told []string      // what was put aside, and what the person was told of git, a sentence each
}

// A part is what is done of a step, maybe at another path.
type part struct {
	restore.Step
	of string // the path of the step
}

// made are contents of layers, and texts that were made of such.
type made struct {
	contents
	texts map[string][]byte
}

// Open implements restore.Contents.
func (m made) Open(hash string) (io.ReadCloser, error) {
	if text, ok := m.texts[hash]; ok {
		return io.NopCloser(bytes.NewReader(text)), nil
	}
	return m.contents.Open(hash)
}

// place does the steps. Nothing was done if it returns no placing.
func (k keeper) place(ctx context.Context, r Rehearsal, steps []restore.Step, from contents) (*placing, error) {
	p := &placing{k: k, r: r, from: made{from, map[string][]byte{}}, parts: map[string]int{}, all: len(steps)}
	var list []walls.Arrival
	var now, late []part
	for _, s := range steps {
		if s.Want != nil {
			list = append(list, p.arrival(s))
		}
	}
	arrivals, fates, err := walls.Arriving(k.walls, "What you kept of a rehearsal", list)
	if err != nil {
		return nil, err
	}
	var waits []int // of those that are late, their places in list
	next := 0
	for _, s := range steps {
		var fate walls.Fate
		if s.Want != nil {
			fate = fates[next]
			next++
		}
		if fate.Late {
			p.parts[s.Abs()]++
			late, waits = append(late, part{s, s.Abs()}), append(waits, next-1)
			continue
		}
		now = append(now, p.partsOf(s, fate)...)
	}
	err = p.apply(ctx, now)
	if len(late) > 0 && err == nil {
		p.aside = arrivals.Look(p.came)
		now = nil
		for i, l := range late {
			fate, why := arrivals.Settled(waits[i])
			if why != "" {
				p.refused = append(p.refused, refusedName{name(r.Space, l.Root, l.Path), why})
				continue
			}
			p.parts[l.of]--
			now = append(now, p.partsOf(l.Step, fate)...)
		}
		err = p.apply(ctx, now)
	}
	put, moved := arrivals.Last(p.came)
	p.aside, p.told = append(p.aside, put...), moved
	return p, err
}

// arrival is a step as the walls look at it.
func (p *placing) arrival(s restore.Step) walls.Arrival {
	a := walls.Arrival{Path: s.Abs(), Folder: s.Want.Kind == snapshot.Folder, Link: s.Want.Kind == snapshot.Link, There: s.Now != nil}
	if s.Want.Kind == snapshot.File {
		a.Text = func() ([]byte, error) {
			f, err := p.from.Open(s.Want.Hash)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			text, err := io.ReadAll(io.LimitReader(f, walls.ArrivalBytes+1))
			if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) != s.Want.Hash {
				err = errors.New("it is larger than what is looked at, or damaged")
			}
			return text, err
		}
	}
	return a
}

// partsOf are what is done of a step.
func (p *placing) partsOf(s restore.Step, fate walls.Fate) (list []part) {
	of := s.Abs()
	switch {
	case fate.None && s.Now == nil:
	case fate.None:
		s.Want = nil
		list = append(list, part{s, of})
	case fate.Aside != "":
		rel, err := filepath.Rel(s.Root, fate.Aside)
		if err != nil { // both are absolute
			rel = ""
		}
		list = append(list, part{restore.Step{Root: s.Root, Path: snapshot.Name(filepath.ToSlash(rel)), Want: s.Want}, of})
		if fate.Text != nil {
			sum := sha256.Sum256(fate.Text)
			want := *s.Want
			want.Hash, want.Size = hex.EncodeToString(sum[:]), int64(len(fate.Text))
			p.from.texts[want.Hash] = fate.Text
			list = append(list, part{restore.Step{Root: s.Root, Path: s.Path, Now: s.Now, Want: &want}, of})
		}
	default:
		list = append(list, part{s, of})
	}
	p.parts[of] += len(list)
	return list
}

// apply does parts of steps, and notes what came of them.
func (p *placing) apply(ctx context.Context, list []part) error {
	steps := make([]restore.Step, len(list))
	for i, one := range list {
		steps[i] = one.Step
	}
	report, err := restore.Apply(ctx, restore.Config{Roots: p.k.roots, Contents: p.from}, steps)
	for i, res := range report.Results {
		switch res.Outcome {
		case restore.Done, restore.Already:
			p.parts[list[i].of]--
			p.came = append(p.came, res.Step.Abs())
		case restore.Refused, restore.Failed:
			p.refused = append(p.refused, refusedName{name(p.r.Space, res.Step.Root, res.Step.Path), res.Why})
		case restore.Open:
		}
	}
	return err
}

// kept are the paths of the steps of which all was done.
func (p *placing) kept() map[string]bool {
	done := map[string]bool{}
	for path, left := range p.parts {
		if left == 0 {
			done[path] = true
		}
	}
	return done
}
