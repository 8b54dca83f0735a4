package room

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/sandbox"
)

// A room has a door as long as it lives: a socket in the data folder, which its programs do not see. By
// it each Handrail of the person's can have it protect more than it was opened with, also once the one
// that opened it has ended.

// doorWait is how long a room may take to answer at its door.
const doorWait = 5 * time.Second

// OpenDoor makes a door at a path, for Files. Whoever opens it closes it once the room has it, and
// removes the path when the room is gone.
func OpenDoor(path string) (*os.File, error) {
	short, done, err := shortened(path)
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: short, Net: "unix"})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false) // the room has a copy
	f, err := l.File()
	return f, errors.Join(err, l.Close())
}

// shortened names a path, which may be longer than the name of a socket, by its folder, which is open
// until done.
func shortened(path string) (short string, done func(), err error) {
	dir, err := os.OpenFile(filepath.Dir(path), unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)), func() { _ = dir.Close() }, nil
}

// protectTries is how often a room is asked where something has exchanged a path meanwhile: once it is
// protected in the room, nothing there can.
const protectTries = 3

// Protect has the room behind a door protect files, folders and links from now on, as those of
// sandbox.Profile.Protect: see sandbox.ProtectLate. What is not there, if only for a moment, is left out: held are
// the others. They are in force when it returns, and what lies there in the room is what lies there outside. The
// error is ErrGone where no room is there any more.
func Protect(door string, paths []string) (held []string, err error) {
	for range protectTries {
		words := []string{"protect"}
		held = nil
		for _, path := range paths {
			if info, err := os.Lstat(path); err == nil {
				words, held = append(words, path, fileOf(IdentityOf(info)).String()), append(held, path)
			}
		}
		if err = knock(door, words); !errors.Is(err, errOtherFile) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return held, nil
}

// errOtherFile: a room sees something else at a path than there is outside.
var errOtherFile = errors.New("there is something else in its place, as the program sees it")

// fileOf is an identity that tells which file it is, and not when it was changed.
func fileOf(i Identity) Identity { return Identity{dev: i.dev, ino: i.ino} }

// knock asks at a door for something to be protected.
func knock(door string, words []string) error {
	answer, err := ask(door, words)
	switch {
	case err != nil:
		return err
	case answer[0] == otherFile:
		return errOtherFile
	case answer[0] != "protected":
		return errors.New(answer[len(answer)-1])
	}
	return nil
}

// ask asks at a door. An answer has a word at least.
func ask(door string, words []string) (answer []string, err error) {
	short, done, err := shortened(door)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := net.DialTimeout("unix", short, doorWait)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	w := wire{c.(*net.UnixConn)}
	defer w.c.Close()
	if err := w.c.SetDeadline(time.Now().Add(doorWait)); err != nil {
		return nil, err
	}
	if err := w.send(nil, words...); err != nil {
		return nil, gone(err)
	}
	answer, _, err = w.receive()
	if err != nil {
		return nil, gone(err)
	}
	if len(answer) == 0 {
		return nil, errors.New("the room says nothing")
	}
	return answer, nil
}

// gone is ErrGone for the end of a wire whose room ends meanwhile.
func gone(err error) error {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) {
		return ErrGone
	}
	return err
}

// answerDoor does what is asked for at the door, until the room ends.
func answerDoor(r *interior) {
	if r.kept.Door == nil {
		return
	}
	l, err := net.FileListener(r.kept.Door)
	if err != nil {
		return // whoever needs the door is told that nobody answers
	}
	_ = r.kept.Door.Close() // the listener has its own
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			w := wire{c.(*net.UnixConn)}
			defer w.c.Close()
			_ = w.c.SetDeadline(time.Now().Add(doorWait))
			if words, files, err := w.receive(); err == nil {
				closeAll(files)
				_ = w.send(nil, askedAt(r, words)...)
			}
		}()
	}
}

// askedAt answers what was asked for at the door: what is to be protected, and which file each of that is; or what programs have mapped.
func askedAt(r *interior, words []string) []string {
	if len(words) == 1 && words[0] == "mapped" {
		return r.mapped()
	}
	if words[0] != "protect" || len(words)%2 == 0 {
		return []string{"failed", "the room does not know " + strconv.Quote(words[0])}
	}
	r.doors.Lock() // two that arrange one place would see half of each other's work
	defer r.doors.Unlock()
	var paths []string
	for i := 1; i < len(words); i += 2 {
		paths = append(paths, words[i])
	}
	if err := sandbox.ProtectLate(paths, r.disks); err != nil {
		return []string{"failed", err.Error()}
	}
	for i, path := range paths {
		if slices.Contains(r.shown, path) {
			continue // a copy, which is another file than the one outside
		}
		info, err := os.Lstat(path)
		if err != nil || fileOf(IdentityOf(info)).String() != words[2*i+2] {
			return []string{otherFile}
		}
	}
	return []string{"protected"}
}

// otherFile is what a room answers for errOtherFile.
const otherFile = "other file"
