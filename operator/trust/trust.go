// Package trust knows what the person has looked at in a space, and holds back
// what is not that (docs/spec/03-spaces.md).
package trust

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/confine"
	"handrail/spaces"
	"handrail/tools"
)

// Level says whether a space may run what it declares.
type Level string

// The levels of trust.
const (
	NotNeeded Level = "none-needed" // it declares nothing
	Trusted   Level = "trusted"
	Untrusted Level = "untrusted"
)

// Words says it for a person.
func (l Level) Words() string {
	switch l {
	case NotNeeded:
		return "nothing in it can run, so there is nothing to trust"
	case Trusted:
		return "it is trusted"
	}
	return "it is not trusted"
}

// A Key names one item of a space.
type Key struct{ Kind, Name, File string }

// KeyOf is the key of an item.
func KeyOf(i spaces.Item) Key { return Key{Kind: i.Kind, Name: i.Name, File: i.File} }

// Inventory is what a space would be able to run, or to tell a model.
type Inventory struct {
	Digest string // names exactly this inventory
	Items  []spaces.Item
	Notes  []string
}

func inventoryOf(space *spaces.Space) Inventory {
	inv := Inventory{Items: space.Inventory()}
	var parts []string
	for _, i := range inv.Items {
		parts = append(parts, i.Kind, i.Name, i.File, i.SHA256, i.Digest, fmt.Sprint(i.Exec))
	}
	parts = append(parts, space.HookOrder()...)
	inv.Digest = tools.Digest(parts...)
	if len(inv.Items) > 0 {
		inv.Notes = []string{"You trust exactly what is listed. Programs that these programs call are not checked."}
	}
	for _, file := range space.Declaring() {
		if !slices.ContainsFunc(inv.Items, func(i spaces.Item) bool { return i.File == file }) {
			inv.Notes = append(inv.Notes, fmt.Sprintf("Nothing in %s can be used as it is: see the problems of this space.", file))
		}
	}
	return inv
}

// Config is what a Keeper is made of. The functions are called by methods that act
// for the person or right before and after a call, never by Judge.
type Config struct {
	Dir   string // of the space, real and absolute
	Roots func() *confine.Roots
	Store *Store
	// Current is the trust of the space as it was last read.
	Current func() State
	// Reload reads the space again, which calls Judge.
	Reload func(context.Context) error
	// Announce tells the faces that the space is not what it was.
	Announce func()
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
}

// A Keeper keeps the trust of one open space. What is trusted lies in the Store, and what
// follows from it in the State that Judge returns; a Keeper itself only remembers since when it
// has seen files where they lie. It is safe for concurrent use.
type Keeper struct {
	c        Config
	ledger   *ledger
	activity *Activity
	seen     sightings
}

// New makes the keeper of a space.
func New(c Config) *Keeper {
	return &Keeper{c: c, ledger: &ledger{c.Store, c.Dir}, activity: &Activity{c.Store.calls, c.Dir}}
}

// State is the trust of the space as it was last read.
func (k *Keeper) State() State { return k.c.Current() }

// Activity notes when calls and programs of the space run.
func (k *Keeper) Activity() *Activity { return k.activity }

// Version is a word that changes whenever something of the space is trusted, or is
// not trusted any more, by any process.
func (k *Keeper) Version(ctx context.Context) (string, error) { return k.ledger.version(ctx) }

// Judge compares a space that was just read with what the person has trusted. In a
// trusted one it takes out of space what is not that, and leaves in its place what
// was trusted where that still counts; the problems say what is held back.
//
// What a space calls itself counts only where it is trusted: until then nothing of its
// author's reaches an agent or a client as a name (docs/spec/03-spaces.md#trust).
//
// began is before the space was read.
func (k *Keeper) Judge(ctx context.Context, space *spaces.Space, began time.Time) (State, []spaces.Problem, error) {
	k.seen.look(k.c.Dir)
	s, problems, err := k.judge(ctx, space, began)
	if err == nil && s.Own() {
		k.activity.know(began, s.heldFiles())
	}
	if s.level != Trusted {
		space.CallByFolder()
	}
	return s, problems, err
}

func (k *Keeper) judge(ctx context.Context, space *spaces.Space, began time.Time) (State, []spaces.Problem, error) {
	s := State{space: space, level: Untrusted, needs: needsOf(space.Inventory())}
	p, err := k.ledger.read(ctx)
	if err == nil && p == nil {
		p, err = k.ledger.convert(ctx, space)
	}
	if err != nil {
		return State{}, nil, fmt.Errorf("can't tell whether this space is trusted: %w", err)
	}
	declares := space.Declares()
	if !declares && (p == nil || p.Bare) {
		noteBare(ctx, k, began)
	}
	if !declares && p == nil {
		s.level = NotNeeded
		if !space.Rules {
			return s, nil, nil
		}
		// its rules only forbid; from now on none of them goes unseen
		if p, err = k.ledger.pinItems(ctx, space, pinChange{chosen: everything, bare: true, looked: true}); err != nil {
			return State{}, nil, fmt.Errorf("can't save the rules of this space: %w", err)
		}
	}
	switch {
	case (p == nil || p.Bare) && declares:
		if !madeHere(ctx, k, space) {
			return s, nil, nil
		}
		s.level = NotNeeded // nothing of it counts
		if p == nil {
			p = &pinned{Version: 1, Bare: true}
		}
	case p.Bare:
		s.level = NotNeeded
	default:
		s.level = Trusted
	}
	s.pins = p
	problems, err := k.withhold(ctx, &s)
	if held := s.heldFiles(); err == nil && s.pins.Own && s.strayed(k.c.Dir, held) {
		s.pins, err = k.ledger.pinItems(ctx, space, pinChange{chosen: nothing, ease: true, held: held})
	}
	if err != nil {
		return State{}, nil, err
	}
	return s, problems, nil
}

// refresh reads the space again and tells the faces.
func (k *Keeper) refresh(ctx context.Context) error {
	if err := k.c.Reload(ctx); err != nil {
		return err
	}
	k.c.Announce()
	return nil
}

// path is where a name of the space lies; it is written with slashes.
func (k *Keeper) path(name string) string { return filepath.Join(k.c.Dir, filepath.FromSlash(name)) }
