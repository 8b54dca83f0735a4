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
	"handrail/internal/proc/layers"
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
type Layered struct {
	Root, Own string
	Since     time.Time // when it began to count, if not with all
}

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
	write := foldersOf(p, &r.ended.Reading)
	for _, path := range outermost(slices.Clone(write)) {
		l, err := layers.Make(r.dir, path)
		if err != nil {
			return tools.Errorf(tools.Unavailable, "%v", err)
		}
		p.Rehearsed = append(p.Rehearsed, l)
	}
	r.layers = slices.DeleteFunc(slices.Clone(p.Rehearsed), func(l sandbox.Layer) bool { // what is the app's own is nobody's change
		return l.At == p.Temp || paths.Within(l.At, []string{r.s.k.c.Dirs.Data})
	})
	for i := range p.Layers { // a cache of its own: two rooms must not share a layer
		if p.Layers[i].Own, p.Layers[i].Work, err = layers.Folders(r.dir, "cache"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	p.Drafts, p.Write = drafts, write
	if len(drafts) > 0 {
		p.Write = append(p.Write, copied)
	}
	return nil
}

// foldersOf are the folders of a profile that programs could change, without the copies that real
// calls change. Single files can only be read in a rehearsal: they are added to reading.
func foldersOf(p *sandbox.Profile, reading *[]string) (write []string) {
	shared := func(path string) bool {
		return slices.ContainsFunc(p.Drafts, func(d sandbox.Draft) bool { return paths.Within(d.In, []string{path}) })
	}
	for _, path := range p.Write {
		info, err := os.Lstat(path)
		switch {
		case err != nil || shared(path):
		case info.IsDir():
			write = append(write, path)
		default:
			p.Read = append(p.Read, path)
			if !slices.Contains(*reading, path) {
				*reading = append(*reading, path)
			}
		}
	}
	return write
}

// copyDrafts makes copies of the drafts, as they are now, in a folder of the rehearsal.
func (r *Rehearsal) copyDrafts(list []sandbox.Draft) (drafts []sandbox.Draft, in string, err error) {
	in = filepath.Join(r.dir, "drafts")
	if len(list) == 0 {
		return nil, in, nil
	}
	for i, d := range list {
		own, err := copyDraft(d, in, strconv.Itoa(i))
		if err != nil {
			return nil, in, err
		}
		r.drafts = append(r.drafts, own)
		drafts = append(drafts, sandbox.Draft{At: d.At, In: own.in})
	}
	return drafts, in, nil
}

// copyDraft makes a copy of a draft, as it is now, in a folder of the rehearsal's copies.
func copyDraft(d sandbox.Draft, in, name string) (rehearsedDraft, error) {
	info, err := os.Lstat(d.In)
	if err != nil {
		return rehearsedDraft{}, err
	}
	own := rehearsedDraft{at: d.At, in: filepath.Join(in, name, "copy"), folder: info.IsDir()}
	if own.base, err = readContent([]string{filepath.Dir(filepath.Dir(d.In))}, d.In, own.folder); err != nil {
		return own, fmt.Errorf("the copy of %s: %w", d.At, err)
	}
	if err := os.MkdirAll(filepath.Dir(own.in), 0o700); err != nil {
		return own, err
	}
	copied := draft{at: own.at, in: own.in, folder: own.folder, drafts: in}
	return own, copied.write(own.base)
}

// changed reports whether programs have changed the copy.
func (d rehearsedDraft) changed(in string) bool {
	now, err := readContent([]string{in}, d.in, d.folder)
	return err != nil || !now.equal(d.base)
}

// begin notes when the layers begin to count, right before the first program starts.
func (r *Rehearsal) begin() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.since.IsZero() {
		return nil
	}
	var err error
	r.since, err = layers.Now(r.dir)
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
	r.ended.tried(st)
	r.mu.Unlock()
	return st.rehearsedEnd(o)
}

// tried notes where the network did not lead.
func (r *Rehearsed) tried(st *Stay) {
	for _, refused := range st.Refused() {
		if host := refused.String(); !slices.Contains(r.Tried, host) {
			r.Tried = append(r.Tried, host)
		}
	}
}

// rehearsedEnd is what the caller of a rehearsed program is told of its end.
func (st *Stay) rehearsedEnd(o proc.Outcome) (note string, why error) {
	if o.ExitCode == 0 {
		return st.alsoRefused("", o), nil
	}
	if printed := o.Stderr.Text + "\n" + o.Stdout.Text; strings.Contains(printed, "Value too large for defined data type") {
		return "", tools.Errorf(tools.Unavailable, "this cannot be rehearsed: the program met files of a user or group that the sandbox does not know, of which no copy can be changed")
	}
	if why = st.refusal(o); why == nil {
		note = st.alsoRefused("", o)
	}
	return note, why
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
		in.end()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.layers {
		r.ended.Layers = append(r.ended.Layers, Layered{Root: l.At, Own: l.Own})
	}
	r.ended.Since = r.since
	for _, d := range r.drafts {
		if d.changed(filepath.Join(r.dir, "drafts")) {
			r.ended.Apart = append(r.ended.Apart, d.at)
		}
	}
	return r.ended
}
