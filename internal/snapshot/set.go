package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"handrail/internal/lazy"
)

// A Set is what changed during one call.
type Set struct {
	ID    string    `json:"id"` // the call
	Run   string    `json:"run"`
	Space string    `json:"space"`
	Tool  string    `json:"tool"`
	Time  time.Time `json:"time"`
	// Part is 0 of what changed while the call ran, and counts what is kept of it beside that: When
	// says what that is.
	Part int    `json:"part,omitempty"`
	When string `json:"when,omitempty"`
	// Exact says that the call itself named each of the files; else they are what changed while a
	// program ran, which may be somebody else's change.
	Exact bool `json:"exact,omitempty"`
	// Aside says that the person did not agree to what the call had left: these are the other names that it got, and what lay
	// there before it.
	Aside bool `json:"aside,omitempty"`
	// Lasted is how long the program ran.
	Lasted time.Duration `json:"lasted,omitempty"`
	// Beside are the calls that ran at the same time in one of the folders.
	Beside  []string `json:"beside,omitempty"`
	Roots   []Root   `json:"roots"`
	Partial []string `json:"partial,omitempty"` // what is not covered, a sentence each
	Skipped []string `json:"skipped,omitempty"` // folders that are left out, absolute
}

// A Root is what changed in one folder.
type Root struct {
	Path    string   `json:"path"` // absolute and real
	Changes []Change `json:"changes"`
}

// Count is how many names a set has.
func (s *Set) Count() (n int) {
	for _, r := range s.Roots {
		n += len(r.Changes)
	}
	return n
}

// id is what names a run or a call in a path.
var id = lazy.Regexp(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,120}$`)

// setLimit is how many bytes a set may have that is read: more is not ours.
const setLimit = 1 << 30

// setWindow is how much of a set zstd looks back at.
const setWindow = 1 << 20

// setFiles are the sets of a store.
type setFiles struct{ store *Store }

func (s setFiles) setFile(run, call string) (string, error) {
	if !id().MatchString(run) || !id().MatchString(call) {
		return "", fmt.Errorf("%q of %q names no call", call, run)
	}
	return s.store.dir("sets", run, call), nil
}

// partFile is where a part of what is kept of a call lies; no call is named so.
func partFile(file string, part int) string {
	if part == 0 {
		return file
	}
	return file + "+" + strconv.Itoa(part)
}

// NextPart is the number of the next part of what is kept of a call.
func (s setFiles) NextPart(run, call string) (int, error) {
	numbers, err := s.parts(run, call)
	if err != nil || len(numbers) == 0 {
		return 0, err
	}
	return numbers[len(numbers)-1] + 1, nil
}

// parts are the numbers of the parts that are kept of a call, sorted.
func (s setFiles) parts(run, call string) (numbers []int, err error) {
	file, err := s.setFile(run, call)
	if err != nil {
		return nil, err
	}
	list, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return nil, ignoreGone(err)
	}
	for _, e := range list {
		rest, ok := strings.CutPrefix(e.Name(), call)
		if n, err := strconv.Atoi(strings.TrimPrefix(rest, "+")); ok && err == nil && rest[0] == '+' {
			numbers = append(numbers, n)
		} else if ok && rest == "" {
			numbers = append(numbers, 0)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Keep writes a set, in place of the same part of the same call. Its contents are those of looks, or
// of Put, since when nobody has swept: see Hold.
func (s setFiles) Keep(set *Set) error {
	file, err := s.setFile(set.Run, set.ID)
	if err != nil {
		return err
	}
	file = partFile(file, set.Part)
	raw, err := json.Marshal(set)
	if err != nil {
		return err
	}
	release, err := s.store.use(context.Background()) // a sweep removes what is not finished
	if err != nil {
		return err
	}
	defer release()
	if err := makeSynced(filepath.Dir(file)); err != nil {
		return err
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(setWindow), zstd.WithEncoderCRC(true))
	if err != nil {
		return err
	}
	fresh := filepath.Join(filepath.Dir(file), "."+randomID())
	err = writeSynced(fresh, z.EncodeAll(raw, nil))
	if err == nil {
		err = os.Rename(fresh, file)
	}
	if err != nil {
		return fmt.Errorf("what the call changed cannot be kept: %w", errors.Join(err, os.Remove(fresh)))
	}
	return errors.Join(syncFolder(filepath.Dir(file)), s.noteKept(set.Space))
}

// keptFile says when a set of a space was kept last: one look tells whether SetsSince would find any.
func (s setFiles) keptFile(space string) string {
	name := sha256.Sum256([]byte(space))
	return s.store.dir("kept", hex.EncodeToString(name[:8]))
}

func (s setFiles) noteKept(space string) error {
	file := s.keptFile(space)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	fresh := filepath.Join(filepath.Dir(file), "."+randomID())
	if err := os.WriteFile(fresh, strconv.AppendInt(nil, time.Now().UnixNano(), 10), 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, file)
}

// KeptSince reports whether a set of a space was kept after a time. Where that is not known, it says so.
func (s setFiles) KeptSince(space string, since time.Time) bool {
	raw, err := os.ReadFile(s.keptFile(space))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	at, parseErr := strconv.ParseInt(string(raw), 10, 64)
	return err != nil || parseErr != nil || at > since.UnixNano()
}

// makeSynced makes a folder, and brings its name to the disk.
func makeSynced(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Set is what changed during a call; an error that is fs.ErrNotExist if nothing is kept of it.
func (s setFiles) Set(run, call string) (*Set, error) {
	file, err := s.setFile(run, call)
	if err != nil {
		return nil, err
	}
	return readSet(file)
}

// Parts are all that is kept of a call, in its order; none if that is nothing.
func (s setFiles) Parts(run, call string) (list []*Set, err error) {
	file, err := s.setFile(run, call)
	if err != nil {
		return nil, err
	}
	numbers, err := s.parts(run, call)
	for _, n := range numbers {
		set, err := readSet(partFile(file, n))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a sweep let go of it
		}
		if err != nil {
			return nil, err
		}
		list = append(list, set)
	}
	return list, err
}

// readSet reads a set; the error is errDamaged if it has other bytes than were written.
func readSet(file string) (*Set, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zstd.NewReader(io.LimitReader(f, setLimit), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(setWindow))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	set := &Set{}
	words := json.NewDecoder(io.LimitReader(z, setLimit))
	err = words.Decode(set)
	if err == nil { // its checksum stands at the end
		_, err = io.Copy(io.Discard, z)
	}
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("what is kept of call %s %w: %w", filepath.Base(file), errDamaged, err)
	}
	return set, nil
}

// Sets are the calls of a run of which something is kept. Those that cannot be read are in
// the error, which does not keep the others back.
func (s setFiles) Sets(run string) (list []*Set, err error) {
	if !id().MatchString(run) {
		return nil, fmt.Errorf("%q names no run", run)
	}
	names, err := os.ReadDir(s.store.dir("sets", run))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var bad error
	for _, e := range names {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		set, err := readSet(s.store.dir("sets", run, e.Name()))
		if err != nil {
			bad = errors.Join(bad, err)
			continue
		}
		list = append(list, set)
	}
	slices.SortFunc(list, func(a, b *Set) int { return a.Time.Compare(b.Time) })
	return list, errors.Join(err, bad)
}

// Hold keeps the store from being swept until release: for as long as contents were put
// and no set names them yet.
func (s *Store) Hold(ctx context.Context) (release func(), err error) { return s.use(ctx) }

// Put keeps the content of one file, and returns its hash. secret seals it.
func (s *Store) Put(r io.Reader, size int64, secret bool) (hash string, err error) {
	if err := s.packs.refresh(); err != nil {
		return "", err
	}
	b := s.packs.batch()
	var k sum
	switch {
	case secret && size > sealLimit:
		return "", fmt.Errorf("%w: it has over %d MB", errSecret, sealLimit>>20)
	case !secret && size >= streamFrom:
		k, _, err = b.stream(r, size, func() error { return nil })
	default:
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(r, sealLimit+1)); err == nil && len(data) > sealLimit {
			err = fmt.Errorf("it has over %d MB, and was said to have %d bytes", sealLimit>>20, size)
		}
		if err == nil {
			k, err = b.put(data, secret)
		}
	}
	if err := errors.Join(err, b.Close()); err != nil {
		return "", err
	}
	return k.String(), nil
}

// SetsSince are the sets of a space that were kept after a time, oldest first. Those that cannot
// be read are left out: Check tells of them.
func (s setFiles) SetsSince(ctx context.Context, space string, since time.Time) (list []*Set, err error) {
	err = filepath.WalkDir(s.store.dir("sets"), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if info, err := d.Info(); err != nil || info.ModTime().Before(since.Add(-settleCoarse)) {
			return ignoreGone(err)
		}
		set, err := readSet(path)
		if err == nil && set.Space == space && !set.Time.Before(since) {
			list = append(list, set)
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b *Set) int { return a.Time.Compare(b.Time) })
	return list, err
}
