package proc

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/group"
	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// OpenWalls builds walls, as many as this machine allows: a room with
// namespaces, else Landlock and seccomp on the starting thread, else none, which
// is ErrNoWalls. Report says which.
func OpenWalls(c WallsConfig) (*Walls, error) {
	why := errors.New("the program that would be the room is missing")
	if c.Helper != nil {
		in, err := room.Open(c.Helper, sandbox.Furnishing{Profile: c.Profile, Masks: sandbox.Sockets(), Resolver: sandbox.Resolver(c.Profile.Network)}, c.Kept)
		if err == nil {
			report := sandbox.InRoom(c.Profile)
			if grouped, _ := in.Grouped(); grouped {
				report.Limits.Reason += " A control group counts what else the kernel holds for the programs of a room, up to twice that memory."
			}
			report.Gaps = append(report.Gaps, in.Notes()...)
			return &Walls{profile: c.Profile, room: in, report: report, shared: len(c.Kept.Layers) > 0}, nil
		}
		why = err
	}
	if c.MustRoom {
		return nil, why
	}
	report, ok := sandbox.OnThread(c.Profile, why)
	if !ok {
		return nil, errors.Join(ErrNoWalls, why)
	}
	return &Walls{profile: c.Profile, thread: true, report: report}, nil
}

// enter restricts the calling thread, if that is how the walls are built.
func (w *Walls) enter(*process) (restricted bool, err error) {
	if w == nil || !w.thread {
		return false, nil
	}
	if err := sandbox.RestrictThread(w.profile, false); err != nil {
		return true, errors.New("the walls could not be built: " + err.Error()) // not wrapped: the program is not to blame
	}
	return true, nil
}

// limits are the room's part.
func (w *Walls) limits(*group.Group) error { return nil }

// lodge starts p in the room, if there is one.
func (w *Walls) lodge(p *process) (place, bool, error) {
	if w == nil || w.room == nil {
		return nil, false, nil
	}
	stdin, err := p.stdin()
	if err != nil {
		return nil, true, err
	}
	defer stdin.Close()
	files := append([]*os.File{stdin, p.stdout.write, p.stderr.write}, p.cmd.ExtraFiles...)
	p.began = time.Now()
	l, err := w.room.Lodge(p.cmd, w.settled(p), files, p.talk != nil)
	if err != nil {
		return nil, true, err
	}
	go func() {
		<-l.Ended()
		p.length = time.Since(p.began)
		close(p.ended)
	}()
	return l, true, nil
}

// settled is what the room compares the folder and the program with. On a layer they have
// other numbers: there the look right before (see Held) has to do, and what is exchanged in
// between is a file of the layer. A folder on a layer that our process holds, too, is the same for both.
func (w *Walls) settled(p *process) room.Settled {
	s := p.held.settled()
	for _, l := range w.profile.Rehearsed {
		if !w.shared && lies(p.cmd.Dir, l.At) {
			s.Folder = room.Identity{}
		}
		if real, err := filepath.EvalSymlinks(p.cmd.Path); err != nil || lies(real, l.At) {
			s.Program = room.Identity{}
		}
	}
	return s
}

// stdin is what the program reads: a copy of its own, or nothing at all.
func (p *process) stdin() (*os.File, error) {
	in, ok := p.cmd.Stdin.(*os.File)
	if !ok {
		return os.Open(os.DevNull)
	}
	fd, err := syscall.Dup(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), in.Name()), nil
}

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
