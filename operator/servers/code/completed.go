package code

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/plain"
	"handrail/internal/programs"
	"handrail/operator/paths"
)

// Options behind which JavaScript is given a file that it loads first.
var loaders = []string{"-r", "--require", "--import", "--loader", "--experimental-loader", "--preload"}

// complete adds what a program takes in the place of the name of a file, where it completes one: the file that it takes now, and
// those that it would take before, if they came. Of an option only what is written as a path is one.
func (f *finder) complete(word, dir string, by programs.Completion, option bool) {
	word = strings.TrimPrefix(word, "file://")
	if by.None() || option && !strings.HasPrefix(word, ".") && !strings.HasPrefix(word, "/") && !filepath.IsAbs(word) {
		return
	}
	path := f.at(word, dir)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return
	case err != nil && Named(path) && !slices.ContainsFunc(by.Ends, func(end string) bool { return paths.IsFile(path + end) }):
		return // what comes there comes by its own name
	case err != nil:
		f.tree(path) // a file, or a folder, that may come
	}
	if !f.ended(path, by) && err == nil {
		f.main(path, by)
	}
}

// ended adds the file that a program finds by an ending, and those that come before it.
func (f *finder) ended(path string, by programs.Completion) bool {
	for _, end := range by.Ends {
		if paths.IsFile(path + end) {
			f.program(path + end)
			return true
		}
		f.add(Place{Path: path + end})
	}
	return false
}

// main adds what the package.json of a folder names in its place, which may lie elsewhere. The folder itself is added with all in it.
func (f *finder) main(folder string, by programs.Completion) {
	file, err := plain.Open(filepath.Join(folder, "package.json"))
	if err != nil || !by.Manifest {
		return
	}
	defer func() { _ = file.Close() }() // nothing was written
	const most = 1 << 20
	data, err := io.ReadAll(io.LimitReader(file, most))
	var said struct{ Main, Module any }
	if err != nil || json.Unmarshal(data, &said) != nil {
		return
	}
	for _, field := range []any{said.Main, said.Module} {
		name, ok := field.(string)
		if !ok || name == "" {
			continue
		}
		at := filepath.Join(folder, filepath.FromSlash(name))
		if paths.IsFile(at) {
			f.program(at)
		} else if !f.ended(at, by) {
			f.tree(at)
		}
	}
}
