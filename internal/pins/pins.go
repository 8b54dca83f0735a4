// Package pins keeps what the person has trusted: the contents themselves, named
// by their SHA-256, so that a later change can be shown and taken back, and what
// runs can be run as it was trusted (docs/spec/03-spaces.md#trust). It also
// knows when calls ran, to tell the person's own changes from those of a
// program.
package pins

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MaxContent is the largest content that is kept, in bytes. A larger script is pinned, and not kept.
const MaxContent = 16 << 20

// graceful is how long a content that nobody names stays, for a process that has
// put it there and not yet written who names it.
const graceful = time.Hour

// ErrGone says that a content is not kept, or is no longer what its name says.
var ErrGone = errors.New("the trusted version is no longer stored")

// A Store is a private folder of contents. It is safe for concurrent use, also of
// several processes: a content never changes, and appears whole or not at all.
type Store struct{ dir string }

// Open makes a Store of a folder, which is made when it is first needed.
func Open(dir string) *Store { return &Store{dir: dir} }

// Sum is the name of a content: its SHA-256 in hexadecimal.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put keeps a content of at most MaxContent bytes and returns its name. When it
// returns, the content is on the disk. What is there already is renewed if it is
// damaged.
func (s *Store) Put(data []byte) (string, error) {
	if len(data) > MaxContent {
		return "", fmt.Errorf("%d bytes are too many to be kept; at most %d are", len(data), MaxContent)
	}
	sum := Sum(data)
	if _, err := s.Get(sum); err == nil {
		now := time.Now()
		if os.Chtimes(s.path(sum), now, now) == nil { // Prune leaves it alone for a while
			return sum, nil
		}
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for what is trusted cannot be made: %w", err)
	}
	if err := s.write(sum, data); err != nil {
		return "", fmt.Errorf("the trusted version can't be stored: %w", err)
	}
	return sum, nil
}

// write makes the file of a content, whole, readable for the person alone.
func (s *Store) write(sum string, data []byte) (err error) {
	temp := filepath.Join(s.dir, ".new-"+rand.Text()[:16])
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, s.path(sum))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return s.syncFolder()
}

// syncFolder brings the names in the folder to the disk, where the system can.
func (s *Store) syncFolder() error {
	d, err := os.Open(s.dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system syncs a folder
	return d.Close()
}

// Get returns the content with this name, and never another one: its sum is taken
// again. The error is ErrGone if it is not there.
func (s *Store) Get(sum string) ([]byte, error) {
	if !valid(sum) {
		return nil, ErrGone
	}
	f, err := os.Open(s.path(sum))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, MaxContent+1))
	if err != nil {
		return nil, err
	}
	if Sum(data) != sum {
		return nil, fmt.Errorf("%w: the copy %s is damaged", ErrGone, s.path(sum))
	}
	return data, nil
}

// Prune removes every content that keep does not name and that is older than an
// hour, and what a killed process has left half written.
func (s *Store) Prune(keep func(sum string) bool, now time.Time) error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var problems []error
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < graceful {
			continue // gone meanwhile, or young
		}
		name := e.Name()
		if strings.HasPrefix(name, ".new-") || valid(name) && !keep(name) {
			problems = append(problems, os.Remove(filepath.Join(s.dir, name)))
		}
	}
	return errors.Join(append(problems, err)...)
}

// CopyOf copies what a file says to another one, and returns its SHA-256.
func CopyOf(to io.Writer, from io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, h), from); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (s *Store) path(sum string) string { return filepath.Join(s.dir, sum) }

// valid reports whether a text can be the name of a content.
func valid(sum string) bool {
	raw, err := hex.DecodeString(sum)
	return err == nil && len(raw) == sha256.Size && strings.ToLower(sum) == sum
}
