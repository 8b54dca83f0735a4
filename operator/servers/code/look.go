package code

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/pins"
	"handrail/operator/paths"
)

// A Look is what was seen of the code of a server.
type Look struct {
	// Words names the files and folders that lead to the code, and hold it, a word for each: one that was put in the place of another has another word.
	Words string
	// Changed are files and links that were made, written, moved or linked since the moment that was asked about, and files and folders that did not lie
	// there at the earlier look, by their paths, sorted.
	Changed []string
	// New are those of Changed that did not lie there.
	New map[string]bool
	// Inodes are those of what is named, with its paths.
	Inodes map[uint64]string
	// Digest names exactly what Changed was found to be.
	Digest string
}

// most is how many files and folders are looked at.
const most = 200_000

// lag is how far the times of files may lag behind the clock.
const lag = 20 * time.Millisecond

// A looker gathers a Look.
type looker struct {
	open    paths.Ground
	since   int64
	left    int
	seen    map[string]bool
	known   map[string]bool // words of the earlier look
	words   []string
	changed map[string]int64
	fresh   map[string]bool
	inodes  map[uint64]string
}

// LookAt looks at places: what of them has changed since a moment. open is where agents may write; words is Look.Words of an earlier look, "" if
// there was none. The error says that there is too much to be looked at, or that it cannot be read.
func LookAt(places []Place, open paths.Ground, since time.Time, words string) (Look, error) {
	l := &looker{open: open, since: since.Add(-lag).UnixNano(), left: most, seen: map[string]bool{}, known: map[string]bool{}, changed: map[string]int64{}, fresh: map[string]bool{}, inodes: map[uint64]string{}}
	for _, word := range strings.Fields(words) {
		l.known[word] = true
	}
	for _, p := range places {
		if err := l.place(p); err != nil {
			return Look{}, err
		}
	}
	slices.Sort(l.words)
	look := Look{Words: strings.Join(slices.Compact(l.words), " "), New: l.fresh, Inodes: l.inodes}
	var said strings.Builder
	for path := range l.changed {
		look.Changed = append(look.Changed, path)
	}
	slices.Sort(look.Changed)
	for _, path := range look.Changed {
		fmt.Fprintf(&said, "%s\x00%d\n", path, l.changed[path])
	}
	sum := sha256.Sum256([]byte(said.String() + look.Words))
	look.Digest = hex.EncodeToString(sum[:16])
	return look, nil
}

// place looks at one place, and at the way to it.
func (l *looker) place(p Place) error {
	real, on, err := paths.Trail(p.Path)
	if err != nil {
		return err
	}
	for _, at := range on {
		info, err := os.Lstat(at)
		if err != nil || l.seen[at] || !l.open.Crossed(at) {
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			l.note(at, info)
		}
		if info.IsDir() {
			l.folder(at, info)
		}
	}
	info, err := os.Lstat(real)
	if err != nil || !l.open.Crossed(real) {
		return nil //nolint:nilerr // it is not there, or nobody but the person can change it
	}
	if info.IsDir() && p.Tree {
		return l.walk(real, p.But)
	}
	if info.Mode().IsRegular() && !l.seen[real] {
		l.note(real, info)
	}
	return nil
}

// note notes a file or link: what it is, and whether it has changed.
func (l *looker) note(path string, info fs.FileInfo) {
	l.seen[path] = true
	if at := changed(info); l.is(path) || at >= l.since {
		l.changed[path] = at
	}
}

// folder notes which folder lies at a path.
func (l *looker) folder(path string, info fs.FileInfo) {
	if l.is(path) {
		l.changed[path] = changed(info)
	}
}

// is notes what lies at a path, and reports whether it did not lie there before.
func (l *looker) is(path string) (fresh bool) {
	mark, _ := pins.MarkOf(path)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%d\x00%d", path, mark.Dev, mark.Ino, mark.Born))
	word := hex.EncodeToString(sum[:6])
	l.inodes[mark.Ino] = path
	l.words = append(l.words, word)
	if len(l.known) == 0 || l.known[word] {
		return false
	}
	l.fresh[path] = true
	return true
}

// changed is when a file last changed in any way, its name included, in nanoseconds since 1970. Where that is not told it is when it was written.
func changed(info fs.FileInfo) int64 {
	if at := pins.IdentityOf(info).Changed; at != 0 {
		return at
	}
	return info.ModTime().UnixNano()
}

// walk looks at a folder with all that lies in it, but for one.
func (l *looker) walk(dir, but string) error {
	if l.seen[dir] || dir == but {
		return nil
	}
	l.seen[dir] = true
	info, err := os.Lstat(dir)
	if err != nil {
		return nil //nolint:nilerr // it went meanwhile
	}
	l.folder(dir, info)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if l.left -= len(entries); l.left < 0 {
		return fmt.Errorf("%s and what lies around it has more than %d files", dir, most)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		switch {
		case err != nil:
		case info.IsDir():
			if slices.Contains(skipped, e.Name()) {
				continue
			}
			if err := l.walk(path, but); err != nil {
				return err
			}
		case info.Mode()&fs.ModeSymlink != 0:
			if err := l.link(path, but, info); err != nil {
				return err
			}
		case info.Mode().IsRegular() && (!isData(path, info) || isInstalled(path)):
			l.note(path, info)
		}
	}
	return nil
}

// link looks at a link, and at what it leads to if agents may write there.
func (l *looker) link(path, but string, info fs.FileInfo) error {
	l.note(path, info)
	target, err := os.Stat(path)
	if err != nil || !l.open.Crossed(path) {
		return nil //nolint:nilerr // it leads nowhere
	}
	return l.place(Place{Path: path, Tree: target.IsDir(), But: but})
}

// Folders in which no code lies that is loaded: a server's Python keeps what it compiles in the server's own folder.
var skipped = []string{".git", "__pycache__"}

// endings are those of files with code.
var endings = []string{
	".py", ".pyc", ".pyz", ".pth", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".node", ".wasm", ".so", ".dylib", ".dll", ".jar", ".class", ".rb", ".pl", ".pm", ".php", ".lua", ".sh", ".bash", ".ps1", ".go",
	".r", ".jl", ".ex", ".exs", ".clj", ".kts", ".groovy",
}

// data are the endings of files that programs keep and read, and do not run.
var data = []string{
	".md", ".txt", ".rst", ".log", ".csv", ".tsv", ".jsonl", ".ndjson", ".db", ".db-wal", ".db-shm", ".db-journal", ".sqlite", ".sqlite3", ".sqlite-wal", ".sqlite-shm", ".sqlite3-wal", ".sqlite3-shm", ".pid", ".png", ".jpg",
	".jpeg", ".gif", ".webp", ".pdf", ".parquet", ".map",
}

// isInstalled reports whether a file belongs to a package that was installed: nobody writes notes there, and a package says itself which of its files are code.
func isInstalled(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(part string) bool {
		return slices.Contains([]string{"node_modules", "site-packages", "dist-packages"}, part)
	})
}

// Named reports whether a file is one of code by its name.
func Named(path string) bool { return slices.Contains(endings, strings.ToLower(filepath.Ext(path))) }

// isData reports whether a file holds no code, by its name, and cannot be run.
func isData(path string, info fs.FileInfo) bool {
	return info.Mode()&0o111 == 0 && slices.Contains(data, strings.ToLower(filepath.Ext(path)))
}
