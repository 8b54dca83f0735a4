package spaces

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Limits of what is read from a space. A definition beyond them is a Problem.
const (
	maxDefinition = 1 << 20   // bytes of one definition file
	maxSkill      = 50 * 1000 // bytes of one skill (docs/spec/03-spaces.md#skills)
	maxMemory     = 64 << 10  // bytes of MEMORY.md that an agent is told
	maxFiles      = 10_000    // definitions in one folder
	maxScript     = 16 << 20  // bytes of a script that is pinned
)

// Open loads the folder dir. It fails only if dir cannot be opened as a folder;
// what is wrong inside becomes Problems. Links that lead out of the folder are
// not followed. ctx bounds the loading: when it ends, so does Open, with its
// error.
func Open(ctx context.Context, dir string) (*Space, []Problem, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open space: %w", err)
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, nil, fmt.Errorf("open space: %w", err)
	}
	defer func() { _ = root.Close() }() // nothing was written
	marks := folderMarks(real)          // before the reading: a change meanwhile counts
	space, problems := Load(ctx, root.FS(), real)
	space.sights.folders = marks
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("open space %s: %w", real, err)
	}
	return space, problems, nil
}

// Load makes a Space of the files in fsys; dir is what the folder is called on
// this machine. It never fails as a whole. Problems are sorted by file and line.
// If ctx ends, what has been loaded so far is returned.
func Load(ctx context.Context, fsys fs.FS, dir string) (*Space, []Problem) {
	l := &loader{ctx: ctx, fsys: fsys, space: newSpace(dir), scripts: map[string]bool{}, toolIDs: map[string]string{}, seen: map[string]sight{}}
	for _, part := range []func(){
		l.manifest, l.tools, l.manifestTools, l.skills, l.agents, l.hooks, l.servers, l.hands, l.rules, l.pages, l.memory, l.checkAgents, l.noteMemory, l.noteManifest,
	} {
		if ctx.Err() != nil {
			break
		}
		part()
	}
	l.remember()
	sortProblems(l.problems)
	return l.space, l.problems
}

func newSpace(dir string) *Space { return &Space{Dir: dir, sights: &sights{}} }

// A loader collects a Space and its Problems.
type loader struct {
	ctx            context.Context // of this Load
	fsys           fs.FS
	space          *Space
	problems       []Problem
	manifestFields object            // of the manifest; nil: there is none that can be read
	manifestSum    string            // its digest
	toolIDs        map[string]string // where the tool with an id stands
	scripts        map[string]bool   // programs that commands name, noted already
	seen           map[string]sight  // files that were read
}

func (l *loader) problem(file string, line int, s Severity, format string, args ...any) {
	l.problems = append(l.problems, Problem{File: file, Line: line, Severity: s, Text: fmt.Sprintf(format, args...)})
}

func (l *loader) report(problems []Problem) { l.problems = append(l.problems, problems...) }

// broken reports why a file as a whole was left out.
func (l *loader) broken(file string, err error) {
	line := 0
	var placed *placedError
	if errors.As(err, &placed) {
		line = placed.line
	}
	l.problem(file, line, Error, "%v", err)
}

// unreadable reports that a file or folder cannot be read. That it is not there
// is no problem: every part of a space is optional.
func (l *loader) unreadable(name string, err error) {
	var pathErr *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
	case errors.Is(err, fs.ErrPermission):
		l.problem(name, 0, Error, "may not be read; give yourself the right to read it")
	case escapes(err):
		l.problem(name, 0, Error, "is a link that leads out of the space, which is not followed; put a copy in its place")
	case errors.As(err, &pathErr):
		l.problem(name, 0, Error, "cannot be read: %v", pathErr.Err)
	default:
		l.problem(name, 0, Error, "cannot be read: %v", err)
	}
}

// escapes reports whether err says that a link leads out of the space. The error
// of os.Root has no name that could be compared with.
func escapes(err error) bool {
	var pathErr *fs.PathError
	return errors.As(err, &pathErr) && strings.Contains(pathErr.Err.Error(), "escapes")
}

// listed reads a file that a listing has named: one that is not there after all
// is a link that leads nowhere.
func (l *loader) listed(name string, limit int64) ([]byte, bool) {
	if _, err := fs.Stat(l.fsys, name); errors.Is(err, fs.ErrNotExist) {
		l.problem(name, 0, Error, "is a link to something that is not there; mend it, or remove it")
		return nil, false
	}
	return l.read(name, limit)
}

// read reads one regular file of at most limit bytes. Anything else is reported;
// a file that is not there is not.
func (l *loader) read(name string, limit int64) ([]byte, bool) {
	info, err := fs.Stat(l.fsys, name)
	if err != nil {
		l.unreadable(name, err)
		return nil, false
	}
	if !info.Mode().IsRegular() {
		l.problem(name, 0, Error, "is not a regular file; put a file in its place")
		return nil, false
	}
	l.see(name, info)
	f, err := l.fsys.Open(name)
	if err != nil {
		l.unreadable(name, err)
		return nil, false
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		l.unreadable(name, err)
		return nil, false
	}
	if int64(len(data)) > limit {
		l.problem(name, 0, Error, "has %d bytes; at most %d are read: make it smaller", max(info.Size(), int64(len(data))), limit)
		return nil, false
	}
	seen := l.seen[name]
	seen.sum = digest(data)
	l.seen[name] = seen
	return data, true
}

// list names the regular files of a folder that end in suffix, in order.
func (l *loader) list(folder, suffix string) []string {
	entries, err := fs.ReadDir(l.fsys, folder)
	if err != nil {
		l.unreadable(folder, err)
	}
	var files []string
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && strings.HasSuffix(name, suffix) && !strings.HasPrefix(name, ".") {
			files = append(files, path.Join(folder, name))
		}
	}
	if len(files) > maxFiles {
		l.problem(folder, 0, Error, "has %d files; only the first %d were loaded: move some out", len(files), maxFiles)
		files = files[:maxFiles]
	}
	return files
}

// exists reports whether name is there, whatever it is.
func (l *loader) exists(name string) bool {
	_, err := fs.Stat(l.fsys, name)
	return err == nil
}

// digest is the SHA-256 of a definition, in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// trimBOM drops the mark that some editors put before the first character.
func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }
