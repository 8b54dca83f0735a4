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
)

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
	_ = os.Remove(l.path) // what stays is swept later
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
	return c.hand(n, path, now)
}
