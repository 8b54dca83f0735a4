// Package spool keeps the whole output of programs in files, a file each, and
// removes them by age, number and size (docs/spec/12-processes.md). What is
// being written can be read at the same time, and stays readable when its file
// is removed meanwhile.
package spool

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// What is kept when a Config does not say.
const (
	DefaultFiles = 200
	DefaultBytes = 1 << 30
	DefaultAge   = 7 * 24 * time.Hour
)

// pruneEvery is after how many new files the old ones are looked through again.
const pruneEvery = 50

const (
	extension = ".log"
	idLength  = 10 // 50 bits
)

// ErrGone says that there is no such output, or no more.
var ErrGone = errors.New("this output is not stored, or no longer")

// Config is what a Store is made of.
type Config struct {
	Dir   string        // made when it is first needed, for the person alone
	Files int           // how many are kept; 0: DefaultFiles
	Bytes int64         // of all files together; 0: DefaultBytes
	Age   time.Duration // since something was last written; 0: DefaultAge
}

// A Store is a folder of outputs. It is safe for concurrent use, also of several
// processes: each removes what is too old, and no process removes what it is
// writing itself.
type Store struct {
	c Config

	mu   sync.RWMutex
	open map[string]*os.File // being written, by id
	made int
}

// New makes a Store. Nothing is on the disk before the first Create.
func New(c Config) *Store {
	if c.Files == 0 {
		c.Files = DefaultFiles
	}
	if c.Bytes == 0 {
		c.Bytes = DefaultBytes
	}
	if c.Age == 0 {
		c.Age = DefaultAge
	}
	return &Store{c: c, open: map[string]*os.File{}}
}

// Create makes a new, empty output and names it. The caller closes it.
func (s *Store) Create() (string, io.WriteCloser, error) {
	if err := os.MkdirAll(s.c.Dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("the folder for the output of programs cannot be made: %w", err)
	}
	for {
		id := strings.ToLower(rand.Text()[:idLength])
		f, err := os.OpenFile(s.path(id), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", nil, fmt.Errorf("the output of a program cannot be kept: %w", err)
		}
		s.mu.Lock()
		s.open[id] = f
		s.made++
		due := s.made%pruneEvery == 0
		s.mu.Unlock()
		if due {
			_ = s.Prune(time.Now()) // what is left over is removed the next time
		}
		return id, &file{s, id, f}, nil
	}
}

// file is an output that is being written.
type file struct {
	s  *Store
	id string
	f  *os.File
}

// Write implements io.Writer.
func (f *file) Write(p []byte) (int, error) { return f.f.Write(p) }

// Close implements io.Closer.
func (f *file) Close() error {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	delete(f.s.open, f.id)
	return f.f.Close()
}

// Remove removes an output, for a program that did not start.
func (s *Store) Remove(id string) error {
	if !valid(id) {
		return ErrGone
	}
	return os.Remove(s.path(id))
}

// A Piece is a part of an output.
type Piece struct {
	Text string // valid UTF-8: bytes that are not are replaced by U+FFFD
	Next int64  // the byte at which the next piece begins
	Size int64  // how many bytes there are by now
	Open bool   // this process is still writing
}

// Read returns at most limit bytes of an output, from the byte at offset. No
// character is cut: neither by the limit, nor because its end is not yet
// written. An offset beyond the end gives no text. The error is ErrGone where
// there is no such output.
func (s *Store) Read(id string, offset int64, limit int) (Piece, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	f, open := s.open[id]
	if !open {
		if !valid(id) {
			return Piece{}, ErrGone
		}
		own, err := os.Open(s.path(id))
		if errors.Is(err, fs.ErrNotExist) {
			return Piece{}, ErrGone
		}
		if err != nil {
			return Piece{}, fmt.Errorf("the output cannot be read: %w", err)
		}
		defer own.Close()
		f = own
	}
	info, err := f.Stat()
	if err != nil {
		return Piece{}, fmt.Errorf("the output cannot be read: %w", err)
	}
	p := Piece{Size: info.Size(), Open: open}
	offset = min(max(offset, 0), p.Size)
	buf := make([]byte, min(int64(max(limit, utf8.UTFMax)), p.Size-offset))
	n, err := f.ReadAt(buf, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return Piece{}, fmt.Errorf("the output cannot be read: %w", err)
	}
	buf = buf[:n]
	if open || offset+int64(n) < p.Size {
		buf = buf[:n-partial(buf)]
	}
	p.Text = strings.ToValidUTF8(string(buf), "\uFFFD")
	p.Next = offset + int64(len(buf))
	return p, nil
}

// Bytes returns an output whole, as it was written. One of more than most bytes is
// an error, and so is one that is not there: ErrGone.
func (s *Store) Bytes(id string, most int64) ([]byte, error) {
	if !valid(id) {
		return nil, ErrGone
	}
	f, err := os.Open(s.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, fmt.Errorf("what is kept cannot be read: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("what is kept cannot be read: %w", err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("it has more than %d MiB", most>>20)
	}
	return data, nil
}

// partial counts the bytes at the end of p that begin a character and do not
// finish it: 0 to 3.
func partial(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		last := p[len(p)-n:]
		if !utf8.RuneStart(last[0]) {
			continue
		}
		if utf8.FullRune(last) {
			return 0
		}
		return n
	}
	return 0
}

// Prune removes what is too old, too much or too many, the oldest first. What
// this process is writing stays. A missing folder is an empty one.
func (s *Store) Prune(now time.Time) error {
	entries, err := os.ReadDir(s.c.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	type output struct {
		id      string
		size    int64
		changed time.Time
	}
	var list []output
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), extension)
		info, err := e.Info()
		if !ok || !valid(id) || err != nil || !info.Mode().IsRegular() {
			continue // not ours, or removed by another process
		}
		list = append(list, output{id, info.Size(), info.ModTime()})
	}
	slices.SortFunc(list, func(a, b output) int { return b.changed.Compare(a.changed) })
	var bytes int64
	var errs []error
	for i, o := range list {
		bytes += o.size
		if i < s.c.Files && bytes <= s.c.Bytes && now.Sub(o.changed) <= s.c.Age || s.writing(o.id) {
			continue
		}
		if err := os.Remove(s.path(o.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (s *Store) writing(id string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.open[id] != nil
}

func (s *Store) path(id string) string { return filepath.Join(s.c.Dir, id+extension) }

// valid reports whether id is one that Create could have made: it is part of a
// file's name.
func valid(id string) bool {
	return len(id) == idLength && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
