package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/lockfile"

	"github.com/aymanbagabas/go-udiff"
)

// keptBackups is how many changes of one program are kept.
const keptBackups = 10

// A Backups folder keeps what other programs' files were before we changed them,
// beside our own data. The files may hold secrets: nobody else can read them.
type Backups struct{ Dir string }

// A record says what a change was. Its file stands beside the backup.
type record struct {
	Program string    `json:"program"` // Place.ID
	File    string    `json:"file"`    // Change.Real
	Made    bool      `json:"made"`    // there was no file before
	Backup  string    `json:"backup"`  // the name of the backup; "" if Made
	After   string    `json:"after"`   // SHA-256 of what we wrote
	At      time.Time `json:"at"`
}

// Applied says where a change can be looked up.
type Applied struct {
	Backup string // the file as it was; "" if there was none
}

// ChangedError says that a file is not what it was when the change was made out.
type ChangedError struct {
	File       string
	Difference string // from what was expected to what is there
}

// Error implements error.
func (e *ChangedError) Error() string {
	return e.File + " has changed since then, so nothing was written: review it again"
}

// Apply makes a change, if the file is still what it was when the change was made
// out. The file keeps its mode; it is there whole or not at all.
func (b Backups) Apply(c Change, now time.Time) (Applied, error) {
	if c.Nothing() {
		return Applied{}, nil
	}
	var done Applied
	err := b.alone(c, func() (err error) {
		done, err = b.apply(c, now)
		return err
	})
	return done, err
}

// alone runs change while no other Handrail changes a program's file or its backups.
// The lock is among our own files.
func (b Backups) alone(c Change, change func() error) error {
	return lockfile.File{Path: c.Real, Lock: b.Dir + ".lock"}.Change(change)
}

func (b Backups) apply(c Change, now time.Time) (Applied, error) {
	if err := c.unchanged(); err != nil {
		return Applied{}, err
	}
	r := record{Program: c.ID(), File: c.Real, Made: c.Made, After: sumOf(c.after.whole()), At: now.UTC()}
	kept, err := b.keep(r, c.before.whole())
	if err != nil {
		return Applied{}, fmt.Errorf("%s was not changed, because it could not be kept as it is: %w", c.File, err)
	}
	if err := c.write(); err != nil {
		return Applied{}, errors.Join(err, b.forget(kept))
	}
	if kept.Backup == "" {
		return Applied{}, nil
	}
	return Applied{Backup: filepath.Join(b.Dir, kept.Backup)}, nil
}

// unchanged looks at the file again.
func (c Change) unchanged() error {
	now, err := readFile(c.File)
	if err != nil {
		return err
	}
	if now.real != c.Real || now.exists != c.before.exists || !bytes.Equal(now.whole(), c.before.whole()) {
		return &ChangedError{File: c.File, Difference: udiff.Unified(c.File+" as it was", c.File+" as it is", string(c.before.text), string(now.text))}
	}
	return nil
}

// write puts the new text in place, or takes the file away that we had made.
func (c Change) write() error {
	if c.Gone {
		return os.Remove(c.Real)
	}
	dir := filepath.Dir(c.Real)
	if c.Made {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	mode := fs.FileMode(0o600)
	if c.before.exists {
		mode = c.before.mode
	}
	return lockfile.Replace(c.Real, c.after.whole(), mode)
}

// keep keeps a file as it is, and what becomes of it.
func (b Backups) keep(r record, before []byte) (record, error) {
	if err := os.MkdirAll(b.Dir, 0o700); err != nil {
		return r, err
	}
	stem := r.stem()
	if !r.Made {
		r.Backup = stem + "-" + filepath.Base(r.File)
		if err := lockfile.Replace(filepath.Join(b.Dir, r.Backup), before, 0o600); err != nil {
			return r, err
		}
	}
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return r, err
	}
	if err := lockfile.Replace(filepath.Join(b.Dir, stem+".json"), append(raw, '\n'), 0o600); err != nil {
		return r, err
	}
	return r, b.thin(r.Program)
}

func (r record) stem() string {
	return r.Program + "-" + r.At.Format("20060102T150405.000000000Z")
}

// forget takes a record and its backup away.
func (b Backups) forget(r record) error {
	err := os.Remove(filepath.Join(b.Dir, r.stem()+".json"))
	if r.Backup != "" {
		err = errors.Join(err, os.Remove(filepath.Join(b.Dir, r.Backup)))
	}
	return err
}

// thin forgets all but the last changes of a program.
func (b Backups) thin(program string) error {
	all, err := b.records(program)
	if err != nil || len(all) <= keptBackups {
		return err
	}
	var errs []error
	for _, r := range all[:len(all)-keptBackups] {
		errs = append(errs, b.forget(r))
	}
	return errors.Join(errs...)
}

// records are the changes of a program, the newest last.
func (b Backups) records(program string) ([]record, error) {
	entries, err := os.ReadDir(b.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []record
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), program+"-") || filepath.Ext(e.Name()) != ".json" {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(b.Dir, e.Name()))
		var r record
		// A backup of a program's own file ends in .json as well: it is no record of ours.
		if err != nil || json.Unmarshal(raw, &r) != nil || r.Program != program || r.stem()+".json" != e.Name() || r.Backup != filepath.Base(r.Backup) && r.Backup != "" {
			continue
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b record) int { return a.At.Compare(b.At) })
	return out, nil
}

// Last is when the last change of a place was made; false: there is none that
// could be undone.
func (b Backups) Last(p Place) (time.Time, bool) {
	all, err := b.records(p.ID())
	if err != nil || len(all) == 0 {
		return time.Time{}, false
	}
	return all[len(all)-1].At, true
}

// Undo says what it takes to undo the last change of a place: the file becomes what
// it was, byte for byte. If it is no longer what we wrote, that is a *ChangedError
// with the difference.
func (b Backups) Undo(p Place) (Change, error) {
	all, err := b.records(p.ID())
	if err != nil {
		return Change{}, err
	}
	if len(all) == 0 {
		return Change{}, fmt.Errorf("there is no change of %s to undo", p.Title)
	}
	r := all[len(all)-1]
	c, err := open(p)
	if err != nil {
		return Change{}, err
	}
	if c.Real != r.File {
		return Change{}, fmt.Errorf("%s was changed in %s then, and its file is %s now: put it back by hand from %s", p.Title, r.File, c.Real, filepath.Join(b.Dir, r.Backup))
	}
	before := content{real: r.File}
	if !r.Made {
		raw, err := os.ReadFile(filepath.Join(b.Dir, r.Backup))
		if err != nil {
			return Change{}, fmt.Errorf("the file as it was cannot be read: %w", err)
		}
		before.exists, before.mode = true, c.before.mode
		before.text, before.mark = bytes.CutPrefix(raw, []byte(bom))
	}
	if sumOf(c.before.whole()) != r.After || !c.before.exists {
		return Change{}, &ChangedError{File: p.File, Difference: udiff.Unified(p.File+" as it is", p.File+" as it was before", string(c.before.text), string(before.text))}
	}
	c.after = before
	return c.finish(nil)
}

// Disconnect is Disconnect, and puts back what the file was byte for byte if it is
// still what we wrote.
func (b Backups) Disconnect(p Place) (Change, error) {
	c, err := Disconnect(p)
	if err != nil || c.Nothing() {
		return c, err
	}
	if u, err := b.Undo(p); err == nil && !u.Gone {
		if clean, err := p.without(u.after.text); err == nil && bytes.Equal(clean, u.after.text) {
			return u, nil
		}
	}
	return c, nil
}

// Revert makes a change that Undo made out, and forgets the one that it undoes.
func (b Backups) Revert(c Change) error {
	return b.alone(c, func() error { return b.revert(c) })
}

func (b Backups) revert(c Change) error {
	if err := c.unchanged(); err != nil {
		return err
	}
	all, err := b.records(c.ID())
	if err != nil {
		return err
	}
	if len(all) == 0 || all[len(all)-1].After != sumOf(c.before.whole()) {
		return fmt.Errorf("there is no change of %s to undo any more", c.Title)
	}
	if err := c.write(); err != nil {
		return err
	}
	return b.forget(all[len(all)-1])
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
