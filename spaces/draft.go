package spaces

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"handrail/internal/plain"
)

// Draft loads the folder dir as it would be if its file name, relative to it with slashes, had
// this text. Nothing is written, and nothing runs. It fails where Open does.
func Draft(ctx context.Context, dir, name string, text []byte) (*Space, []Problem, error) {
	root, err := plain.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open space: %w", err)
	}
	defer func() { _ = root.Close() }() // nothing was written
	space, problems := Load(ctx, drafted{root.FS(), kept{name: text}, name}, dir)
	return space, problems, ctx.Err()
}

// drafted is a folder in which one file is another one, or new.
type drafted struct {
	folder fs.FS
	draft  kept
	name   string // of the file
}

// Open implements fs.FS.
func (d drafted) Open(name string) (fs.File, error) {
	if name == d.name {
		return d.draft.Open(name)
	}
	return d.folder.Open(name)
}

// Stat implements fs.StatFS.
func (d drafted) Stat(name string) (fs.FileInfo, error) {
	if name == d.name {
		return fs.Stat(d.draft, name)
	}
	return fs.Stat(d.folder, name)
}

// ReadDir implements fs.ReadDirFS. Folders that lie on the way to a new file are there too.
func (d drafted) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(d.folder, name)
	if name != path.Dir(d.name) && !strings.HasPrefix(d.name, name+"/") {
		return entries, err
	}
	added, _ := d.draft.ReadDir(name) // it lies there
	for _, e := range added {
		i := slices.IndexFunc(entries, func(old fs.DirEntry) bool { return old.Name() == e.Name() })
		switch {
		case i < 0:
			entries = append(entries, e)
		case !e.IsDir():
			entries[i] = e
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}
