package walls

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/pins"
	"handrail/internal/steady"
	"handrail/operator/paths"
)

// A sight is what was found at a path: which file it was, and what it said, if that
// is short.
type sight struct {
	id   string
	data []byte
}

// pointerBytes is how much a file may hold that leads git elsewhere.
const pointerBytes = 8 << 10

// sightOf tells one file from another, and one folder's files from others, without
// reading them. Samples of hooks count by their names: there are a dozen.
func sightOf(l *steady.Listings, path string) []byte {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	if !info.IsDir() {
		return fmt.Appendf(nil, "%v", pins.IdentityOf(info))
	}
	list, err := l.Read(path)
	out := fmt.Appendf(nil, "%v", info.Mode())
	if err != nil || len(list.Names) > draftFiles { // then they are told apart by the folder's time
		return fmt.Appendf(out, "\n%v", list.ID)
	}
	for _, name := range list.Names {
		if isSample(name) {
			out = fmt.Appendf(out, "\n%q", name)
		} else if info, err := os.Lstat(filepath.Join(path, name)); err == nil {
			out = fmt.Appendf(out, "\n%q %v", name, pins.IdentityOf(info))
		}
	}
	return out
}

// sight looks at a path, and keeps what it says.
func (r *repositories) sight(path string) (sight, error) {
	s := sight{id: string(sightOf(&r.folders, path))}
	if s.id == "" {
		return s, os.ErrNotExist
	}
	if r.found != nil && r.found.States[path] && (git.IsIndex(path) || git.IsSpare(path)) {
		return s, nil // it is judged by itself
	}
	s.data, _, _ = r.read(path) // a folder, or what is too large, is told apart by its identity
	return s, nil
}

// read reads a file of the space.
func (r *repositories) read(path string) ([]byte, os.FileMode, error) {
	at, err := steady.Open(r.writable(), path)
	if err != nil {
		return nil, 0, err
	}
	defer at.Close()
	return at.Read(draftBytes)
}

// A look is how something that is not as it was known is judged.
type look struct {
	written      func(path string) bool // a program could have written it
	wait         func(path string) bool // it is too early to say; nil: it is not
	failed       func(path string)      // it could not be put aside; nil: that is only told
	late         bool                   // no call's record has what is told
	began        time.Time
	fresh, first bool // nobody has ever looked, or nobody of this process
	waits        bool // something was not judged yet
	doubt        bool // what was judged last may be the person's own, too
	told, hidden []string
}

// vet looks at everything that git reads and that is not as it was known. What a
// program could have written is put aside or put back where it starts something; all
// else is the person's, and known from now on. The caller holds r.mu.
func (r *repositories) vet(found *git.Places, l look) (told []string) {
	l.began = time.Now()
	l.fresh, l.first = recall(r)
	if by := r.s.c.Written; by != nil && !l.fresh { // by another process, or where a room has lost its hold of the place
		here, elsewhere := l.written, sync.OnceValue(func() func(string) bool { return by(r.looked) })
		l.written = func(path string) bool {
			l.doubt = !here(path)
			return !l.doubt || elsewhere()(path) || slices.ContainsFunc(linkedBelow(path), elsewhere())
		}
	}
	for range 4 { // what was put aside may have led to more, or hidden it
		changed := false
		for _, path := range inOrder(found) {
			changed = l.judge(r, found, path) || changed
		}
		if !changed {
			break
		}
		r.found = nil
		found = r.places()
	}
	if !l.waits { // what is not judged yet is nobody's yet, and names nothing
		for _, dir := range found.Dirs {
			if r.isMade(""); !r.made[dir] {
				r.unkept = r.unkept || !r.known[dir]
				r.known[dir] = true
			}
		}
		forgetGone(r, found)
		r.looked, r.named, r.alone = l.began, map[string]bool{}, found.Alone
		for _, path := range slices.Concat(found.Scripts, found.Folders) {
			r.named[path] = true
		}
	}
	keepSeen(r)
	tellHidden(r, l.hidden, l.late)
	slices.Sort(l.told)
	return slices.Compact(l.told)
}

// judge looks at one path, and reports whether something was put aside.
func (l *look) judge(r *repositories, found *git.Places, path string) (changed bool) {
	cleaned := false
	known, was := r.vetted[path]
	id := string(sightOf(&r.folders, path))
	isSame := was && id == known.id && (!git.IsList(path) || !saysOther(r, path, known))
	misled := isSame && misleads(r, path, known) != ""
	if id == "" || isSame && !misled {
		return false
	}
	if l.wait != nil && l.wait(path) {
		l.waits = true
		return false
	}
	r.unkept = r.unkept || !isSame
	l.notice(r, path, known, was)
	again := !misled && l.first && len(known.data) > 0 && !saysOther(r, path, known) // the machine was restarted
	if !l.fresh && !again && l.programs(r, found, path) {
		delete(r.remnants, path)
		text, err := r.clean(path, known, was, l.doubt)
		if errors.Is(err, os.ErrNotExist) { // it is gone meanwhile, as a worktree that was removed
			text = ""
		} else if err != nil {
			if l.failed != nil {
				l.failed(path)
			}
			text = r.name(path) + " (which could not be put aside: " + err.Error() + ")"
		}
		if text != "" {
			l.told, changed = append(l.told, text), true
		}
		r.noteMade(path, was)
		if isModules(path) { // what a program writes there approves nothing
			r.vetted[path] = sight{id: id, data: known.data}
			return changed
		}
		cleaned = err == nil
	}
	switch s, err := r.sight(path); {
	case err != nil:
		delete(r.vetted, path)
	case cleaned && !isRemnant(r, path, s): // it is nobody's, and judged again
		l.waits, changed = true, true
	default:
		r.vetted[path] = s
	}
	return changed
}

// programs reports whether a program could have written what is at a path. A script that nothing has named so far may have been
// there for years, and who names it decides that: but for one in a work tree that a program has made.
func (l *look) programs(r *repositories, found *git.Places, path string) bool {
	cameTo := func(dir string) bool { return r.named[dir] && paths.Within(path, []string{dir}) } // what comes into a folder that counts whole
	if !r.named[path] && slices.Contains(found.Scripts, path) && !slices.ContainsFunc(found.Folders, cameTo) {
		return inMadeTree(r, path)
	}
	return l.written(path)
}

// leftBehind tells, for one look, whether something that a finished call has left running, or a
// call that runs, could have written what is at a path.
func (r *repositories) leftBehind() func(path string) bool { return writers(r.s, nil) }

// changedSince reports whether what is at a path, or a folder on the way to it, was changed
// after a moment. No program can set the time that tells it.
func changedSince(r *repositories, path string, when time.Time) bool {
	for p := path; p != filepath.Dir(p); p = filepath.Dir(p) {
		if info, err := os.Lstat(p); err == nil {
			if id := pins.IdentityOf(info); id.Changed == 0 || id.Changed >= when.Add(-clockGrain).UnixNano() {
				return true
			}
		}
		if slices.Contains(r.writable(), p) {
			break
		}
	}
	return false
}

// clockGrain is how far the time of a file may lie behind the clock.
const clockGrain = 20 * time.Millisecond

// clean puts aside what is at a path, or what of it starts something. It returns
// what the person is told; "" if there is nothing to tell.
func (r *repositories) clean(path string, known sight, was, doubt bool) (string, error) {
	at, err := steady.Open(r.writable(), path)
	if err != nil {
		return "", err
	}
	defer at.Close()
	at.Reopen()
	info, err := at.Dir.Lstat(at.Name)
	if err != nil {
		return "", err
	}
	base := at.Name
	if text, ok := personsOf(r, path); ok && !info.IsDir() {
		r.remnants[path] = text
		return "", nil
	}
	switch {
	case r.found != nil && r.found.States[path]:
		return cleanState(r, at, path, known)
	case r.found != nil && r.found.Strays[path]:
		to, _ := at.Dir.Readlink(base) // it is told as far as it can be read
		return fmt.Sprintf("%s (taken away; it was a link to %s)", r.name(path), to), at.Dir.Remove(base)
	case info.IsDir() && !isGitFile(base):
		return cleanHooks(r, at, path)
	case (base == "config" || base == "config.worktree") && info.Mode().IsRegular():
		return cleanSettings(r, at, path, known, was, doubt)
	case git.IsList(path) && info.Mode().IsRegular() && info.Size() <= draftBytes:
		return cleanList(r, at, path, known)
	case isModules(path):
		return otherModules(r, path), nil // it starts nothing
	}
	if text, mode, err := at.Read(pointerBytes); err == nil && isHarmless(r, path, base, text) {
		return "", leaveIn(r, path, at, text, mode) // whoever has the old one open or mapped changes that one
	}
	if was && len(known.data) > 0 {
		text, err := putAside(r, at, path, "put back; what it was is now ", "")
		if err != nil {
			return "", err
		}
		return text, leaveIn(r, path, at, known.data, 0o644)
	}
	return putAside(r, at, path, "now ", "")
}

// otherModules says from where submodules would come that none of the known lists names;
// "" if from nowhere else.
func otherModules(r *repositories, path string) string {
	text, _, err := r.read(path)
	if err != nil {
		return ""
	}
	var before []git.Entry // what cannot be read names nothing
	for at, known := range r.vetted {
		if isModules(at) {
			list, _ := git.Parse(known.data)
			before = append(before, list...)
		}
	}
	now, _ := git.Parse(text)
	var urls []string
	for _, e := range now {
		same := func(b git.Entry) bool { return b.Name() == e.Name() && b.Value == e.Value }
		if e.Section == "submodule" && e.Key == "url" && !slices.ContainsFunc(before, same) {
			urls = append(urls, e.Value)
		}
	}
	if len(urls) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (submodules would come from %s)", r.name(path), strings.Join(urls, ", "))
}

// isHarmless reports whether something that leads git elsewhere leads it where git
// itself would: to a git folder that is looked after.
func isHarmless(r *repositories, path, base string, text []byte) bool {
	dir := filepath.Dir(path)
	line := strings.TrimRight(string(text), "\r\n")
	switch base {
	case ".git":
		to, ok := strings.CutPrefix(line, "gitdir: ")
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		real, err := filepath.EvalSymlinks(to)
		return ok && err == nil && slices.Contains(r.found.Dirs, real) && !r.stoodAlone(real)
	case "commondir": // of a worktree
		return filepath.Base(filepath.Dir(dir)) == "worktrees" && filepath.Join(dir, line) == filepath.Dir(filepath.Dir(dir))
	case "gitdir":
		if !filepath.IsAbs(line) {
			line = filepath.Join(dir, line)
		}
		return filepath.Base(line) == ".git" && paths.Within(filepath.Clean(line), r.writable())
	}
	return false
}

// cleanHooks puts hooks aside that a program has made. Samples are no hooks.
func cleanHooks(r *repositories, at *steady.Spot, dir string) (string, error) {
	in, entries, err := at.Names()
	if err != nil {
		return "", err
	}
	defer in.Close()
	var names []string
	var errs []error
	for _, e := range entries {
		if strings.Contains(e.Name(), aside) || isSample(e.Name()) || e.Name() == ".gitignore" {
			continue
		}
		if _, ok := personsOf(r, filepath.Join(dir, e.Name())); ok {
			continue // git has checked it out
		}
		name, err := (&steady.Spot{Dir: in, Name: e.Name()}).PutAside(aside)
		names = append(names, fmt.Sprintf("%s (now %s)", e.Name(), name))
		errs = append(errs, err)
	}
	if len(names) == 0 {
		return "", nil
	}
	return r.name(dir) + ": " + strings.Join(names, ", "), errors.Join(errs...)
}

// cleanSettings takes out of a file what starts something and was not there before.
// What stays is a new file: a program may have the old one open, or under another name.
func cleanSettings(r *repositories, at *steady.Spot, path string, known sight, was, doubt bool) (string, error) {
	data, mode, err := at.Read(draftBytes)
	now, perr := git.Parse(data)
	if err != nil || perr != nil {
		return putAside(r, at, path, "now ", ", as it cannot be read")
	}
	var old []git.Entry
	if was {
		old, _ = git.Parse(known.data) // what cannot be read holds nothing
	}
	counts := old
	if !was {
		counts = now
	}
	reading := r.reading(path, counts, now, !was)
	reading.Doubtful = doubt
	var back []git.Change
	var lines []string
	for _, c := range git.Compare(old, now) {
		if !reading.Idle(c) {
			lines = append(lines, c.Lines()...)
			back = append(back, git.Change{Name: c.Name, Old: c.Wanted, Wanted: c.Old})
		}
	}
	kept, err := git.Apply(data, back)
	if err != nil {
		return putAside(r, at, path, "now ", "")
	}
	if len(lines) == 0 {
		return "", leaveIn(r, path, at, kept, mode)
	}
	name, err := at.PutAside(aside)
	if err != nil {
		return "", err
	}
	why := ""
	if doubt {
		why = ", as something that runs could have written it: if it is yours, end that first"
	}
	return fmt.Sprintf("%s: %s (taken out%s; what it was is now %s)", r.name(path), strings.Join(lines, ", "), why, name), leaveIn(r, path, at, kept, mode)
}

// cleanList takes lines out of what is left of a rebase that git would run when it goes on,
// and that were not there before: the person's git goes on with what an agent has left.
func cleanList(r *repositories, at *steady.Spot, path string, known sight) (string, error) {
	data, mode, err := at.Read(draftBytes)
	if err != nil {
		return putAside(r, at, path, "now ", ", as it cannot be read")
	}
	kept, gone := git.WithoutNew(path, data, known.data)
	if len(gone) == 0 {
		r.remnants[path] = data
		return "", nil
	}
	name, err := at.PutAside(aside)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %s (taken out; what it was is now %s)", r.name(path), strings.Join(gone, ", "), name), leaveIn(r, path, at, kept, mode)
}
