package trust

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"handrail/internal/pins"
	"handrail/internal/proc"
	"handrail/internal/proc/room"
)

// Where the journal's database keeps trust, by folder: pins, and the one digest
// over everything that earlier versions kept.
const (
	pinsKind  = "pins"
	trustKind = "trust"
)

// Where the data folder keeps what was trusted, and who could write what.
const (
	contentsFolder = "pins"
	callsFolder    = "writers"
)

// States are words that are kept by kind and name; sqlite.Store implements it.
type States interface {
	State(ctx context.Context, kind, name string) (value string, ok bool, err error)
	States(ctx context.Context, kind string) (map[string]string, error)
	SetState(ctx context.Context, kind, name, value string) error
	// NoteState is SetState for what is noted often: a power cut may take it back.
	NoteState(ctx context.Context, kind, name, value string) error
	ChangeState(ctx context.Context, kind, name string, change func(old string) string) error
}

// StoreConfig is what a Store is made of.
type StoreConfig struct {
	Data   string // the app's data folder
	States States
	// Touch tells every process that something was trusted or taken back: each
	// looks at it before its next call.
	Touch func(context.Context) error
}

// A Store keeps what the person has trusted, of all spaces, and when calls ran in
// them. Several processes may share its folders. It is safe for concurrent use.
type Store struct {
	states   States
	contents *pins.Store
	calls    *pins.Calls
	touch    func(context.Context) error
}

// OpenStore opens the places of what is trusted. The caller closes it.
func OpenStore(c StoreConfig) *Store {
	return &Store{
		states: c.States, touch: c.Touch,
		contents: pins.Open(filepath.Join(c.Data, contentsFolder)),
		calls:    pins.OpenCalls(filepath.Join(c.Data, callsFolder), room.Boot(), proc.Alive),
	}
}

// A ledger is what a Store keeps of one space.
type ledger struct {
	store *Store
	dir   string // of the space
}

// version is a word that changes whenever something of the space is trusted, or is
// not trusted any more, by any process.
func (l *ledger) version(ctx context.Context) (string, error) {
	text, _, err := l.store.states.State(ctx, pinsKind, l.dir)
	return text, err
}

// forget forgets what was trusted of the space.
func (l *ledger) forget(ctx context.Context) error {
	for _, kind := range []string{trustKind, pinsKind} {
		if err := l.store.states.SetState(ctx, kind, l.dir, ""); err != nil {
			return err
		}
	}
	return l.store.touch(ctx)
}

// Close hands on what this process has noted of its calls.
func (s *Store) Close() error { return s.calls.Close() }

// SweepCalls hands on what killed processes have noted of their calls.
func (s *Store) SweepCalls() error { return s.calls.Sweep(time.Now()) }

// Prune removes contents that no space names any more. Where it is not known which
// these are, they stay until the next start.
func (s *Store) Prune(ctx context.Context) error {
	named, known := s.named(ctx)
	if !known {
		return nil
	}
	return s.contents.Prune(func(sum string) bool { return named[sum] }, time.Now())
}

// Content is what the person has trusted that has this SHA-256. The error is pins.ErrGone
// where nothing of it is kept.
func (s *Store) Content(sum string) ([]byte, error) { return s.contents.Get(sum) }

// Folders lists the folders of spaces that the person has trusted, open or not.
func (s *Store) Folders(ctx context.Context) ([]string, error) {
	var dirs []string
	for _, kind := range []string{trustKind, pinsKind} {
		all, err := s.states.States(ctx, kind)
		if err != nil {
			return nil, err
		}
		dirs = slices.AppendSeq(dirs, maps.Keys(all))
	}
	return dirs, nil
}

// Definitions are what the spaces that the person has trusted declare, by their folders:
// the files' names, with slashes. They are read when they are asked for.
func (s *Store) Definitions(ctx context.Context) (map[string]func() []string, error) {
	all, err := s.states.States(ctx, pinsKind)
	if err != nil {
		return nil, err
	}
	files := map[string]func() []string{}
	for dir, text := range all {
		files[dir] = func() (names []string) {
			p := decodePins(text)
			if p == nil {
				return nil
			}
			for _, one := range p.Items {
				names = append(names, one.File)
			}
			slices.Sort(names)
			return slices.Compact(names)
		}
	}
	return files, nil
}

// named are the contents that spaces name. known is false if the pins cannot be
// read, or some were written by a newer version.
func (s *Store) named(ctx context.Context) (sums map[string]bool, known bool) {
	all, err := s.states.States(ctx, pinsKind)
	if err != nil {
		return nil, false
	}
	sums = map[string]bool{}
	for _, text := range all {
		p := decodePins(text)
		if p == nil {
			return nil, false
		}
		for _, one := range p.Items {
			sums[one.SHA256], sums[one.Digest] = true, true
		}
		for _, sum := range p.Files {
			sums[sum] = true
		}
	}
	return sums, true
}
