package walls

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/tools"
)

// A Rehearsal is what stands around the programs of a call that is rehearsed: a room with
// layers over all that they could change. It is safe for concurrent use.
type Rehearsal struct {
	s       *Space
	id, dir string // dir holds the layers; no room sees it

	mu      sync.Mutex
	offline bool
	key     string // for which errand the profile was made; "" before
	profile sandbox.Profile
	env     []string
	layers  []sandbox.Layer // in the order of the profile's folders
	drafts  []rehearsedDraft
	ended   Rehearsed
	since   time.Time

	room *room // nil before the first program; guarded by Keeper.mu
}

// A rehearsedDraft is a copy of what git reads, for one rehearsal.
type rehearsedDraft struct {
	at, in string
	folder bool
	base   content
}

// Rehearsed is what came of a rehearsal.
type Rehearsed struct {
	Layers  []Layered
	Since   time.Time // when the layers began to count
	Network string    // what could be reached, in words
	Tried   []string  // what the network did not lead to, host:port
	Reading []string  // paths that could only be read, though the call could change them
	Apart   []string  // what git reads unasked, and was changed in a copy; nobody keeps it
}

// A Layered is a folder and the layer over it.
type Layered struct{ Root, Own string }

// errIsolated is why nothing is reached from a rehearsal of what would have asked.
var errIsolated = errors.New("the network of this rehearsal is off, because the real call would ask you first")

// CannotRehearse says why nothing can be rehearsed on this machine; "" if it can.
func CannotRehearse(k *Keeper) string {
	if !sandbox.HasRooms {
		return "a rehearsal needs layers over folders, which only Linux has"
	}
	if !k.report().Room {
		return "a rehearsal needs a sandbox with namespaces of its own, which this machine does not allow"
	}
	return ""
}

// Rehearse prepares to run the programs of one call on layers, which come into dir, an empty
// folder of the data folder. They run there when their errand names id. The caller ends it.
func Rehearse(s *Space, id, dir string) (*Rehearsal, error) {
	if why := CannotRehearse(s.k); why != "" {
		return nil, tools.Errorf(tools.Unavailable, "%s", why)
	}
	r := &Rehearsal{s: s, id: id, dir: dir}
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.rehearsals == nil {
		s.rehearsals = map[string]*Rehearsal{}
	}
	s.rehearsals[id] = r
	return r, nil
}

// Isolate takes the network away, before the first program starts.
func (r *Rehearsal) Isolate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.offline = true
}

func (r *Rehearsal) isolated() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.offline
}

// rehearsed is what the program of a rehearsed errand may touch. All programs of a rehearsal
// have the same: two rooms must not share a layer.
func rehearsed(s *Space, e *proc.Errand) (sandbox.Profile, []string, error) {
	s.k.mu.Lock()
	r := s.rehearsals[e.Rehearsal]
	s.k.mu.Unlock()
	if r == nil {
		return sandbox.Profile{}, nil, tools.Errorf(tools.Unavailable, "this rehearsal is over")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := e.Tool + "\x00" + strings.Join(e.Network, " ") + "\x00" + e.Private
	if r.key != "" {
		if r.key != key {
			return sandbox.Profile{}, nil, tools.Errorf(tools.Unavailable, "a program with other rights cannot be rehearsed together with the first")
		}
		return r.profile, r.env, nil
	}
	p, env, err := s.profileOf(e.Network, e.Session, !e.Changes && s.c.ReadOnly())
	if err == nil {
		if r.offline {
			p.Network = sandbox.Network{Mode: sandbox.Off}
		}
		err = r.lay(&p)
	}
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	r.key, r.profile, r.env = key, p, env
	r.ended.Network = p.Network.String()
	return p, env, nil
}

// lay puts layers over all folders of a profile that can be changed.
func (r *Rehearsal) lay(p *sandbox.Profile) error {
	drafts, copied, err := r.copyDrafts(p.Drafts)
	if err != nil {
		return err
	}
	shared := func(path string) bool { // the copies that real calls change
		return slices.ContainsFunc(p.Drafts, func(d sandbox.Draft) bool { return paths.Within(d.In, []string{path}) })
	}
	var write []string
	for _, path := range p.Write {
		info, err := os.Lstat(path)
		switch {
		case err != nil || shared(path):
		case info.IsDir():
			write = append(write, path)
		default:
			p.Read = append(p.Read, path)
			r.ended.Reading = append(r.ended.Reading, path)
		}
	}
	for _, path := range outermost(slices.Clone(write)) {
		l, err := r.layer(path)
		if err != nil {
			return err
		}
		p.Rehearsed = append(p.Rehearsed, l)
	}
	r.layers = slices.DeleteFunc(slices.Clone(p.Rehearsed), func(l sandbox.Layer) bool { // what is the app's own is nobody's change
		return l.At == p.Temp || paths.Within(l.At, []string{r.s.k.c.Dirs.Data})
	})
	for i := range p.Layers { // a cache of its own: two rooms must not share a layer
		if p.Layers[i].Own, p.Layers[i].Work, err = r.folders("cache" + strconv.Itoa(i)); err != nil {
			return err
		}
	}
	p.Drafts, p.Write = drafts, write
	if len(drafts) > 0 {
		p.Write = append(p.Write, copied)
	}
	return nil
}

// folders makes the two folders of a layer.
func (r *Rehearsal) folders(name string) (own, work string, err error) {
	own, work = filepath.Join(r.dir, name, "own"), filepath.Join(r.dir, name, "work")
	return own, work, errors.Join(os.MkdirAll(own, 0o700), os.MkdirAll(work, 0o700))
}

// mostOwners is how many names in a folder are looked at for owners that a room does not know:
// what lies deeper is told when a program meets it.
const mostOwners = 2000

// layer makes the layer over one folder, which has the folder's own mode and owner.
func (r *Rehearsal) layer(path string) (sandbox.Layer, error) {
	dir, err := os.Open(path)
	if err != nil {
		return sandbox.Layer{}, err
	}
	defer dir.Close()
	info, err := dir.Stat()
	if err != nil {
		return sandbox.Layer{}, err
	}
	entries, _ := dir.ReadDir(mostOwners) // what cannot be read is the programs' to meet
	for _, e := range entries {
		if about, err := e.Info(); err == nil && foreign(about) {
			return sandbox.Layer{}, strangers(filepath.Join(path, e.Name()))
		}
	}
	if foreign(info) {
		return sandbox.Layer{}, strangers(path)
	}
	own, work, err := r.folders(tools.Digest(path)[:16])
	if err == nil {
		err = errors.Join(ownAs(own, info), os.Chmod(own, info.Mode()&(os.ModePerm|os.ModeSetgid|os.ModeSticky)))
	}
	return sandbox.Layer{Under: path, At: path, Own: own, Work: work}, err
}

func strangers(path string) error {
	return tools.Errorf(tools.Unavailable, "this cannot be rehearsed: %s belongs to a user or group that the sandbox does not know, so no copy of it can be changed", path)
}

// copyDrafts makes copies of the drafts, as they are now, in a folder of the rehearsal.
func (r *Rehearsal) copyDrafts(list []sandbox.Draft) (drafts []sandbox.Draft, in string, err error) {
	in = filepath.Join(r.dir, "drafts")
	if len(list) == 0 {
		return nil, in, nil
	}
	for i, d := range list {
		info, err := os.Lstat(d.In)
		if err != nil {
			return nil, in, err
		}
		own := rehearsedDraft{at: d.At, in: filepath.Join(in, strconv.Itoa(i), "copy"), folder: info.IsDir()}
		if own.base, err = readContent([]string{filepath.Dir(filepath.Dir(d.In))}, d.In, own.folder); err != nil {
			return nil, in, fmt.Errorf("the copy of %s: %w", d.At, err)
		}
		if err := os.MkdirAll(filepath.Dir(own.in), 0o700); err != nil {
			return nil, in, err
		}
		copied := draft{at: own.at, in: own.in, folder: own.folder, drafts: in}
		if err := copied.write(own.base); err != nil {
			return nil, in, err
		}
		r.drafts = append(r.drafts, own)
		drafts = append(drafts, sandbox.Draft{At: d.At, In: own.in})
	}
	return drafts, in, nil
}

// begin notes when the layers begin to count, right before the first program starts.
func (r *Rehearsal) begin() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.since.IsZero() {
		return nil
	}
	mark := filepath.Join(r.dir, "began")
	err := os.WriteFile(mark, nil, 0o600)
	if err != nil {
		return err
	}
	info, err := os.Lstat(mark) // by the clock of the disk
	if err == nil {
		r.since = changedAt(info)
	}
	return err
}

// leave is Stay.Leave of a program of the rehearsal: it has changed nothing that anybody
// would have to look at.
func (r *Rehearsal) leave(st *Stay, o proc.Outcome) (note string, why error) {
	k := r.s.k
	k.mu.Lock()
	close(st.left)
	st.room.stays = slices.DeleteFunc(st.room.stays, func(other *Stay) bool { return other == st })
	k.mu.Unlock()
	r.mu.Lock()
	for _, refused := range st.Refused() {
		if host := refused.String(); !slices.Contains(r.ended.Tried, host) {
			r.ended.Tried = append(r.ended.Tried, host)
		}
	}
	r.mu.Unlock()
	if o.ExitCode == 0 {
		return st.alsoRefused(""), nil
	}
	if printed := o.Stderr.Text + "\n" + o.Stdout.Text; strings.Contains(printed, "Value too large for defined data type") {
		return "", tools.Errorf(tools.Unavailable, "this cannot be rehearsed: the program met files of a user or group that the sandbox does not know, of which no copy can be changed")
	}
	if why = st.refusal(o); why == nil {
		note = st.alsoRefused("")
	}
	return note, why
}

// vacate ends all that runs in the room of a rehearsal, in which nothing starts any more. Where nothing
// runs, the room goes by itself: to wait until it is taken down takes longer than many calls.
func (in *room) vacate() {
	end := in.walls.End // an error says that its socket was closed already, with the space
	if in.lived() {
		_ = end()
	} else {
		go func() { _ = end() }()
	}
	_ = in.gate.Close()
}

// End ends what still runs in the rehearsal, and says what came of it. No program starts in
// it any more.
func (r *Rehearsal) End() Rehearsed {
	k := r.s.k
	k.mu.Lock()
	delete(r.s.rehearsals, r.id)
	in := r.room
	maps.DeleteFunc(k.open, func(_ string, o *room) bool { return o == in })
	k.mu.Unlock()
	if in != nil {
		in.opened.Do(func() { in.err = errClosed })
		if in.err == nil {
			in.vacate()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.layers {
		r.ended.Layers = append(r.ended.Layers, Layered{Root: l.At, Own: l.Own})
	}
	r.ended.Since = r.since
	for _, d := range r.drafts {
		now, err := readContent([]string{filepath.Join(r.dir, "drafts")}, d.in, d.folder)
		if err != nil || !now.equal(d.base) {
			r.ended.Apart = append(r.ended.Apart, d.at)
		}
	}
	return r.ended
}

// Keeping looks at what git reads unasked before something is put there that programs have
// written, such as what was rehearsed. whose says what that is. What it returns is
// told the paths that were changed, and looks at them as at what a program has just done, which wrote
// it: what git would run of it is put aside, and the person is told.
func Keeping(s *Space, whose string) (kept func(list []string)) {
	r := &s.repositories
	r.mu.Lock()
	told := r.vet(r.places(), look{written: r.leftBehind})
	r.mu.Unlock()
	r.tell("A program that was left running", told)
	return func(list []string) {
		r.mu.Lock()
		for _, path := range list {
			if filepath.Base(path) == ".git" && !slices.Contains(r.nested, filepath.Dir(path)) {
				r.nested = append(r.nested, filepath.Dir(path))
			}
		}
		r.found = nil
		told := r.vet(r.places(), look{written: func(path string) bool {
			return paths.Within(path, list) || slices.ContainsFunc(list, func(kept string) bool { return paths.Within(kept, []string{path}) })
		}})
		r.mu.Unlock()
		r.tell(whose, told)
	}
}
