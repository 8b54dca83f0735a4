package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// holdsAt is where a Holder keeps its layers, for itself: no space lies there.
const holdsAt = "/sys"

// A Holder makes the layers that several rooms share: two layers must never write into one
// folder. It is a process of its own, in namespaces made with RoomAttributes, in which nothing
// else runs; what it hands out stays when it ends. It is not safe for concurrent use.
type Holder struct {
	made map[Layer]int // by what they are: the layer, open
}

// NewHolder makes a Holder of this process.
func NewHolder() (*Holder, error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf("the mounts cannot be made private: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return nil, fmt.Errorf("/proc: %w", err)
	}
	return &Holder{made: map[Layer]int{}}, nil
}

// Lay returns a layer as an open file, which a room puts at its place, or by which files of it
// are opened: each time another mount of the one that is made the first time. plain says that
// it lies over the folder itself, Under and At the same, as Profile.Rehearsed has it.
func (h *Holder) Lay(l Layer, plain bool) (*os.File, error) {
	first, ok := h.made[l]
	if !ok {
		made, err := h.create(l, plain)
		if err != nil {
			return nil, fmt.Errorf("no layer can be laid over %s: %w", l.Under, err)
		}
		first = made
		h.made[l] = first
	}
	fd, err := unix.OpenTree(first, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH)
	if err != nil {
		return nil, fmt.Errorf("the layer over %s: %w", l.Under, err)
	}
	return os.NewFile(uintptr(fd), l.At), nil
}

// create makes a layer, and mounts it where only this process sees it: what is mounted nowhere
// cannot be had twice.
func (h *Holder) create(l Layer, plain bool) (int, error) {
	made, err := l.make(plain)
	if err != nil {
		return -1, err
	}
	place, err := newTmpfs("64k", "700")
	if err == nil {
		err = moveTo(place, holdsAt, true) // each on top of the last
		closeFile(place)
	}
	if err == nil {
		err = moveTo(made, holdsAt+"/layer", true)
	}
	if err == nil {
		err = setAttributes(made, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}, false)
	}
	if err != nil {
		closeFile(made)
		return -1, err
	}
	return made, nil
}

func (l Layer) make(plain bool) (int, error) {
	if !plain {
		made, err := l.create()
		return made.fd, err
	}
	mounts, err := mountPoints()
	if err != nil {
		return -1, fmt.Errorf("it is not known what is mounted: %w", err)
	}
	if err := mountedInside(l.At, mounts); err != nil {
		return -1, err
	}
	at, err := openFolder(l.At)
	if err != nil {
		return -1, err
	}
	defer closeFile(at)
	made, err := l.over(at)
	return made.fd, err
}
