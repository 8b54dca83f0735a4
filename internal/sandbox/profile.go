package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
)

// A Profile is what a started program may touch. It is plain data; paths are
// absolute, real and exist, but for Protect, where what does not exist is left
// out. The zero Profile lets a program read the system and write nothing.
type Profile struct {
	// Write are files and folders that the program may read and change.
	Write []string `json:"write,omitempty"`
	// Read are files and folders beyond the system's own that it may read and
	// run programs from.
	Read []string `json:"read,omitempty"`
	// Protect are files, folders and links below Write that it may only read. Held only
	// where a Report says so.
	Protect []string `json:"protect,omitempty"`
	// Sealed are files and folders below Write that it may only read from when the Handrail that started it has
	// ended: then nobody looks at what it does to them. Held only in a room; what holds one open ends.
	Sealed []string `json:"sealed,omitempty"`
	// Drafts are files and folders below Write of which it sees, and changes, a copy.
	// Where that cannot be, they are protected.
	Drafts []Draft `json:"drafts,omitempty"`
	// Copies are files below Write in whose place it sees a copy that it can only read: what
	// the file itself says may change at any time. Where that cannot be, they are protected.
	Copies []Draft `json:"copies,omitempty"`
	// Hide are folders that it must not see at all, whatever else is said.
	Hide []string `json:"hide,omitempty"`
	// Conceal are files and folders, in Write and Read too, whose contents it must not see, and
	// which it must not change or move. Held only where a Report says so.
	Conceal []string `json:"conceal,omitempty"`
	// Home is the person's home folder. Nothing in it can be read that is not in
	// Write or Read.
	Home string `json:"home,omitempty"`
	// OwnHome is a folder of Write that is shown as Home, with what is in Read and Write put into
	// it, where that is possible: what a program makes there is kept, and not the person's.
	// Without it, nothing can be made in Home.
	OwnHome string `json:"ownHome,omitempty"`
	// Temp is a folder of Write that is shown as /tmp where that is possible.
	Temp string `json:"temp,omitempty"`
	// Logs is a folder of Write that is shown as /var/log where that is possible.
	Logs string `json:"logs,omitempty"`
	// Links are links of the home folder to what is in Read, by their names: a room
	// has them, too.
	Links map[string]string `json:"links,omitempty"`
	// Layers are folders of Write that show what another holds as well.
	Layers []Layer `json:"layers,omitempty"`
	// Rehearsed are folders of Write over which a layer lies, Under and At the same folder: what
	// programs change there stays in Own. Where one cannot be laid there is no room.
	Rehearsed []Layer `json:"rehearsed,omitempty"`
	// Network is what can be reached.
	Network Network `json:"network"`
	// Limits are what it can use up.
	Limits Limits `json:"limits"`
}

// A Layer shows the files of a folder outside in a folder of Write, where
// programs may change and delete them: what they do so stays in Own, and the
// folder outside as it is. It is how a build starts from the person's caches and
// cannot poison them. Where it cannot be made, At starts empty.
type Layer struct {
	Under string `json:"under"` // the folder outside
	At    string `json:"at"`    // where it is shown
	Own   string `json:"own"`   // where changes go; with Work on one disk, and outside At
	Work  string `json:"work"`  // an empty folder for the system
	// Held is the number of an open file that is the layer already, which several rooms share (see
	// Holder); 0 makes one.
	Held int `json:"-"`
}

// A Draft shows a copy in the place of a file or folder: where it can be changed, a file as
// a link to it, so that programs can put another file in the copy's place, as git does
// with its settings. What was there cannot be reached, renamed or removed.
type Draft struct {
	At string `json:"at"`
	In string `json:"in"` // the copy; of Drafts, in a folder of Write
}

// Places are where drafts and copies are shown.
func (p Profile) Places() []string {
	var list []string
	for _, d := range slices.Concat(p.Drafts, p.Copies) {
		list = append(list, d.At)
	}
	return list
}

// Shared are the layers of a profile, in the order in which rooms get those that others show as well.
func (p Profile) Shared() []Layer { return slices.Concat(p.Rehearsed, p.Layers) }

// Hold has the profile's layers be these, which are open, in the order of Shared; none: it makes them.
func (p Profile) Hold(fds []int) error {
	if len(fds) == 0 {
		return nil
	}
	if len(fds) != len(p.Shared()) || slices.Min(fds) <= 0 {
		return errors.New("the layers that the room was handed are not those that it shows")
	}
	for i, fd := range fds {
		if i < len(p.Rehearsed) {
			p.Rehearsed[i].Held = fd
		} else {
			p.Layers[i-len(p.Rehearsed)].Held = fd
		}
	}
	return nil
}

// Limits are what the programs of one call can use up. 0 means the default.
type Limits struct {
	Memory    int64 `json:"memory,omitempty"`    // bytes, of all programs of one call together
	Processes int   `json:"processes,omitempty"` // of one call
	FileSize  int64 `json:"fileSize,omitempty"`  // bytes of one file
	CPU       int64 `json:"cpu,omitempty"`       // seconds of processor time of one process
	Reserve   int64 `json:"reserve,omitempty"`   // bytes that must stay free on the disk of each folder in Write
	Inodes    int64 `json:"inodes,omitempty"`    // files that there must still be room for, where the disk has a fixed number
}

// The defaults of Limits (docs/spec/02-settings.md has the first two).
const (
	DefaultMemory    = 4096 << 20
	DefaultProcesses = 512
	DefaultFileSize  = 8 << 30
	DefaultCPU       = 3600
	DefaultReserve   = 512 << 20
	DefaultInodes    = 100_000
)

// Filled returns l with its defaults.
func (l Limits) Filled() Limits {
	if l.Memory <= 0 {
		l.Memory = DefaultMemory
	}
	if l.Processes <= 0 {
		l.Processes = DefaultProcesses
	}
	if l.FileSize <= 0 {
		l.FileSize = DefaultFileSize
	}
	if l.CPU <= 0 {
		l.CPU = DefaultCPU
	}
	if l.Reserve <= 0 {
		l.Reserve = DefaultReserve
	}
	if l.Inodes <= 0 {
		l.Inodes = DefaultInodes
	}
	return l
}

// Key names the profile: equal profiles have equal keys.
func (p Profile) Key() string {
	raw, _ := json.Marshal(p) // plain data always does
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
