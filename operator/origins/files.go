package origins

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/builtins"
	"handrail/internal/plain"
	"handrail/internal/snapshot"
	"handrail/journal/sqlite"
	"handrail/tools"
)

// smallest is how many bytes a file has at least that is known by its content alone, wherever it lies.
const smallest = 32

// largest is how many bytes of a file are read to know whether it still is what a call has written: a larger one counts as
// that as long as it lies there.
const largest = 64 << 20

// unreadable stands for labels that cannot be read.
var unreadable = tools.Origin{Kind: tools.FromUnknown, Name: "the record of whose words files hold cannot be read"}

// A Label says whose words a file holds that a call has written.
type Label struct {
	Path    string // absolute
	Origins []tools.Origin
	Run     string // of the call
	Call    string
	Time    time.Time

	Paragraph int    // of the memory, from 1; 0: the file as a whole
	Text      string // of the paragraph

	content string // hex SHA-256; "": any
	size    int64
}

// Files know whose words the files of a space hold that its calls have written (docs/spec/16-in-and-out.md#files).
// It is safe for concurrent use, also by several processes.
type Files struct {
	// Kept reads a content that snapshots have kept, by its hash; nil: none are.
	Kept func(hash string, limit int64) ([]byte, error)

	// Written tells of paths whether something else than the person could have written what lies there since a moment; nil: it always
	// could.
	Written func(since time.Time) func(path string) bool

	dir  string
	kept *sqlite.Labels

	mu      sync.Mutex
	version string // of what follows
	paths   map[string][]Label
	content map[string][]Label
	parts   map[string][]Label // of paragraphs of the memory, by their sums
	sizes   map[int64]bool
	head    headLog    // as it was last looked at
	looked  time.Time  // for labels, by Settle, and there were none
	repo    repository // in which the space lies, if inRepo
	inRepo  bool
	found   time.Time        // that
	lines   map[string]lines // by path, as it was read
	temp    noted
}

// NewFiles makes the Files of the space at dir.
func NewFiles(dir string, kept *sqlite.Labels) *Files {
	return &Files{dir: dir, kept: kept, lines: map[string]lines{}}
}

// fresh reads what has changed. f.mu is held.
func (f *Files) fresh(ctx context.Context) error {
	version, err := f.kept.Version(ctx, f.dir)
	if err != nil || version == f.version {
		return err
	}
	list, err := f.kept.Of(ctx, f.dir)
	if err != nil {
		return err
	}
	f.parts = map[string][]Label{}
	f.paths, f.content, f.sizes = map[string][]Label{}, map[string][]Label{}, map[int64]bool{}
	for _, row := range list {
		l := Label{Path: row.Path, Run: row.Run, Call: row.Call, Time: row.Time, content: row.Content, size: row.Size}
		if json.Unmarshal([]byte(row.Origins), &l.Origins) != nil {
			l.Origins = []tools.Origin{unreadable}
		}
		if sum, is := strings.CutPrefix(l.content, partContent); is {
			f.parts[sum] = append(f.parts[sum], l)
			continue
		}
		f.paths[l.Path] = append(f.paths[l.Path], l)
		f.content[l.content] = append(f.content[l.content], l)
		f.sizes[l.size] = true
	}
	f.version = version
	return nil
}

// Of is whose words a file holds, as it lies there now; nil: the space's own, as far as is known.
func (f *Files) Of(ctx context.Context, path string) []tools.Origin {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []tools.Origin{unreadable}
	}
	if f.empty() && f.temp.dir == "" {
		return nil
	}
	return f.via(path, f.of(path))
}

// empty reports whether there are no labels. f.mu is held.
func (f *Files) empty() bool { return len(f.paths)+len(f.parts) == 0 }

// of is what counts of a file that lies there. f.mu is held.
func (f *Files) of(path string) []tools.Origin {
	if path == f.memory() {
		return f.Memory().whole()
	}
	if from, is := f.temp.of(path); is {
		return from
	}
	here := f.paths[path]
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() && len(here) > 0 {
		return originsOf(here)
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || len(here) == 0 && !f.sizes[info.Size()] {
		return nil
	}
	if tools.SensitivePath(path) || info.Size() > largest { // its content is not named by what anybody can count
		return originsOf(here)
	}
	hash, err := hashOf(path)
	if err != nil {
		return originsOf(here)
	}
	return f.labelled(path, hash, info.Size())
}

// labelled is what counts of a path with a content. f.mu is held.
func (f *Files) labelled(path, hash string, size int64) (from []tools.Origin) {
	for _, l := range f.paths[path] {
		if l.content == "" || l.content == hash {
			from = union(from, l.Origins)
		}
	}
	if size >= smallest && hash != "" {
		from = union(from, originsOf(f.content[hash]))
	}
	return from
}

// via says of origins by which file they came.
func (f *Files) via(path string, from []tools.Origin) []tools.Origin {
	out := slices.Clone(from)
	for i := range out {
		out[i].Via = Short(f.dir, path)
	}
	return out
}

func originsOf(list []Label) (from []tools.Origin) {
	for _, l := range list {
		from = union(from, l.Origins)
	}
	return from
}

// union adds what is not in a list yet, without the way by which it came.
func union(list, more []tools.Origin) []tools.Origin {
	for _, o := range more {
		o.Via = ""
		if !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

func hashOf(path string) (string, error) {
	file, err := plain.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, largest+1)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Wrote notes whose words the files hold that a call has changed: all that its conversation had read by then, and what
// they held before. What the person has changed is theirs, and what is as a commit of before the conversation has it (bases) holds what that version does. shown is what the conversation has seen of them by it.
func (f *Files) Wrote(ctx context.Context, call tools.Call, read []tools.Origin, bases []string, set *snapshot.Set) (shown []tools.Origin, err error) {
	if call.Caller.Kind == tools.CallerPerson || set == nil {
		return nil, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil || len(read) == 0 && f.empty() {
		return nil, err
	}
	var list []sqlite.Label
	committed := f.versionsOf(bases)
	defer committed.close()
	for _, root := range set.Roots {
		before := map[snapshot.Name]*snapshot.Entry{}
		for _, c := range root.Changes {
			before[c.Path] = c.Before
		}
		for _, c := range root.Changes {
			at := filepath.Join(root.Path, filepath.FromSlash(string(c.Path)))
			if c.After == nil || c.After.Kind != snapshot.File {
				list = named(f, list, call, read, at, c)
				continue
			}
			was := f.before(at, c.Before)
			if c.From != "" {
				was = union(was, f.before(filepath.Join(root.Path, filepath.FromSlash(string(c.From))), before[c.From]))
			}
			if facts, _ := builtins.Of(call.Tool); facts.Brings == builtins.BringsFiles {
				shown = union(shown, was)
			}
			own := f.labelled(at, keyless(at, c.After), c.After.Size)
			from := union(union(union(nil, read), was), own)
			if len(from) > len(own) && committed.has(at, c.After) {
				continue // it is as it was, with the labels that it had
			}
			if at == f.memory() {
				var parts []sqlite.Label
				if c.From == "" {
					was = nil // each paragraph has its own
				}
				if parts, from, err = f.Memory().remembered(call, read, was, c); err != nil {
					return shown, err
				}
				list = append(list, parts...)
			}
			if len(from) == 0 {
				continue
			}
			raw, err := json.Marshal(from)
			if err != nil {
				return shown, err
			}
			list = append(list, sqlite.Label{
				Path: at, Content: keyless(at, c.After), Size: c.After.Size, Origins: string(raw), Run: call.Run, Call: call.ID, Time: time.Now(),
			})
		}
	}
	if len(list) > 0 {
		err = f.kept.Put(ctx, f.dir, list)
	}
	return shown, err
}

// named adds the label of a folder or link that a call has made, if its name or where it leads says something.
func named(f *Files, list []sqlite.Label, call tools.Call, read []tools.Origin, at string, c snapshot.Change) []sqlite.Label {
	if c.After == nil || c.Before != nil || len(read) == 0 || gitFolder(at) != "" || len(f.namesOf(at)) == 0 {
		return list
	}
	raw, err := json.Marshal(union(nil, read))
	if err != nil {
		return list
	}
	return append(list, sqlite.Label{Path: at, Origins: string(raw), Run: call.Run, Call: call.ID, Time: time.Now()})
}

// before is whose words a file held before a call. f.mu is held.
func (f *Files) before(path string, e *snapshot.Entry) []tools.Origin {
	if e == nil || e.Kind != snapshot.File {
		return nil
	}
	if hash := keyless(path, e); hash != "" {
		return f.labelled(path, hash, e.Size)
	}
	return originsOf(f.paths[path])
}

// keyless names a content as everybody can count it; "" where that of the snapshot is made with its key, or is not kept.
func keyless(path string, e *snapshot.Entry) string {
	if tools.SensitivePath(path) || e.Size > largest {
		return ""
	}
	return e.Hash
}

// List is what counts now: the files that lie there as a call has written them, by path. Of git's own there is the folder alone, for what its
// history holds.
func (f *Files) List(ctx context.Context) ([]Label, error) {
	if err := f.Settle(ctx); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return nil, err
	}
	var list []Label
	list = append(list, f.Memory().list()...)
	list = append(list, f.histories()...)
	for path, all := range f.paths {
		if path == f.memory() || gitFolder(path) != "" {
			continue
		}
		if from := f.of(path); len(from) > 0 {
			l := all[len(all)-1]
			l.Origins = from
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b Label) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// Clear takes the labels of files away: the person says that they are theirs. Without paths, of all files of the space.
func (f *Files) Clear(ctx context.Context, paths ...string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return err
	}
	return f.clear(ctx, paths...)
}

// clear is Clear. f.mu is held.
func (f *Files) clear(ctx context.Context, paths ...string) error {
	if slices.Contains(paths, f.memory()) {
		for sum := range f.parts {
			paths = append(paths, f.memory()+partPath+sum)
		}
	}
	for _, path := range paths {
		if filepath.Base(path) != ".git" {
			continue
		}
		for below := range f.paths {
			if gitFolder(below) == path {
				paths = append(paths, below)
			}
		}
	}
	return f.kept.Clear(ctx, f.dir, paths...)
}
