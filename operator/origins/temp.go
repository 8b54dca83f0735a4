package origins

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"handrail/tools"
)

// The temporary folder of a space is shared by all its conversations, and so is what their programs keep in memory. Snapshots do not see either, so
// both are looked at when a call has ended whose conversation had read text from elsewhere: what lies there then could be that.

// mostTemporary is how many files of the temporary folder are told apart; where there are more, all that programs read there counts.
const mostTemporary = 2000

// A temporary is a file there, as a call has left it.
type temporary struct {
	info    fs.FileInfo
	origins []tools.Origin
}

// noted is what conversations that had read something have left in the temporary folder.
type noted struct {
	dir    string
	files  map[string]temporary
	all    []tools.Origin // of files that are not told apart
	memory []tools.Origin // of /dev/shm, which only the rooms see
}

// Left notes what a call whose conversation had read something may have left in the space's temporary folder.
func (f *Files) Left(dir string, read []tools.Origin) {
	if dir == "" || len(read) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.temp.dir, f.temp.memory = dir, union(f.temp.memory, read)
	files, seen := map[string]temporary{}, 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if seen++; seen > mostTemporary {
			f.temp.all = union(f.temp.all, read)
			return fs.SkipAll
		}
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // what cannot be looked at is noted when it can be
		}
		info, err := d.Info()
		if err != nil {
			return nil //nolint:nilerr // it is gone again
		}
		one := f.temp.files[path]
		if one.info == nil || !same(one.info, info) {
			one.origins = union(one.origins, read)
		}
		one.info = info
		files[path] = one
		return nil
	})
	f.temp.files = files
}

// same reports whether a file is as it was.
func same(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// of is whose words a file of the temporary folder holds; false: it is no such file. f.mu is held.
func (n noted) of(path string) ([]tools.Origin, bool) {
	if n.dir == "" || !strings.HasPrefix(path, n.dir+string(filepath.Separator)) {
		return nil, false
	}
	return union(union(nil, n.files[path].origins), n.all), true
}

// leftIn finds what others have left in the temporary folder and a program may have printed: files that its command names or of which a line
// stands in what it has printed. Of what is kept in memory nobody sees the lines.
func (m *matcher) leftIn(command string) {
	f := m.f
	if strings.Contains(command, "/dev/shm") {
		m.from = append(m.from, f.via("/dev/shm", f.temp.memory)...)
	}
	if len(f.temp.all) > 0 && (strings.Contains(command, "/tmp") || strings.Contains(command, "TMP") || strings.Contains(command, f.temp.dir)) {
		m.from = append(m.from, f.via(f.temp.dir, f.temp.all)...)
	}
	for path := range f.temp.files {
		m.look(path)
	}
}
