package rehearsal

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/lockfile"
	"handrail/operator/walls"
)

// ending is how long Sweep waits for the end of what still runs in a conversation whose process
// was killed.
const ending = 5 * time.Second

var (
	errBusy     = errors.New("it goes on")
	errNotBegun = errors.New("nothing is known of what was said in it")
)

// cutWords say of a conversation what is not known because Handrail was killed.
const cutWords = "The rest of the conversation, because Handrail was killed: a program may have been cut in the middle of a file, and what it tried to reach, or could only read, is not known."

// recover makes a rehearsal of a conversation whose process was killed: what it would change lies on
// the layers, as plain files, and they are read once nothing works on them any more, which is waited
// for. errBusy: something does. Any other error says that there is nothing to look at.
func (d *Desk) recover(id string, patience time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir := filepath.Join(d.dir, id)
	var r Rehearsal
	raw, err := os.ReadFile(filepath.Join(dir, begunName))
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil || r.ID != id || r.Session == "" {
		return errNotBegun
	}
	lock, err := lockfile.Try(filepath.Join(dir, ownerName))
	if err != nil {
		return err
	}
	if lock == nil {
		return errBusy
	}
	if info, err := os.Lstat(filepath.Join(dir, recordName)); err == nil {
		lock.Release()
		if info.Size() == 0 { // a power cut came as it ended
			return errNotBegun
		}
		return nil // another process was first
	}
	left, err := d.left(dir, patience)
	if err != nil {
		lock.Release()
		return err
	}
	r.NotDone = append(r.NotDone, cutWords)
	a := &Act{d: d, r: r, lock: lock}
	_, err = a.settle(context.Background(), walls.Rehearsed{Layers: left, Network: "not known"})
	return err
}

// left are the layers of a conversation whose process was killed.
func (d *Desk) left(dir string, patience time.Duration) ([]walls.Layered, error) {
	data, err := filepath.EvalSymlinks(d.data)
	if err != nil {
		return nil, err
	}
	for until := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		left, busy, err := walls.LeftIn(dir, data)
		if !busy || err != nil {
			return left, err
		}
		if time.Now().After(until) {
			return nil, errBusy
		}
	}
}

// note writes down what is known of a conversation that goes on, for who finds it after a kill. The
// caller holds mu. What cannot be written costs that only.
func (r *Run) note() {
	about := r.act.r
	if r.session == "" {
		return // nothing was said
	}
	about.Session, about.Title, about.NotDone = r.session, r.act.d.out(r.title), r.omitted
	raw, err := json.Marshal(about)
	path := filepath.Join(r.act.d.dir, about.ID, begunName)
	if err == nil && os.WriteFile(path+".tmp", raw, 0o600) == nil {
		_ = os.Rename(path+".tmp", path)
	}
}

// sweepCut removes a folder whose making or removal was cut short.
func (d *Desk) sweepCut(e os.DirEntry) {
	id, fresh := strings.CutSuffix(e.Name(), newEnd)
	if fresh {
		info, err := e.Info()
		fresh = err == nil && time.Since(info.ModTime()) > time.Hour
	}
	gone := false
	if !fresh {
		id, gone = strings.CutSuffix(e.Name(), goneEnd)
	}
	if (fresh || gone) && idShape.MatchString(id) {
		_ = os.RemoveAll(filepath.Join(d.dir, e.Name()))
	}
}
