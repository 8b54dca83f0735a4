package proc

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
)

// openToName opens a file without reading it.
func openToName(path string) (*os.File, error) {
	return os.OpenFile(path, unix.O_PATH, 0)
}

// dir is how a program that starts here enters its folder: by the open folder, so
// that nothing can come in between.
func (h *Held) dir(name string) string {
	if h == nil {
		return name
	}
	by := "/proc/self/fd/" + strconv.Itoa(int(h.folder.Fd()))
	if _, err := os.Stat(by); err != nil { // there is no /proc
		return name
	}
	return by
}

// settled is what a room compares with what it sees.
func (h *Held) settled() room.Settled {
	if h == nil {
		return room.Settled{}
	}
	return room.Settled{Folder: room.IdentityOf(h.place), Program: room.IdentityOf(h.was)}
}
