package room

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/pins"
)

// named are the files that there are, and what the room is told of them.
func (k Files) named() (files []*os.File, names []string) {
	for name, f := range map[string]*os.File{"mark": k.Mark, "life": k.Life, "door": k.Door} {
		if f != nil {
			files, names = append(files, f), append(names, name)
		}
	}
	for _, f := range k.Layers {
		files, names = append(files, f), append(names, "layer")
	}
	return files, names
}

// filesOf is what named has sent.
func filesOf(files []*os.File, names []string) (k Files, err error) {
	if len(files) != len(names) {
		return k, errors.New("a damaged setup")
	}
	for i, f := range files {
		switch names[i] {
		case "mark":
			k.Mark = f
		case "life":
			k.Life = f
		case "door":
			k.Door = f
		case "layer":
			k.Layers = append(k.Layers, f)
		}
	}
	return k, nil
}

// fds are the numbers of the layers, which the room takes over.
func (k Files) fds() (list []int) {
	for _, f := range k.Layers {
		fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
		if err != nil {
			fd = -1
		}
		_ = f.Close() // its copy is used
		list = append(list, fd)
	}
	return list
}

// noteLife writes into the room's file whether something lives in it. r.mu is held, so
// that nothing starts meanwhile.
func (r *interior) noteLife(busy bool) error {
	if r.kept.Life == nil || r.busy == busy {
		return nil
	}
	if err := pins.WriteLife(r.kept.Life, busy); err != nil {
		return fmt.Errorf("it can't be noted that the program runs: %w", err)
	}
	r.busy = busy
	return nil
}

// nobody reports whether no process is left in the room, the dead included.
func nobody() bool {
	var info unix.Siginfo
	return errors.Is(unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil), unix.ECHILD)
}

// Close lets the room go. Calls that run in it end as they would have; when
// nothing is left in it, it is gone. What sandbox.Profile.Sealed names cannot be changed any more when it returns.
func (r *Room) Close() error {
	_ = r.control.c.SetDeadline(time.Now().Add(2 * freezeWait))
	_, _, err := r.ask(nil, "end") // one that does not answer does it when the wire ends
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("the room does not answer: %w", err)
	} else {
		err = nil // it is gone
	}
	return errors.Join(err, r.control.c.Close())
}

// End ends the room and all that runs in it, and returns when that is gone.
func (r *Room) End() error {
	_ = r.inside.Process.Kill() // it may have ended already
	err := r.control.c.Close()
	<-r.gone
	return err
}
