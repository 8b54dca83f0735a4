// Package rehearsal has the calls and conversations that were only rehearsed: what they would change, what they
// printed, and the layers that hold it, until the person keeps or drops it
// (docs/spec/12-processes.md#rehearsals).
package rehearsal

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/layer"
	"handrail/internal/lockfile"
	"handrail/internal/plain"
	"handrail/internal/snapshot"
	"handrail/operator/walls"
	"handrail/tools"
)

// kept is where rehearsals lie, in the data folder: a folder for each. Rooms do not see it.
const kept = "rehearsals"

// What a rehearsal's folder holds, beside its layers.
const (
	recordName = "record.json" // once the call is over
	begunName  = "begun.json"  // of a conversation, as long as it goes on
	ownerName  = "owner.lock"  // held as long as the call goes on
	newEnd     = ".new"        // of the name of a folder that is not locked yet
	goneEnd    = ".gone"       // and of one that is being removed
)

// A Rehearsal is a call that was rehearsed, or a conversation.
type Rehearsal struct {
	ID      string          `json:"id"`
	Space   string          `json:"space"`
	Call    string          `json:"call,omitempty"` // in the journal
	Run     string          `json:"run,omitempty"`
	Tool    string          `json:"tool,omitempty"`
	Session string          `json:"session,omitempty"` // of a conversation, which has no call, run and tool
	Title   string          `json:"title,omitempty"`   // likewise: how it began
	Input   json.RawMessage `json:"input,omitempty"`   // "" of one that names a file with secrets
	Began   time.Time       `json:"began"`
	Ended   time.Time       `json:"ended"`
	Layers  []Layer         `json:"layers"`

	Printed string   `json:"printed,omitempty"` // the call's result, without known secrets
	Error   string   `json:"error,omitempty"`   // why it failed
	Network string   `json:"network,omitempty"` // what it could reach, in words
	Tried   []string `json:"tried,omitempty"`   // what it tried to reach and could not: host:port
	Reading []string `json:"reading,omitempty"` // paths that it could only read, and would change in earnest
	Apart   []string `json:"apart,omitempty"`   // what git reads unasked, and was changed in a copy: it is never kept
	NotDone []string `json:"not_done,omitempty"`
}

// A Layer is what a rehearsal would change in one folder.
type Layer struct {
	Root    string            `json:"root"`
	Own     string            `json:"own"` // where the layer is, below the rehearsal's folder
	Changes []snapshot.Change `json:"changes,omitempty"`
	Moved   []snapshot.Name   `json:"moved,omitempty"` // changed in the folder itself meanwhile: refused
	Odd     []layer.Odd       `json:"odd,omitempty"`   // made, and cannot be kept
}

// What says in words what was rehearsed.
func (r Rehearsal) What() string {
	if r.Session != "" {
		return "conversation"
	}
	return "call of " + r.Tool
}

// Changes is how many names it would change.
func (r Rehearsal) Changes() (n int) {
	for _, l := range r.Layers {
		n += len(l.Changes)
	}
	return n
}

// A Desk has the rehearsals of all spaces. It is safe for concurrent use, also by several
// processes.
type Desk struct {
	dir  string
	data string // the data folder
	out  func(string) string

	mu sync.Mutex // one at a time recovers
}

// New makes a Desk that keeps rehearsals in the data folder. redact takes secrets out of texts.
func New(data string, redact func(string) string) *Desk {
	return &Desk{dir: filepath.Join(data, kept), data: data, out: redact}
}

// idShape is how rehearsals are named: an id is a part of a path.
var idShape = regexp.MustCompile(`^h_[a-z0-9]{10}$`)

// ErrUnknown says that there is no rehearsal of an id.
var ErrUnknown = errors.New("there is no such rehearsal; it may have been kept or dropped")

// Get reads a rehearsal.
func (d *Desk) Get(id string) (Rehearsal, error) {
	if !idShape.MatchString(id) {
		return Rehearsal{}, ErrUnknown
	}
	raw, err := os.ReadFile(filepath.Join(d.dir, id, recordName))
	if errors.Is(err, fs.ErrNotExist) && d.recover(id, 0) == nil {
		raw, err = os.ReadFile(filepath.Join(d.dir, id, recordName))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Rehearsal{}, ErrUnknown
	}
	var r Rehearsal
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err == nil && r.ID != id {
		err = errors.New("it is another one's")
	}
	if err != nil {
		return Rehearsal{}, fmt.Errorf("the record of the rehearsal %s cannot be read: %w", id, err)
	}
	return r, nil
}

// List lists what was rehearsed in a space and is neither kept nor dropped, the newest first; of
// all spaces if space is "". What cannot be read is left out.
func (d *Desk) List(space string) ([]Rehearsal, error) {
	entries, err := os.ReadDir(d.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var list []Rehearsal
	for _, e := range entries {
		if r, err := d.Get(e.Name()); err == nil && (space == "" || r.Space == space) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Rehearsal) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// Drop forgets a rehearsal, with all that it would change.
func (d *Desk) Drop(id string) error {
	if _, err := d.Get(id); errors.Is(err, ErrUnknown) {
		return err
	}
	lock, err := d.hold(id)
	if err != nil {
		return err
	}
	defer lock.Release()
	return d.remove(id)
}

// hold takes hold of a rehearsal that is complete, which several processes may keep or drop.
func (d *Desk) hold(id string) (*lockfile.Lock, error) {
	lock, err := lockfile.Try(filepath.Join(d.dir, id, ownerName))
	if err == nil && lock == nil {
		err = tools.Errorf(tools.Unavailable, "this rehearsal is just being kept or dropped: wait for that, and look again")
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrUnknown
	}
	return lock, err
}

// remove removes a rehearsal's folder, the record first: half a rehearsal is none.
func (d *Desk) remove(id string) error {
	dir := filepath.Join(d.dir, id)
	if err := os.Remove(filepath.Join(dir, recordName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if gone := dir + goneEnd; os.Rename(dir, gone) == nil { // else a Sweep of another process may put its lock there meanwhile
		dir = gone
	}
	if os.RemoveAll(dir) == nil {
		return nil
	}
	top, err := plain.OpenRoot(dir) // programs close folders to their owner, and so does the system
	if err != nil {
		return err
	}
	defer top.Close()
	_ = fs.WalkDir(top.FS(), ".", func(name string, e fs.DirEntry, _ error) error { // what cannot be read is left
		if e != nil && e.IsDir() {
			_ = top.Chmod(name, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// Sweep removes what calls have left that ended with their process. Of conversations it makes a
// rehearsal that the person can look at, where what they have left is whole.
func (d *Desk) Sweep() {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		d.sweepCut(e)
		if !idShape.MatchString(e.Name()) {
			continue
		}
		if info, err := os.Lstat(filepath.Join(d.dir, e.Name(), recordName)); !errors.Is(err, fs.ErrNotExist) && (err != nil || info.Size() > 0) {
			continue // an empty one is what a power cut has left
		}
		if err := d.recover(e.Name(), ending); err == nil || errors.Is(err, errBusy) {
			continue
		}
		if lock, err := lockfile.Try(filepath.Join(d.dir, e.Name(), ownerName)); err == nil && lock != nil {
			_ = d.remove(e.Name()) // what stays is tried again at the next start
			lock.Release()
		}
	}
}

// An Act is a call that is being rehearsed. It is the pipeline's Rehearsal.
type Act struct {
	d     *Desk
	r     Rehearsal
	lock  *lockfile.Lock
	walls *walls.Rehearsal
}

// begin makes the folder of a rehearsal, which make may use.
func (d *Desk) begin(space string, make func(a *Act, dir string) error) (*Act, error) {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for rehearsals: %w", err)
	}
	top, err := filepath.EvalSymlinks(d.dir)
	if err != nil {
		return nil, err
	}
	a := &Act{d: d, r: Rehearsal{Space: space, Began: time.Now().UTC()}}
	dir, err := a.lodge(top)
	if err != nil {
		return nil, err
	}
	if err := make(a, dir); err != nil {
		return nil, errors.Join(err, a.clear())
	}
	return a, nil
}

// lodge makes and locks the folder of a rehearsal: under another name first, since a Sweep takes a folder that nobody has locked for what a
// crash has left.
func (a *Act) lodge(top string) (dir string, err error) {
	a.r.ID = "h_" + strings.ToLower(rand.Text()[:10])
	dir = filepath.Join(top, a.r.ID)
	fresh := dir + newEnd
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return "", err
	}
	if a.lock, err = lockfile.Try(filepath.Join(fresh, ownerName)); err == nil && a.lock == nil {
		err = errors.New("the folder of the rehearsal is in use")
	}
	if err == nil {
		err = os.Rename(fresh, dir)
	}
	if err != nil {
		if a.lock != nil {
			a.lock.Release()
		}
		return "", errors.Join(err, os.RemoveAll(fresh))
	}
	return dir, nil
}

// Begin prepares to rehearse a call in a space. The caller ends it with Finish or Discard.
func (d *Desk) Begin(space string, w *walls.Space) (*Act, error) {
	return d.begin(space, func(a *Act, dir string) (err error) {
		a.walls, err = walls.Rehearse(w, a.r.ID, dir)
		return err
	})
}

// Name implements pipeline.Rehearsal.
func (a *Act) Name() string { return a.r.ID }

// Isolate implements pipeline.Rehearsal.
func (a *Act) Isolate(string) { a.walls.Isolate() }

// Whole implements pipeline.Rehearsal: it is of one call.
func (a *Act) Whole() bool { return false }

// Omit implements pipeline.Rehearsal: a call that is not done has no rehearsal.
func (a *Act) Omit(string) {}

// clear removes the folder.
func (a *Act) clear() error {
	err := a.d.remove(a.r.ID)
	if a.lock != nil {
		a.lock.Release()
	}
	return err
}

// Discard ends a rehearsal of which nothing came.
func (a *Act) Discard() error {
	a.walls.End()
	return a.clear()
}

// A Call is the call that was rehearsed, as the record has it.
type Call struct {
	ID, Run, Tool string
	Input         json.RawMessage
	Result        tools.Result
	NotDone       []string
}

// Finish ends what still runs, reads the layers, and keeps what came of the call.
func (a *Act) Finish(ctx context.Context, c Call) (Rehearsal, error) {
	r := &a.r
	ended := a.walls.End()
	r.Call, r.Run, r.Tool = c.ID, c.Run, c.Tool
	r.Printed, r.NotDone = a.d.out(c.Result.Content), c.NotDone
	if !tools.SensitiveInput(c.Input) && json.Valid(c.Input) {
		r.Input = json.RawMessage(a.d.out(string(c.Input)))
		if !json.Valid(r.Input) {
			r.Input = nil
		}
	}
	if c.Result.Error != nil {
		r.Error = a.d.out(c.Result.Error.Message)
	}
	return a.settle(ctx, ended)
}

// settle reads the layers, and keeps what they hold.
func (a *Act) settle(ctx context.Context, ended walls.Rehearsed) (Rehearsal, error) {
	r := &a.r
	r.Ended = time.Now().UTC()
	r.Network, r.Tried, r.Reading, r.Apart = ended.Network, ended.Tried, ended.Reading, ended.Apart
	for _, l := range ended.Layers {
		read, err := layer.Read(ctx, layer.Config{Folder: l.Root, Own: l.Own, Since: cmp.Or(l.Since, ended.Since)})
		if err != nil {
			return Rehearsal{}, errors.Join(fmt.Errorf("what this would change in %s cannot be read, so nothing of it can be kept: %w", l.Root, err), a.clear())
		}
		own, err := filepath.Rel(filepath.Join(a.d.dir, r.ID), l.Own)
		if err != nil || !filepath.IsLocal(own) {
			if own, err = a.below(l.Own); err != nil {
				return Rehearsal{}, errors.Join(err, a.clear())
			}
		}
		r.Layers = append(r.Layers, Layer{Root: l.Root, Own: own, Changes: read.Changes, Moved: read.Moved, Odd: read.Odd})
	}
	if err := a.d.write(*r); err != nil {
		return Rehearsal{}, errors.Join(err, a.clear())
	}
	a.lock.Release()
	return *r, nil
}

// below is a path seen from the rehearsal's folder, where a link leads to the data folder.
func (a *Act) below(path string) (string, error) {
	top, err := filepath.EvalSymlinks(filepath.Join(a.d.dir, a.r.ID))
	if err != nil {
		return "", err
	}
	return filepath.Rel(top, path)
}

// write keeps the record, whole or not at all. It is not forced to the disk, which takes longer than
// many calls: a rehearsal that a power cut takes away has changed nothing, and what was kept of one
// by then is kept again without a change.
func (d *Desk) write(r Rehearsal) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	path := filepath.Join(d.dir, r.ID, recordName)
	temp := path + "." + rand.Text()[:8]
	if err := os.WriteFile(temp, raw, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}
