package origins

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
	"handrail/internal/snapshot"
	"handrail/tools"
)

// mostLog is how many bytes of git's log of HEAD are read.
const mostLog = 32 << 20

// looksAgain is how long it counts that there are no labels, and where the repository is.
const looksAgain = 2 * time.Second

// A repository is the one in which a space lies.
type repository struct{ top, dir string }

// repository finds it; false: the space lies in none.
func (f *Files) repository() (repository, bool) {
	for top := f.dir; ; top = filepath.Dir(top) {
		if dir := git.FolderOf(top); dir != "" {
			return repository{top, dir}, true
		}
		if top == filepath.Dir(top) {
			return repository{}, false
		}
	}
}

// log is where git notes where HEAD was.
func (r repository) log() string { return filepath.Join(r.dir, "logs", "HEAD") }

// A headLog is git's log of HEAD as it was looked at.
type headLog struct {
	at      time.Time // before
	changed int64
	text    string
}

// Settle ends the labels of files that the person has committed by hand since it was last called: those that a commit has changed and that lie
// there as it has them. A commit counts as by hand where surely nothing of ours could have written it: it is asked before a call
// begins, since nobody can tell afterwards.
func (f *Files) Settle(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := headLog{at: time.Now()}
	if f.empty() && now.at.Sub(f.looked) < looksAgain { // labels that another process has just put end with the next commit
		return nil
	}
	if err := f.fresh(ctx); err != nil || f.empty() || f.Written == nil {
		f.looked = now.at
		return err
	}
	if now.at.Sub(f.found) >= looksAgain {
		f.repo, f.inRepo = f.repository()
		f.found = now.at
	}
	repo := f.repo
	if !f.inRepo {
		return nil
	}
	info, err := os.Lstat(repo.log())
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	last := f.head
	if now.changed = pins.IdentityOf(info).Changed; now.changed == 0 || now.changed == last.changed {
		f.head.at = now.at
		return nil
	}
	raw, _, err := git.ReadFile(repo.log(), mostLog)
	if err != nil {
		return nil
	}
	now.text = string(raw)
	f.head = now
	moves := f.byHand(repo, last, now)
	if len(moves) == 0 {
		return nil
	}
	var mine []string
	store := objects.Open(repo.dir)
	defer store.Close()
	paths := []string{}
	for path := range f.paths {
		paths = append(paths, path)
	}
	if len(f.parts) > 0 {
		paths = append(paths, f.memory())
	}
	for _, path := range paths {
		for _, m := range moves {
			if m.Commits() && repo.holds(store, m, path) {
				mine = append(mine, path)
				break
			}
		}
	}
	if len(mine) == 0 {
		return nil
	}
	return f.clear(ctx, mine...)
}

// byHand are the moves of HEAD that surely the person has made: all since the log was last looked at, or the last one. f.mu is held.
func (f *Files) byHand(repo repository, last, now headLog) []objects.Move {
	moves := objects.Moves(now.text)
	fresh, grown := strings.CutPrefix(now.text, last.text)
	switch {
	case len(moves) == 0:
		return nil
	case grown && !last.at.IsZero() && !f.Written(last.at)(repo.log()):
		return objects.Moves(fresh)
	case !f.Written(time.Unix(0, now.changed))(repo.log()):
		return moves[len(moves)-1:]
	}
	return nil
}

// holds reports whether a commit has changed a file, and has it as it lies there.
func (r repository) holds(store *objects.Store, m objects.Move, path string) bool {
	name, ok := r.name(path)
	if !ok {
		return false
	}
	is, err := store.Blob(m.New, name)
	if err != nil || is == "" {
		return false
	}
	if !m.First() {
		if was, err := store.Blob(m.Old, name); err != nil || was == is {
			return false
		}
	}
	raw, _, err := git.ReadFile(path, largest)
	return err == nil && objects.BlobID(raw) == is
}

// name is what a commit calls a file.
func (r repository) name(path string) (string, bool) {
	rel, err := filepath.Rel(r.top, path)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// nameInTree is what a commit calls a file, also one in another worktree of the repository; false in a repository of its own.
func (r repository) nameInTree(path string) (string, bool) {
	for at := filepath.Dir(path); at != r.top && at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err != nil {
			continue
		}
		if dir := git.FolderOf(at); dir == "" || filepath.Dir(dir) != filepath.Join(r.dir, "worktrees") {
			return "", false
		}
		return repository{at, r.dir}.name(path)
	}
	return r.name(path)
}

// Committed are the files, of those that count, that a call has committed on the branch which is checked out, and that do not lie there as
// they were committed.
func Committed(f *Files, set *snapshot.Set, counts func(path string) bool) (list []string) {
	f.mu.Lock()
	repo, ok := f.repository()
	f.mu.Unlock()
	if !ok || f.Kept == nil {
		return nil
	}
	head := filepath.Join(repo.dir, "HEAD")
	raw, _, err := git.ReadFile(head, mostRef)
	if err != nil {
		return nil
	}
	if branch, ok := strings.CutPrefix(string(raw), "ref: "); ok {
		head = filepath.Join(repo.dir, filepath.FromSlash(strings.TrimSpace(branch)))
	}
	before, after := idsOf(f, set, head)
	if after == "" {
		return nil
	}
	store := objects.Open(repo.dir)
	defer store.Close()
	names, err := store.Changed(before, after)
	if err != nil {
		return nil
	}
	for _, name := range names {
		path := filepath.Join(repo.top, filepath.FromSlash(name))
		if !counts(path) {
			continue
		}
		is, err := store.Blob(after, name)
		raw, _, none := git.ReadFile(path, largest)
		if err == nil && is != "" && (none != nil || objects.BlobID(raw) != is) {
			list = append(list, path)
		}
	}
	return list
}

// Quoted is a path as it is shown, seen from a space, as a shell reads it.
func Quoted(dir, path string) string {
	return "'" + strings.ReplaceAll(Short(dir, path), "'", `'\''`) + "'"
}

// InHead says how a file is taken out of git's history again that got another name: by the command, where the commit that is checked out has
// it with the content that it had; "": it has not.
func InHead(f *Files, path, as string) (command string) {
	f.mu.Lock()
	repo, ok := f.repository()
	f.mu.Unlock()
	if !ok {
		return ""
	}
	name, inside := repo.name(path)
	raw, _, err := git.ReadFile(as, largest)
	head := repo.head()
	if err != nil || !inside || head == "" {
		return ""
	}
	store := objects.Open(repo.dir)
	defer store.Close()
	id := objects.BlobID(raw)
	if is, err := store.Blob(head, name); err != nil || is != id {
		return ""
	}
	quoted := Quoted(f.dir, path)
	before, err := store.Parents(head)
	if err == nil && len(before) == 1 {
		if was, err := store.Blob(before[0], name); err == nil && was != id {
			return "git commit --amend --no-edit --allow-empty -- " + quoted
		}
	}
	return "git commit -m 'Take back what was put aside' -- " + quoted
}

// head is the commit that is checked out; "": there is none.
func (r repository) head() string {
	file := filepath.Join(r.dir, "HEAD")
	for range 2 {
		raw, _, err := git.ReadFile(file, mostRef)
		if err != nil {
			return ""
		}
		text := strings.TrimSpace(string(raw))
		branch, ok := strings.CutPrefix(text, "ref: ")
		if !ok {
			return text
		}
		file = filepath.Join(r.dir, filepath.FromSlash(branch))
	}
	return ""
}

// mostRef is how long a file that names a commit may be.
const mostRef = 1 << 10

// idsOf are the commits that such a file named before a call and after it; "" where it named none or has not changed.
func idsOf(f *Files, set *snapshot.Set, file string) (before, after string) {
	named := func(e *snapshot.Entry) string {
		if e == nil || e.Hash == "" {
			return ""
		}
		raw, err := f.Kept(e.Hash, mostRef)
		if id := strings.TrimSpace(string(raw)); err == nil && !strings.Contains(id, " ") {
			return id
		}
		return ""
	}
	for _, root := range set.Roots {
		for _, c := range root.Changes {
			if filepath.Join(root.Path, filepath.FromSlash(string(c.Path))) == file {
				return named(c.Before), named(c.After)
			}
		}
	}
	return "", ""
}

// mostHeads is how many commits count as those of before a conversation.
const mostHeads = 8

// Heads are the commits that were checked out last, the one that is at first; none if nobody knows. Where calls have written git's log
// themselves after text from elsewhere, that is the only one.
func (f *Files) Heads() (list []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	repo, ok := f.repository()
	if !ok {
		return nil
	}
	raw, _, err := git.ReadFile(repo.log(), mostLog)
	if err != nil {
		return nil
	}
	moves := objects.Moves(string(raw))
	slices.Reverse(moves)
	most := mostHeads
	if len(f.histories()) > 0 {
		most = 1
	}
	for _, m := range moves {
		if len(list) < most && !slices.Contains(list, m.New) {
			list = append(list, m.New)
		}
	}
	return list
}

// A versions knows which of the files that a call has changed are as they were committed before its chat.
type versions struct {
	repo  repository
	store *objects.Store
	bases []string
}

// versionsOf are the versions of some commits; nil: none are known. f.mu is held.
func (f *Files) versionsOf(bases []string) *versions {
	repo, ok := f.repository()
	if len(bases) == 0 || !ok {
		return nil
	}
	return &versions{repo, objects.Open(repo.dir), bases}
}

// has reports whether a file is as it was committed: then nothing of it is what the chat has read.
func (v *versions) has(path string, e *snapshot.Entry) bool {
	if v == nil || e.Size > largest || tools.SensitivePath(path) {
		return false
	}
	name, ok := v.repo.nameInTree(path)
	if !ok {
		return false
	}
	raw, _, err := git.ReadFile(path, largest)
	if err != nil || sumOf(string(raw)) != e.Hash {
		return false
	}
	id := objects.BlobID(raw)
	return slices.ContainsFunc(v.bases, func(base string) bool {
		is, err := v.store.Blob(base, name)
		return err == nil && is == id
	})
}

func (v *versions) close() {
	if v != nil {
		v.store.Close()
	}
}
