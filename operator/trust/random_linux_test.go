package trust

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/pins"
)

// A world is an outer space, the person's own one in it, another folder, and who can write
// there. The model says of each definition whether something else than the person could
// have written it since it was last known; it knows files by what they are, not by scopes.
type world struct {
	t      *testing.T
	r      *rand.Rand
	top    string
	acts   []*Activity // of two processes
	rooms  []*fakeRoom
	free   bool              // a program runs outside all walls
	trust  map[string]string // by name; absent: nothing
	linked map[string]bool
	taint  map[string]string    // by where a definition lies: what could have written it
	files  map[pins.Mark]string // likewise, by what a file is, wherever it lies
	p      *pinned
	steps  []string

	accepted, held int
}

var worldNames = []string{"agent/a.md", "ctxnest.json", "scripts/go.sh", "scripts/local.sh"}

func newWorld(t *testing.T, seed uint64) *world {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, r: rand.New(rand.NewPCG(seed, 1)), top: top, trust: map[string]string{}, linked: map[string]bool{}, taint: map[string]string{}, files: map[pins.Mark]string{}, p: &pinned{Own: true}}
	for _, name := range []string{"outer/inner/agent/a.md", "outer/inner/scripts/go.sh", "other/scripts/go.sh", "outer/x"} {
		w.put(name, "first")
	}
	if w.r.IntN(2) == 0 {
		w.put("outer/inner/ctxnest.json", "first")
	}
	if w.r.IntN(4) == 0 {
		w.do(os.Link(w.at("outer/inner/scripts/go.sh"), w.at("other/name")))
	}
	for range 2 {
		w.acts = append(w.acts, &Activity{pins.OpenCalls(w.at("notes"), "boot", func(int) bool { return true }), w.at("outer/inner")})
	}
	w.approve()
	return w
}

func (w *world) at(name string) string { return filepath.Join(w.top, filepath.FromSlash(name)) }

func (w *world) do(err error) {
	if err != nil {
		w.t.Fatalf("%v\n%s", err, strings.Join(w.steps, "\n"))
	}
}

func (w *world) put(name, text string) {
	path := w.at(name)
	w.do(os.MkdirAll(filepath.Dir(path), 0o755))
	w.do(os.WriteFile(path, []byte(text), 0o644))
}

func (w *world) pick(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *world) activity() *Activity { return w.acts[w.r.IntN(len(w.acts))] }

// now is what a definition says; "" if it is not there.
func (w *world) now(name string) string {
	raw, err := os.ReadFile(w.at("outer/inner/" + name))
	if err != nil {
		return ""
	}
	return string(raw)
}

func (w *world) isLinked(name string) bool {
	info, err := os.Stat(w.at("outer/inner/" + name))
	return err == nil && pins.Linked(info)
}

// approve is the person's look at everything.
func (w *world) approve() {
	began := time.Now()
	for _, name := range worldNames {
		w.trust[name], w.linked[name] = w.now(name), w.isLinked(name)
		w.forget(name)
	}
	w.activity().know(began, nil)
	w.mark()
}

// look is what Handrail does when it reads the space.
func (w *world) look() {
	began := time.Now()
	a := w.activity()
	keeper := &Keeper{c: Config{Dir: a.dir}, activity: a}
	witness := keeper.witness(w.p)
	var held []string
	for _, name := range worldNames {
		text := w.now(name)
		if text == w.trust[name] {
			w.forget(name)
			continue
		}
		if w.p.Linked = nil; w.linked[name] {
			w.p.Linked = []string{name}
		}
		if why := witness.why(name); why != "" {
			held = append(held, name)
			w.held++
			continue
		}
		w.accepted++
		if by := w.taint[w.lies(name)]; by != "" {
			w.t.Fatalf("%s counts as the person's, and could have been written by %s:\n%s", name, by, strings.Join(w.steps, "\n"))
		}
		if m, there := markAt(w.at("outer/inner/" + name)); there && w.files[m] != "" {
			w.t.Fatalf("%s counts as the person's, and the file could have been written by %s, wherever it lay:\n%s", name, w.files[m], strings.Join(w.steps, "\n"))
		}
		w.trust[name], w.linked[name] = text, w.isLinked(name)
		w.forget(name)
	}
	a.know(began, held)
}

// lies is where a definition lies, whatever it is called meanwhile: the person moves the
// scripts away and back, and has others in their place.
func (w *world) lies(name string) string {
	info, err := os.Lstat(w.at("outer/inner/scripts"))
	if base, ok := strings.CutPrefix(name, "scripts/"); ok && err == nil && info.Mode()&os.ModeSymlink != 0 {
		return "other/scripts/" + base
	}
	return name
}

// forget is that a definition is known: what was written to it before does not matter.
func (w *world) forget(name string) {
	delete(w.taint, name)
	delete(w.taint, "other/"+name)
	if m, there := markAt(w.at("outer/inner/" + name)); there {
		delete(w.files, m)
		w.p.place(w.at("outer/inner"), name, 0)
	} else {
		delete(w.p.Marks, name)
	}
}

// mark notes in the model what can be written now: of the definitions, and of what may
// come into their place.
func (w *world) mark() {
	w.do(filepath.WalkDir(w.top, func(path string, d os.DirEntry, err error) error {
		if m, _ := pins.MarkOf(path); err == nil && d.Type().IsRegular() {
			if w.free {
				w.files[m] = "a program without walls"
			}
			for _, in := range w.rooms {
				if in.busy && in.changes(path) {
					w.files[m] = in.what
				}
			}
		}
		return nil
	}))
	_, err := os.Lstat(w.at("outer/inner/away"))
	for _, name := range worldNames {
		ways := map[string]string{"outer/inner/" + name: w.lies(name)}
		if base, ok := strings.CutPrefix(name, "scripts/"); ok {
			ways["other/"+name] = "other/" + name
			if err == nil {
				ways["outer/inner/away/"+base] = name
			}
		}
		for way, lies := range ways {
			if w.free {
				w.taint[lies] = "a program without walls"
			}
			for _, in := range w.rooms {
				if in.busy && in.writes(w, way) {
					w.taint[lies] = in.what
				}
			}
		}
	}
}

// step does one thing of the many that may happen.
func (w *world) step() {
	name := worldNames[w.r.IntN(len(worldNames))]
	path := w.at("outer/inner/" + name)
	note := func(what string) { w.steps = append(w.steps, what+" "+name) }
	defer w.mark()
	switch w.r.IntN(16) {
	case 0, 1:
		w.build()
	case 2, 3, 4:
		if len(w.rooms) > 0 {
			w.turn(w.rooms[w.r.IntN(len(w.rooms))])
		}
	case 5, 6: // something of a room writes, if it can
		for _, in := range w.rooms {
			if in.busy && in.writes(w, "outer/inner/"+name) {
				note("a room writes")
				_ = os.WriteFile(path, []byte("evil "+w.pick("1", "2")), 0o644) // a folder may be missing
				return
			}
		}
	case 7, 8:
		note("the person writes")
		_ = os.WriteFile(path, []byte("mine "+w.pick("1", "2")), 0o644) // likewise
	case 9:
		note("the person renames into place")
		w.put("outer/new", "mine "+w.pick("3", "4"))
		if os.Rename(w.at("outer/new"), path) != nil {
			return
		}
	case 10:
		note("the person removes")
		_ = os.Remove(path) // it may not be there
	case 11:
		w.swap()
	case 12:
		note("a file tool writes")
		place, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return
		}
		end := w.activity().Writing(filepath.Join(place, filepath.Base(path)))
		w.do(os.WriteFile(path, []byte("evil "+w.pick("3", "4")), 0o644))
		end()
		for _, other := range worldNames {
			if a, err := os.Stat(path); err == nil {
				if b, err := os.Stat(w.at("outer/inner/" + other)); err == nil && os.SameFile(a, b) {
					m, _ := markAt(path)
					w.files[m] = "a file tool"
					w.taint[w.lies(other)] = "a file tool"
				}
			}
		}
	case 13, 14:
		w.steps = append(w.steps, "look")
		w.look()
	case 15:
		if w.r.IntN(20) == 0 {
			w.steps = append(w.steps, "a program without walls")
			w.activity().Free()
			w.free = true
		} else if w.r.IntN(3) == 0 {
			w.do(w.activity().calls.Close())
		}
	}
}

// turn lets something in a room begin or end, or ends the room, or kills it.
func (w *world) turn(in *fakeRoom) {
	switch w.r.IntN(5) {
	case 0:
		if in.busy {
			w.steps = append(w.steps, "killed: "+in.what)
		} else {
			w.steps = append(w.steps, "closed: "+in.what)
		}
		w.drop(in)
		w.rooms = slices.DeleteFunc(w.rooms, func(o *fakeRoom) bool { return o == in })
	default:
		if !in.busy { // it is noted first, and then it begins
			w.do(pins.WriteLife(in.life, true))
			in.busy = true
		} else {
			in.busy = false
			w.do(pins.WriteLife(in.life, false))
		}
		w.steps = append(w.steps, fmt.Sprint("busy ", in.busy, ": ", in.what))
	}
}

func (w *world) drop(in *fakeRoom) {
	for _, f := range append(in.open, in.life) {
		w.do(f.Close())
	}
}

// swap is the person, who moves folders or makes links.
func (w *world) swap() {
	scripts := w.at("outer/inner/scripts")
	info, err := os.Lstat(scripts)
	switch {
	case err != nil:
		w.steps = append(w.steps, "the person moves the scripts back")
		w.do(os.Rename(w.at("outer/inner/away"), scripts))
	case info.Mode()&os.ModeSymlink != 0:
		w.steps = append(w.steps, "the person removes the link and moves the scripts back")
		w.do(os.Remove(scripts))
		w.do(os.Rename(w.at("outer/inner/away"), scripts))
	default:
		w.do(os.Rename(scripts, w.at("outer/inner/away")))
		if w.r.IntN(2) == 0 {
			w.steps = append(w.steps, "the person puts a link in the place of the scripts")
			w.do(os.Symlink("../../other/scripts", scripts))
		} else {
			w.steps = append(w.steps, "the person moves the scripts away")
		}
	}
}

// Whatever happens in whatever order, what something else than the person could have written
// never counts as theirs.
func TestNothingElseCountsAsThePersons(t *testing.T) {
	accepted, held := 0, 0
	for seed := range uint64(60) {
		w := newWorld(t, seed)
		for range 60 {
			w.step()
		}
		w.look()
		for _, in := range w.rooms {
			w.drop(in)
		}
		accepted, held = accepted+w.accepted, held+w.held
	}
	if accepted < 50 || held < 50 {
		t.Errorf("%d changes counted as the person's, %d did not: the test shows too little", accepted, held)
	}
}
