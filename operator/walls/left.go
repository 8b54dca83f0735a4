package walls

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/lockfile"
	procroom "handrail/internal/proc/room"
)

// leftKept is where it is noted what finished calls have left running, in the data
// folder: a file for each call. Rooms do not see it.
const leftKept = "left"

// A Left is what a finished call or hook has left running in a room: of any process of
// ours, also one that is gone. Its room lives as long as it does.
type Left struct {
	ID      string    `json:"id"`
	Call    string    `json:"call"`
	Run     string    `json:"run"`
	Session string    `json:"session"`
	Tool    string    `json:"tool"` // that the call was of
	Hook    string    `json:"hook,omitempty"`
	Space   string    `json:"space"`
	Since   time.Time `json:"since"` // when the call began

	// Write are the paths that it can still change, but for those of Protect below them.
	Write   []string `json:"write"`
	Protect []string `json:"protect"`

	Tenant    procroom.Tenant    `json:"tenant"`
	Processes []procroom.Process `json:"-"` // that live now; never empty
}

// leftovers notes what calls of this process have left running.
type leftovers struct {
	dir string

	mu   sync.Mutex
	mine map[string]*procroom.Left // by id
}

func newLeftovers(data string) *leftovers {
	return &leftovers{dir: filepath.Join(data, leftKept), mine: map[string]*procroom.Left{}}
}

func (o *leftovers) file(id string) string { return filepath.Join(o.dir, id+".json") }

// add notes what a program that has ended has left running, until that is gone.
func (o *leftovers) add(st *Stay, left *procroom.Left) error {
	p := st.Profile()
	e := st.errand
	l := Left{
		ID: "left-" + strings.ToLower(rand.Text()[:10]), Call: e.Call, Run: e.Run, Session: e.Session, Tool: e.Tool, Hook: e.Hook, Space: e.Space, Since: st.since,
		Write: p.Write, Protect: p.Protect, Tenant: left.Tenant,
	}
	raw, err := json.Marshal(l)
	if err == nil {
		err = os.MkdirAll(o.dir, 0o700)
	}
	if err == nil {
		err = lockfile.Replace(o.file(l.ID), raw, 0o600)
	}
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.mine[l.ID] = left
	o.mu.Unlock()
	go func() {
		<-left.Gone()
		_ = os.Remove(o.file(l.ID)) // List removes what stays
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.mine, l.ID)
	}()
	return nil
}

// list reads what is noted, the oldest first, and removes notes of what is gone.
func (o *leftovers) list() ([]Left, error) {
	entries, err := os.ReadDir(o.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var list []Left
	for _, e := range entries {
		id, isNote := strings.CutSuffix(e.Name(), ".json")
		if !isNote {
			continue
		}
		l, err := o.read(id)
		if errors.Is(err, os.ErrNotExist) {
			continue // it is gone meanwhile
		}
		if err != nil {
			return nil, err
		}
		if l.Processes = l.Tenant.Processes(); len(l.Processes) == 0 {
			_ = os.Remove(o.file(id)) // tried again at the next look
			continue
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Left) int { return a.Since.Compare(b.Since) })
	return list, nil
}

func (o *leftovers) read(id string) (l Left, err error) {
	raw, err := os.ReadFile(o.file(id))
	if err == nil {
		err = json.Unmarshal(raw, &l)
	}
	if err == nil && l.ID != id {
		err = errors.New("it is of another name")
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%s, which notes what a call has left running, cannot be read: %w; remove it", o.file(id), err)
	}
	return l, err
}

// Left lists what finished calls and hooks of all spaces have left running, the oldest
// first: of every process of ours, from a note that only we can write.
func (k *Keeper) Left() ([]Left, error) { return k.left.list() }

// EndLeft ends what a finished call has left running, and returns when it is gone: 3 s
// at most for programs that do not want to end. Other calls of its room go on.
func (k *Keeper) EndLeft(id string) error {
	list, err := k.left.list()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(l Left) bool { return l.ID == id })
	if at < 0 {
		return fmt.Errorf("nothing with the id %q is left running: it has ended", id)
	}
	l := list[at]
	k.left.mu.Lock()
	mine := k.left.mine[id]
	k.left.mu.Unlock()
	if mine != nil {
		mine.End()
		return nil
	}
	if l.Hook != "" { // its room would have noted it
		mark := filepath.Join(HookWalls{&Space{k: k, c: SpaceConfig{Dir: l.Space}}}.top(), "rooms", strconv.Itoa(l.Tenant.Room))
		if _, err := os.Stat(mark); err == nil {
			if err := os.WriteFile(mark, []byte(procroom.Cut), 0o600); err != nil {
				return err
			}
		}
	}
	l.Tenant.End()
	if still := l.Tenant.Processes(); len(still) > 0 {
		return fmt.Errorf("%s (%s, process %d) could not be ended", l.ID, still[0].Command, still[0].PID)
	}
	return nil
}
