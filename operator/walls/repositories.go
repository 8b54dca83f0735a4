package walls

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/pins"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/operator/paths"
)

// repositories look after what git reads unasked in a space. Programs in rooms see
// a copy of git's settings, because git writes them as part of its work: what of it
// starts nothing is carried over when a call ends, the rest when the person says so
// (docs/decisions/0621). Everything else is protected where it is there, and looked
// at after each call where it was not.
type repositories struct {
	s *Space

	mu       sync.Mutex
	found    *git.Places
	nested   []string          // folders of the space that have a .git, without its own
	walked   bool              // nested was looked for
	top      string            // the folder of the copies; "" until one is needed
	drafts   map[string]*draft // by what they are copies of
	vetted   map[string]sight  // what counts as the person's, by its path
	known    map[string]bool   // git folders that are the person's
	made     map[string]bool   // git folders that programs have made; nil: not known yet
	remnants map[string][]byte // what was left at a path that was cleaned; nothing where it was only put aside
	named    map[string]bool   // scripts that were named at the last look
	alone    []string          // git folders to which no .git led at the last look
	unread   map[string]bool   // settings that were read whether they can be
	shown    map[string]bool   // what the person was asked about, and did not allow
	looked   time.Time         // when all was last looked at
	noted    time.Time         // the last such moment that other processes know
	unkept   bool              // another process does not know it yet
	also     []string          // git folders that are looked at whether or not they look like some yet
	next     int               // numbers of copies
	walk     walk
	watch    watch
	past     history

	folders steady.Listings // those with hooks
}

// writable are the folders of the space that its programs may change, without their
// temporary one.
func (r *repositories) writable() []string {
	return slices.DeleteFunc(slices.Clone(r.s.c.Roots()), func(root string) bool { return root == r.s.c.Temp })
}

// places is what git reads in the space, as it lies there now. The caller holds r.mu.
func (r *repositories) places() *git.Places {
	if !r.walked {
		r.nested, r.walked = findTrees(r.writable(), walkFirst), true
	}
	if r.found != nil && r.found.Holds() {
		return r.found
	}
	roots := r.writable()
	trees := slices.Concat(roots, r.nested)
	for dir := filepath.Dir(r.s.c.Dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		trees = append(trees, dir)
	}
	home := r.s.k.c.Home
	config := ".config"
	if xdg := proc.Getenv(r.s.k.c.Vars, "XDG_CONFIG_HOME"); filepath.IsAbs(xdg) {
		config = xdg
	} else {
		config = filepath.Join(home, config)
	}
	own := []string{filepath.Join(home, ".gitconfig"), filepath.Join(config, "git", "config"), "/etc/gitconfig"}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		if file := proc.Getenv(r.s.k.c.Vars, name); filepath.IsAbs(file) {
			own = append(own, file)
		}
	}
	r.found = git.Find(git.Search{
		Trees: trees, Folders: r.also, Home: home, Settings: own,
		Inside: func(path string) bool { return paths.Within(path, roots) && !slices.Contains(roots, path) },
	})
	return r.found
}

// Repositories lists what git reads in the space where its name does not tell: git
// folders of another name, and folders with hooks. They are relative to the space, and
// folders end in a slash.
func Repositories(s *Space) []string {
	r := &s.repositories
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.places()
	var names []string
	for _, path := range slices.Concat(found.Dirs, found.Hooks, found.Missing) {
		names = append(names, r.name(path)+"/")
	}
	for _, name := range s.k.path.below(s.k, s.c.Dir) {
		names = append(names, name+"/")
	}
	for _, path := range slices.Concat(found.Fixed, found.Scripts, found.Named, found.Folders) { // also what is not there yet
		if slices.ContainsFunc(found.Folders, func(dir string) bool { return dir != path && paths.Within(path, []string{dir}) }) {
			continue
		}
		name := r.name(path)
		if isPlainFolder(path) {
			name += "/"
		}
		names = append(names, name)
	}
	return names
}

// arrange adds to what is protected what git reads, and makes the copies of what git
// writes. kept is where these lie.
func (r *repositories) arrange(protect []string) (list []string, drafts []sandbox.Draft, kept []string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.places()
	if len(found.All()) == 0 && len(found.Missing) == 0 && len(found.Folders) == 0 {
		tellUnread(r, found)
		return protect, nil, nil, nil
	}
	if r.makeMissing(found) {
		found = r.places()
	}
	if told := r.vet(found, look{late: true, written: r.leftBehind()}); len(told) > 0 {
		r.tell("A program that was left running", told, true)
		found = r.places()
	}
	tellUnread(r, found)
	all := map[string]bool{}
	for _, path := range protect {
		all[path] = true
	}
	for _, path := range slices.Concat(found.Fixed, found.Folders) {
		if !r.isMade(path) && !isModules(path) { // git replaces that one on its way to another commit
			all[path] = true
		}
	}
	for _, path := range found.Hooks {
		if r.isMade(path) {
			continue
		}
		if !r.isDraft(path) || !r.draft(path, true, &drafts) {
			all[path] = true
		} else {
			delete(all, path)
		}
	}
	for _, path := range found.Configs {
		if !r.isMade(path) && !r.draft(path, false, &drafts) {
			all[path] = true
		}
	}
	list = outermost(slices.Collect(maps.Keys(all)))
	if len(drafts) > 0 {
		kept = []string{r.top}
	}
	return list, drafts, kept, nil
}

// makeMissing makes folders with hooks that are not there: only what is there can be
// protected, or shown as a copy: husky makes its own anew at each install, which must not fail.
func (r *repositories) makeMissing(found *git.Places) (made bool) {
	missing := slices.DeleteFunc(slices.Clone(found.Missing), r.isMade)
	for _, path := range missing {
		at, err := steady.Open(r.writable(), path)
		if err != nil {
			continue // it lies elsewhere, or something moves it
		}
		if at.Dir.Mkdir(at.Name, 0o755) == nil {
			made = true
			if strings.HasSuffix(filepath.ToSlash(path), "/"+git.HuskyHooks) {
				ignoreAll(at)
			}
		}
		at.Close()
	}
	if made {
		r.found = nil
	}
	return made
}

// ignoreAll has git leave a folder alone, as husky itself does there: else git stash and git clean fail to remove it.
func ignoreAll(at *steady.Spot) {
	in, err := steady.OpenFolder(at.Dir, at.Name)
	if err != nil {
		return
	}
	defer func() { _ = in.Close() }()
	if f, err := in.OpenFile(".gitignore", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
		_, _ = f.WriteString("*\n") // without it git tries, and says that it can't
		_ = f.Close()
	}
}

// madeKind is the kind of state by which other processes know what programs have made.
const madeKind = "git_made"

// isMade reports whether something belongs only to repositories and worktrees that
// programs have made. It is looked at after each call, and not protected while one
// runs: a program must be able to remove what another has made.
func (r *repositories) isMade(path string) bool {
	if r.made == nil {
		r.made = map[string]bool{}
		kept, _ := r.s.k.c.States.States(r.s.k.c.Context, madeKind) // without them everything is protected
		for dir, id := range kept {
			if id == folderID(dir) {
				r.made[dir] = true
			}
		}
	}
	owners := r.found.Of[path]
	return len(owners) > 0 && !slices.ContainsFunc(owners, func(dir string) bool { return !r.made[dir] })
}

// noteMade notes that a program has made what is at a path: its git folder, if nothing
// was known of it, and the work tree that a .git makes one. was says that something of the path was known.
func (r *repositories) noteMade(path string, was bool) {
	r.isMade(path)
	note := func(dir string) {
		r.made[dir] = true
		_ = r.s.k.c.States.SetState(r.s.k.c.Context, madeKind, dir, folderID(dir)) // else another process protects it
	}
	for _, dir := range r.found.Of[path] {
		if !r.made[dir] && !r.known[dir] && slices.Contains(r.found.Dirs, dir) {
			note(dir)
		}
	}
	if tree := filepath.Dir(path); !was && filepath.Base(path) == ".git" && !slices.Contains(r.writable(), tree) {
		note(tree)
	}
}

// folderID tells a folder from another that is later at the same place.
func folderID(dir string) string {
	info, err := os.Lstat(dir)
	if err != nil {
		return ""
	}
	id := pins.IdentityOf(info)
	return fmt.Sprintf("%d:%d", id.Dev, id.Ino)
}

// isPlainFolder reports whether there is a folder, and no link to one.
func isPlainFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}

// isDraft reports whether programs get a copy of a folder with hooks: of one that
// the settings name, or husky's. git's own is for nobody to write by the way.
func (r *repositories) isDraft(path string) bool {
	return filepath.Base(path) != "hooks" || !slices.Contains(r.found.Dirs, filepath.Dir(path))
}

// draft brings the copy of a file or folder up to date, and adds it to the list.
// Where that cannot be, what is there is to be protected.
func (r *repositories) draft(path string, folder bool, list *[]sandbox.Draft) bool {
	if runtime.GOOS != "linux" {
		return false // nothing can be shown in another's place
	}
	if r.top == "" {
		top, err := r.s.k.MakeTemp()
		if err != nil {
			return false
		}
		r.top = top
	}
	d := r.drafts[path]
	if d == nil || d.folder != folder {
		r.next++
		dir := filepath.Join(r.top, strconv.Itoa(r.next))
		if os.Mkdir(dir, 0o700) != nil {
			return false
		}
		d = &draft{at: path, in: filepath.Join(dir, "copy"), folder: folder, folders: &r.folders, tops: r.writable(), drafts: r.top}
		r.drafts[path] = d
	}
	if err := d.refresh(!inUse(r.s)); err != nil {
		delete(r.drafts, path)
		return false
	}
	*list = append(*list, sandbox.Draft{At: d.at, In: d.in})
	return true
}

// inUse reports whether a program of the space runs in a room.
func inUse(s *Space) bool {
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	for _, in := range s.k.open {
		if in.space == s && len(in.stays) > 0 {
			return true
		}
	}
	return false
}

// sealed is what git reads in the space that programs may only read once nobody looks at it any more:
// whole git folders, and what lies beside them. What programs have made themselves is not among it.
func sealed(r *repositories) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.places()
	all := slices.Concat(found.Dirs, found.Kept(), found.Folders)
	return outermost(slices.DeleteFunc(all, func(path string) bool { return r.isMade(path) || !paths.Within(path, r.writable()) }))
}

// kept adds to what is protected what git reads, for programs that get no copies.
func (r *repositories) kept(protect []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := map[string]bool{}
	for _, path := range slices.Concat(protect, r.places().Kept(), r.places().Folders) {
		all[path] = true
	}
	return outermost(slices.Collect(maps.Keys(all)))
}

// isGitFile reports whether git reads a file of this name: a folder there breaks the
// repository, and is put aside as a whole.
func isGitFile(base string) bool {
	return slices.Contains([]string{"config", "config.worktree", "commondir", "gitdir", "HEAD"}, base)
}
