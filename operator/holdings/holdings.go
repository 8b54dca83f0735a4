// Package holdings is what Handrail keeps of the person's on this machine: how much, for how long, a copy of it that can be read,
// and deleting it (docs/spec/13-journal.md#what-is-kept).
package holdings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// Config is what a Desk needs.
type Config struct {
	Dirs     settings.Dirs
	Settings *settings.File
	Store    func() *sqlite.Store
	Redact   func(text string) string
	// Forget deletes what is kept of what calls changed.
	Forget func(context.Context) error
	// Busy reports whether programs run in the background, whose output is being kept.
	Busy func() bool
}

// A Desk is where the person looks after what is kept. It is safe for concurrent use.
type Desk struct{ c Config }

// New makes a Desk.
func New(c Config) *Desk { return &Desk{c} }

// A Part is one kind of what is kept.
type Part string

// The parts, as the person meets them.
const (
	Record     Part = "record"   // runs and what was said: the journal
	Changes    Part = "changes"  // what calls have changed, for undo
	Output     Part = "output"   // of programs
	Pictures   Part = "pictures" // that tools gave
	Servers    Part = "servers"  // what MCP servers keep
	Caches     Part = "caches"   // of builds
	Rehearsals Part = "rehearsals"
	Other      Part = "other"
)

// Parts are all of them, in the order in which they are shown.
func Parts() []Part {
	return []Part{Record, Changes, Output, Pictures, Rehearsals, Servers, Caches, Other}
}

// partOf tells by the name of something in the data folder what it is a part of.
func partOf(name string) Part {
	switch name {
	case "journal.db", "journal.db-wal", "journal.db-shm":
		return Record
	case "snapshots":
		return Changes
	case "output", "pictures", "servers", "caches", "rehearsals":
		return Part(name)
	}
	return Other
}

// Usage says how many bytes each part takes on disk. What goes away meanwhile counts as nothing.
func (d *Desk) Usage(ctx context.Context) (map[Part]int64, error) {
	entries, err := os.ReadDir(d.c.Dirs.Data)
	if err != nil {
		return nil, err
	}
	used := map[Part]int64{}
	for _, e := range entries {
		part := partOf(e.Name())
		err := filepath.WalkDir(filepath.Join(d.c.Dirs.Data, e.Name()), func(_ string, f fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil { // it is gone, or nobody may look inside
				return nil //nolint:nilerr // the rest counts
			}
			if info, err := f.Info(); err == nil && info.Mode().IsRegular() {
				used[part] += info.Size()
			}
			return nil
		})
		if err != nil {
			return used, err
		}
	}
	return used, nil
}

// A Bound is how long the record stays. A negative number is no bound.
type Bound struct {
	Days int
	MB   int64
}

// Bound is what is set.
func (d *Desk) Bound() (Bound, error) {
	set, _, err := d.c.Settings.Load()
	age, bytes := set.Journal.Retention()
	b := Bound{Days: -1, MB: -1}
	if age > 0 {
		b.Days = int(age.Hours() / 24)
	}
	if bytes > 0 {
		b.MB = bytes >> 20
	}
	return b, err
}

// journal is the setting of a Bound.
func (b Bound) journal() (settings.Journal, error) {
	const most = 1 << 20
	if b.Days == 0 || b.MB == 0 || b.Days > most || b.MB > most {
		return settings.Journal{}, errors.New("the record can be kept for one day or more, and for 1 MB or more")
	}
	return settings.Journal{KeepDays: b.Days, MaxMB: b.MB}, nil
}

// Would counts the runs that a Bound would have go.
func (d *Desk) Would(ctx context.Context, b Bound) (runs int, err error) {
	j, err := b.journal()
	if err != nil {
		return 0, err
	}
	age, bytes := j.Retention()
	gone, err := sqlite.Outlived(ctx, d.c.Store(), sqlite.Retention{MaxAge: age, MaxBytes: bytes})
	return gone.Runs, err
}

// Keep sets how long the record stays. What may not stay goes with the next sweep, within a day.
func (d *Desk) Keep(b Bound) error {
	j, err := b.journal()
	if err != nil {
		return err
	}
	_, err = d.c.Settings.Update(func(s *settings.Settings) error { s.Journal = j; return nil })
	return err
}

// Contents are what Delete would take.
type Contents struct {
	Runs    int
	Chats   int
	Since   time.Time // zero: nothing is there
	Running int       // runs that go on, for which Delete does nothing
}

// Contents says what is kept of a space, by its folder, or of all if that is "".
func (d *Desk) Contents(ctx context.Context, space string) (Contents, error) {
	held, err := sqlite.Holds(ctx, d.c.Store(), space)
	return Contents{Runs: held.Runs, Chats: held.Chats, Since: held.Since, Running: held.Running}, err
}

// Delete takes away what is kept of a space: its runs, its chats and the pictures in them. With "" it is that of all spaces, and
// the output of programs and what calls changed as well. Settings, secrets, trust, rules and grants stay, and so do the
// folders of spaces.
func (d *Desk) Delete(ctx context.Context, space string) error {
	held, err := sqlite.Holds(ctx, d.c.Store(), space)
	if err != nil {
		return err
	}
	if held.Running > 0 || space == "" && d.c.Busy() {
		return errors.New("something still runs there: wait for it, or stop it first")
	}
	if _, err := sqlite.Erase(ctx, d.c.Store(), space); err != nil {
		return err
	}
	var errs []error
	if space != "" {
		for _, name := range held.Pictures {
			if filepath.IsLocal(name) {
				errs = append(errs, gone(os.RemoveAll(filepath.Join(d.c.Dirs.Data, "pictures", name))))
			}
		}
		return errors.Join(errs...)
	}
	for _, folder := range []string{"pictures", "output"} {
		entries, err := os.ReadDir(filepath.Join(d.c.Dirs.Data, folder))
		errs = append(errs, gone(err))
		for _, e := range entries {
			errs = append(errs, gone(os.RemoveAll(filepath.Join(d.c.Dirs.Data, folder, e.Name()))))
		}
	}
	return errors.Join(append(errs, d.c.Forget(ctx))...)
}

// gone is an error of removing what may not be there.
func gone(err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("not all of it could be deleted: %w", err)
}
