package pins

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// What the file of a room begins with: whether something lives in it, and since when.
const (
	busyWord = "busy"
	idleWord = "idle"
	lifeSize = len(busyWord) + 1 + 20 + 1
)

// WriteLife writes into the file of a room whether something lives in it from now on. The
// room does it: before a program starts, and when the last one has ended.
func WriteLife(f *os.File, busy bool) error {
	_, err := f.WriteAt([]byte(lifeOf(busy, time.Now().UnixNano())), 0)
	return err
}

func lifeOf(busy bool, at int64) string {
	word := idleWord
	if busy {
		word = busyWord
	}
	return fmt.Sprintf("%s %020d\n", word, at)
}

// A Lodging is the file of a room that is about to be built. The room holds it open, with
// its lock, as long as it lives, whatever becomes of this process.
type Lodging struct {
	File *os.File
	path string
}

// The names of rooms' files: while a room is built, and from then on.
const (
	roomBuilt = "new-"
	roomFile  = "room-"
	roomDoor  = "door-" // the same for both
)

// doorOf is the door of the room whose file has a path, or had it while it was built.
func doorOf(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, roomDoor+strings.TrimPrefix(strings.TrimPrefix(name, roomBuilt), roomFile))
}

// Door is the path at which the room may have a socket, by which it is reached as long as it lives. It is removed
// when it is known that the room has ended.
func (l *Lodging) Door() string { return doorOf(l.path) }

// A Lodged is a room, of any process, in which something lives.
type Lodged struct {
	Door  string // where it is reached: there may be nothing
	scope Scope
}

// Covers reports whether what lives in the room could change what lies at a place, or put something else there.
func (l Lodged) Covers(p Place) bool { return l.scope.covers(p) }

// Living are the rooms in which something lives now.
func (c *Calls) Living() ([]Lodged, error) {
	entries, err := os.ReadDir(c.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var list []Lodged
	for _, e := range entries {
		path := filepath.Join(c.dir, e.Name())
		if !strings.HasPrefix(e.Name(), roomFile) {
			continue
		}
		n := newNotes()
		n.dir = c.dir
		err := n.readRoom(path)
		if errors.Is(err, os.ErrNotExist) {
			continue // it is gone
		}
		if err != nil {
			return nil, err
		}
		for text, at := range n.ends {
			if at == forever {
				list = append(list, Lodged{doorOf(path), n.scope(text)})
			}
		}
	}
	return list, nil
}

// Lodge makes the file of a room whose programs have this scope. The caller ends it with
// Settle or Drop.
func (c *Calls) Lodge(s Scope) (*Lodging, error) {
	text, err := c.text(s)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(c.dir, roomBuilt+rand.Text()[:16])
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(lifeOf(false, time.Now().UnixNano()) + text + "\n")
	if err = errors.Join(err, lock(f)); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return &Lodging{f, path}, nil
}

// Settle says that the room stands and holds the file. Nothing has run in it yet.
func (l *Lodging) Settle() error {
	dir, name := filepath.Split(l.path)
	return errors.Join(os.Rename(l.path, filepath.Join(dir, roomFile+strings.TrimPrefix(name, roomBuilt))), l.File.Close())
}

// Drop removes the file of a room that could not be built.
func (l *Lodging) Drop() {
	_ = l.File.Close()
	_ = errors.Join(os.Remove(l.path), os.Remove(l.Door())) // what stays is swept later
}

// readRoom adds what the file of a room says. What cannot be read of it counts as busy
// with everything.
func (n *Notes) readRoom(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	scope, word, at := allScope, busyWord, int64(0)
	if text := string(raw); len(text) > lifeSize && strings.HasSuffix(text, "\n") {
		fields := strings.Fields(text[:lifeSize])
		scope = strings.TrimSuffix(text[lifeSize:], "\n")
		if len(fields) == 2 {
			word = fields[0]
			if at, err = strconv.ParseInt(fields[1], 10, 64); err != nil {
				word = busyWord
			}
		}
	}
	if word != idleWord {
		at = forever
	}
	n.ended(scope, at)
	return nil
}

// sweepRoom hands on what is known of a room that is gone. One that was killed had
// something in it until now, for all that is known.
func (c *Calls) sweepRoom(path string, now time.Time) error {
	gone, err := unlocked(path)
	if err != nil || !gone {
		return err
	}
	n := newNotes()
	if err := n.readRoom(path); err != nil {
		return err
	}
	if err := c.hand(n, path, now); err != nil {
		return err
	}
	if err := os.Remove(doorOf(path)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// sweepDoor removes a door whose room has no file any more, and none yet.
func (c *Calls) sweepDoor(path string) error {
	word := strings.TrimPrefix(filepath.Base(path), roomDoor)
	for _, name := range []string{roomBuilt + word, roomFile + word} { // in the order in which a room has them
		if _, err := os.Lstat(filepath.Join(c.dir, name)); !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Remove(path)
}
