package proc

import (
	"errors"
	"os"
	"sync"

	"handrail/internal/proc/room"
)

// A Held is the folder and the program of a command that was settled and may start
// minutes later. Both are open from then on, so that what the system calls them is
// given to nothing else: the command starts with these very two, or not at all
// (docs/spec/12-processes.md#folder-and-program). Whoever settles the command
// releases it, whether it has run or not. nil holds nothing.
type Held struct {
	folder  *os.File
	place   os.FileInfo // of folder
	program *os.File    // nil where the system opens no file without reading it
	was     os.FileInfo // of the program

	once sync.Once
}

// Hold takes hold of a folder, which it takes over, and of the program at path. It
// follows links.
func Hold(folder *os.File, path string) (*Held, error) {
	h := &Held{folder: folder}
	var err error
	if h.place, err = folder.Stat(); err == nil {
		h.program, err = openToName(path)
	}
	switch {
	case err != nil:
	case h.program != nil:
		h.was, err = h.program.Stat()
	default:
		h.was, err = os.Stat(path)
	}
	if err != nil {
		h.Release()
		return nil, err
	}
	return h, nil
}

// Release lets go of both. It may be called twice.
func (h *Held) Release() {
	if h == nil {
		return
	}
	h.once.Do(func() {
		_ = h.folder.Close() // nothing was done with them
		if h.program != nil {
			_ = h.program.Close()
		}
	})
}

// Same reports whether another Held is of this very folder and of this very program, as it was. Both are open, so that
// neither was taken away and made anew in between.
func (h *Held) Same(other any) bool {
	o, ok := other.(*Held)
	if !ok || h == nil || o == nil {
		return ok && h == o
	}
	return os.SameFile(h.place, o.place) && os.SameFile(h.was, o.was) && room.IdentityOf(h.was) == room.IdentityOf(o.was)
}

// still refuses a command whose folder or program is another by now. It looks right
// before the start; a room looks once more, at what it sees itself.
func (h *Held) still(c Command, path string) error {
	if h == nil {
		return nil
	}
	if !c.Walls.shows(c.Dir) { // else the room alone looks: here another folder has that name, or none
		now, err := os.Lstat(c.Dir)
		if err != nil {
			return err
		}
		if !os.SameFile(now, h.place) {
			return room.ErrOtherFolder
		}
	}
	now, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !os.SameFile(now, h.was) || room.IdentityOf(now) != room.IdentityOf(h.was) {
		return room.ErrOtherProgram
	}
	return nil
}

// ErrSwapped says that the folder or the program is another one than when the call was settled.
var ErrSwapped = errors.New("another folder or program")

// swapError says which of the two is another one; nil if err is about something else.
func swapError(c Command, path string, err error) error {
	switch {
	case errors.Is(err, room.ErrOtherFolder):
		return failure(c.Path, ErrSwapped, err, "nothing ran: the folder %s is another one than when this call was settled, or is not what its sandbox shows there; look at it, and make the call again", c.Dir)
	case errors.Is(err, room.ErrOtherProgram):
		return failure(c.Path, ErrSwapped, err, "nothing ran: the program %s was replaced or changed since this call was settled; look at it, and make the call again", path)
	}
	return nil
}
