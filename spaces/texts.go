package spaces

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Kept makes a Space of contents that were kept, named as they lie in the folder
// dir: what a space was called and what its agents were told when it was trusted.
// What is broken is left out; there is no default agent.
func Kept(ctx context.Context, dir string, files map[string][]byte) *Space {
	space, _ := Load(ctx, kept(files), dir)
	space.Agents = slices.DeleteFunc(space.Agents, func(a Agent) bool { return a.File == "" })
	return space
}

// kept is a file system of contents in memory.
type kept map[string][]byte

// Open implements fs.FS.
func (k kept) Open(name string) (fs.File, error) {
	if data, ok := k[name]; ok {
		return &keptFile{keptInfo: keptInfo{path.Base(name), int64(len(data)), 0o644}, Reader: bytes.NewReader(data)}, nil
	}
	if entries, err := k.ReadDir(name); err == nil {
		return &keptFile{keptInfo: keptInfo{path.Base(name), 0, fs.ModeDir | 0o755}, Reader: bytes.NewReader(nil), entries: entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir implements fs.ReadDirFS.
func (k kept) ReadDir(name string) ([]fs.DirEntry, error) {
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	found := map[string]fs.DirEntry{}
	for file, data := range k {
		rest, ok := strings.CutPrefix(file, prefix)
		if !ok || rest == "" {
			continue
		}
		info := keptInfo{rest, int64(len(data)), 0o644}
		if first, _, below := strings.Cut(rest, "/"); below {
			info = keptInfo{first, 0, fs.ModeDir | 0o755}
		}
		found[info.name] = fs.FileInfoToDirEntry(info)
	}
	if len(found) == 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	list := make([]fs.DirEntry, 0, len(found))
	for _, e := range found {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// keptInfo is what is known of a kept file.
type keptInfo struct {
	name string
	size int64
	mode fs.FileMode
}

// Name implements fs.FileInfo.
func (i keptInfo) Name() string { return i.name }

// Size implements fs.FileInfo.
func (i keptInfo) Size() int64 { return i.size }

// Mode implements fs.FileInfo.
func (i keptInfo) Mode() fs.FileMode { return i.mode }

// ModTime implements fs.FileInfo: when it was kept does not matter.
func (i keptInfo) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (i keptInfo) IsDir() bool { return i.mode.IsDir() }

// Sys implements fs.FileInfo.
func (i keptInfo) Sys() any { return nil }

// keptFile is a kept file or folder that is open.
type keptFile struct {
	keptInfo
	*bytes.Reader
	entries []fs.DirEntry
}

// Stat implements fs.File.
func (f *keptFile) Stat() (fs.FileInfo, error) { return f.keptInfo, nil }

// Size implements fs.FileInfo; the Reader has one as well.
func (f *keptFile) Size() int64 { return f.size }

// Close implements fs.File.
func (f *keptFile) Close() error { return nil }

// ReadDir implements fs.ReadDirFile.
func (f *keptFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.entries) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.entries) {
		n = len(f.entries)
	}
	list := f.entries[:n]
	f.entries = f.entries[n:]
	return list, nil
}
