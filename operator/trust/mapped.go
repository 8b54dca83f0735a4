package trust

import (
	"errors"

	procroom "handrail/internal/proc/room"
)

// Mapped tells of all files that programs in rooms, of any process, could change now without a sign in the files' times: by the program's name, the path that it knows
// and the number of the file.
func (a *Activity) Mapped(tell func(program, path string, ino uint64)) error {
	living, err := a.calls.Living()
	if err != nil {
		return err
	}
	for _, room := range living {
		list, err := procroom.Mapped(room.Door)
		if err != nil && !errors.Is(err, procroom.ErrGone) {
			return err
		}
		for _, m := range list {
			tell(m.Program, m.Path, m.Ino)
		}
	}
	return nil
}
