package trust

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
)

// Activity notes what can write which paths, and until when, so that a change that it
// makes is never taken for the person's own; and says whether a change is. It is safe for
// concurrent use.
type Activity struct {
	calls *pins.Calls
	dir   string // of the space
}

// Writing notes that a tool of ours makes, replaces or removes what lies at a path; end
// notes that it has. It is for confine.Config.
func (a *Activity) Writing(path string) (end func()) {
	return a.calls.Begin(pins.Scope{Entry: path})
}

// Lodge makes the file in which a room notes whether something lives in it, whose programs
// are held to a profile. The caller ends it.
func (a *Activity) Lodge(p sandbox.Profile) (*pins.Lodging, error) {
	return a.calls.Lodge(pins.ScopeOf(p.Write, slices.Concat(p.Protect, p.Places()), false))
}

// Free notes that a program starts outside of all walls.
func (a *Activity) Free() { a.calls.Stay(pins.Scope{All: true}) }

// Loose notes that a program starts behind walls that are no room, of which nobody can
// tell when the last thing that it starts has ended.
func (a *Activity) Loose(p sandbox.Profile, r sandbox.Report) {
	switch {
	case !r.Files.Enforced:
		a.Free()
	case r.System == "linux": // Landlock knows no exceptions
		a.calls.Stay(pins.ScopeOf(p.Write, nil, false))
	default:
		a.calls.Stay(pins.ScopeOf(p.Write, slices.Concat(p.Protect, p.Places()), true))
	}
}

// Written tells of absolute paths whether something else than the person could have written
// what lies there since a moment. The notes are read once.
func (a *Activity) Written(since time.Time) func(path string) bool {
	notes := a.calls.Read(time.Now())
	return func(path string) bool {
		place, err := placeAt(path, false)
		return err != nil || notes.Why(place, since) != ""
	}
}

// Living tells of absolute paths which rooms, of any process, something lives in that could put something else there,
// or change what lies there by this name: by their doors. The notes are read once.
func (a *Activity) Living() (doors func(path string) ([]string, error), err error) {
	living, err := a.calls.Living()
	return func(path string) (list []string, err error) {
		if len(living) == 0 {
			return nil, nil
		}
		_, on, err := paths.Trail(path)
		if err != nil {
			return nil, err
		}
		place := pins.PlaceOf(path, on, false) // who has another name of the file changes what it says, and not what lies there
		for _, room := range living {
			if room.Covers(place) {
				list = append(list, room.Door)
			}
		}
		return list, nil
	}, err
}

// Held reports whether something that lives could open a new file beside an existing one, by its absolute path, but not write to that one: a room
// holds it. Where that cannot be told it does.
func (a *Activity) Held(path string) bool {
	living, err := a.calls.Living()
	if err != nil || len(living) == 0 {
		return err != nil
	}
	there, err := placeAt(path, false)
	beside, wrong := placeAt(filepath.Join(filepath.Dir(path), ".handrail-beside"), false)
	if err != nil || wrong != nil {
		return true
	}
	return slices.ContainsFunc(living, func(room pins.Lodged) bool { return room.Covers(beside) && !room.Covers(there) })
}

// know notes that the space was what the person has trusted, but for the files that are
// held back. began is before it was looked at.
func (a *Activity) know(began time.Time, held []string) { a.calls.Know(a.dir, began, held) }

// placeOf is where a name of a space leads. linked says that the file has had other names.
func placeOf(dir, file string, linked bool) pins.Place {
	place, _ := placeAt(filepath.Join(dir, filepath.FromSlash(file)), linked) // a loop of links: nobody knows
	return place
}

func placeAt(path string, linked bool) (pins.Place, error) {
	real, on, err := paths.Trail(path)
	if err != nil {
		return pins.Place{}, err
	}
	if info, err := os.Lstat(real); err == nil && pins.Linked(info) {
		linked = true
	}
	return pins.PlaceOf(path, on, linked), nil
}
