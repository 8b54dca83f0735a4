package spaces

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path/filepath"

	"handrail/internal/plain"
)

// Limits of what is read from a space. A definition beyond them is a Problem.
const (
	MaxDefinition = 1 << 20   // bytes of one definition file
	MaxSkill      = 50 << 10  // bytes of one skill (docs/spec/03-spaces.md#skills)
	maxMemory     = 64 << 10  // bytes of MEMORY.md that an agent is told
	maxFiles      = 10_000    // definitions in one folder
	maxPage       = 16 << 20  // bytes of a page, and of a MEMORY.md that is read
	maxScript     = 256 << 20 // bytes of a script that is pinned by its content
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
	root, err := plain.OpenRoot(real)
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
	l := newLoader(ctx, fsys, dir)
	for _, part := range []func(){
		l.manifest, l.tools, l.manifestTools, l.skills, l.agents, l.hooks, l.servers, l.hands, l.rules, l.tour, l.pages, l.checkPages, l.memory, l.checkAgents, l.noteMemory, l.noteManifest,
	} {
		if ctx.Err() != nil {
			break
		}
		part()
	}
	l.remember()
	sortProblems(l.problems.list)
	return l.space, l.problems.list
}

func newSpace(dir string) *Space { return &Space{Dir: dir, sights: &sights{}} }

// A loader collects a Space and its Problems.
type loader struct {
	ctx            context.Context // of this Load
	space          *Space
	problems       *problems
	files          *files
	scripts        *scripts
	loose          *looseReader
	manifestFields object            // of the manifest; nil: there is none that can be read
	manifestSum    string            // its digest
	toolIDs        map[string]string // where the tool with an id stands
}

func newLoader(ctx context.Context, fsys fs.FS, dir string) *loader {
	space, problems := newSpace(dir), &problems{}
	files := newFiles(fsys, problems)
	return &loader{ctx: ctx, space: space, problems: problems, files: files, scripts: newScripts(space, files), loose: newLooseReader(space, files), toolIDs: map[string]string{}}
}

// digest is the SHA-256 of a definition, in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// trimBOM drops the mark that some editors put before the first character.
func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }
