package git

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/programs"
)

// Limits of what counts by one setting.
const (
	mostBases    = 16      // folders from which names are seen
	mostMatching = 200     // files of one pattern
	mostInFolder = 200     // files of a folder that counts whole
	mostBytes    = 1 << 20 // that these hold
	mostScripts  = 3       // scripts of a package that name each other
)

// starts adds what a setting by which git starts something names, seen from a work tree.
func starts(f *finder, e Entry, base string) {
	before := len(f.p.Fixed) + len(f.p.Folders)
	text := strings.TrimPrefix(e.Value, "!")
	startsOf(f, text, base, !isAsked(e), 0)
	switch _, known := f.p.Blind[e.Line()]; {
	case before < len(f.p.Fixed)+len(f.p.Folders):
		f.p.Blind[e.Line()] = "" // in one work tree is enough
	case !known && isUnasked(e) && f.s.Inside(filepath.Join(base, "x")):
		f.p.Blind[e.Line()] = text
	}
}

// startsOf adds what a text names. wide says that git starts it unasked: then a folder that is named counts with what is in it, and what a builder or a
// package manager takes its commands from.
func startsOf(f *finder, text, base string, wide bool, deep int) {
	s := f.texts[text]
	if s == nil {
		s = startingOf(text)
		f.texts[text] = s
	}
	bases := []string{base}
	for _, piece := range s.pieces {
		for _, from := range bases[:len(bases):len(bases)] {
			for _, at := range matching(f, s, piece, from) {
				info, err := os.Stat(at)
				if err == nil && info.IsDir() && f.s.Inside(at) && len(bases) < mostBases && !slices.Contains(bases, at) {
					bases = append(bases, at)
				}
			}
		}
	}
	for _, from := range bases {
		for _, piece := range s.pieces {
			for _, at := range matching(f, s, piece, from) {
				startsAt(f, s, piece, at, wide)
			}
			if s.loads && strings.Contains(piece, ".") && !strings.Contains(piece, "/") {
				startsModule(f, s, piece, from, wide)
			}
		}
		if wide {
			startsManifests(f, s, from, deep)
		}
	}
}

// matching are the paths that a piece may name, seen from a folder, whether they are there or not: those behind $PWD, or what git is asked for, among them.
func matching(f *finder, s *starting, piece, from string) (list []string) {
	if !s.counts(piece) && strings.Trim(piece, ".") != "" {
		return nil
	}
	list = []string{f.expand(piece, from)}
	if strings.HasPrefix(piece, "/") {
		list = append(list, filepath.Join(from, piece))
	}
	if !strings.ContainsAny(piece, "*?[") {
		return list
	}
	var all []string
	for _, pattern := range list {
		if f.s.Inside(pattern) {
			found, _ := filepath.Glob(pattern) // a broken one matches nothing
			all = append(all, found[:min(len(found), mostMatching)]...)
			if fixed, _, _ := strings.Cut(pattern[:strings.IndexAny(pattern, "*?[")]+"\x00", "\x00"); filepath.Dir(fixed) != from {
				all = append(all, filepath.Dir(fixed)) // another one may come to match
			}
		}
	}
	return all
}

// startsAt adds what a piece names at a path.
func startsAt(f *finder, s *starting, piece, at string, wide bool) {
	if !f.s.Inside(at) {
		if s.loads && strings.Trim(piece, "./") == "" { // the work tree itself
			startsEntries(f, at, wide && s.has("node", "nodejs", "bun", "deno", "tsx", "ts-node", "python", "pypy"))
		}
		return
	}
	isGlob := strings.ContainsAny(piece, "*?[")
	info, err := os.Stat(at)
	isFolder := err == nil && info.IsDir()
	switch {
	case isGlob && !wide && !s.shell && !s.loads:
	case isFolder && wide && !s.single && wholeFolder(f, at):
	case isFolder && s.loads:
		startsEntries(f, at, true)
	case isFolder:
	case err == nil || isPath(piece) && !isGlob:
		f.command(at)
	}
	if s.loads && !isGlob {
		startsCompleted(f, s, piece, at)
	}
}

// startsCompleted adds the files that a program of a language takes for a name without an ending, and the name itself, which would come before them.
func startsCompleted(f *finder, s *starting, piece, at string) {
	found := false
	for _, e := range list(filepath.Dir(at)) {
		if stem, ok := strings.CutPrefix(e.Name(), filepath.Base(at)+"."); ok && stem != "" && !e.IsDir() && !strings.Contains(stem, ".") {
			f.command(filepath.Join(filepath.Dir(at), e.Name()))
			found = true
		}
	}
	if info, err := os.Stat(at); found && (err != nil || !info.IsDir()) {
		f.command(at)
	}
	if strings.Contains(piece, "/") && s.has("node", "nodejs", "bun", "tsx", "ts-node") {
		for _, ending := range []string{".js", ".json", ".node", ".cjs", ".mjs"} {
			f.command(at + ending)
		}
	}
}

// startsModule adds the module that a name with dots stands for, and the packages that it is in.
func startsModule(f *finder, s *starting, name, from string, wide bool) {
	parts := strings.Split(name, ".")
	if slices.Contains(parts, "") {
		return
	}
	at := filepath.Join(append([]string{from}, parts...)...)
	if info, err := os.Stat(filepath.Dir(at)); err != nil || !info.IsDir() || !f.s.Inside(filepath.Dir(at)) {
		return
	}
	startsAt(f, s, filepath.Join(parts...), at, wide)
	for _, file := range []string{"__init__.py", "__main__.py"} { // a package comes before a file
		f.command(filepath.Join(at, file))
	}
	for dir := filepath.Dir(at); f.s.Inside(dir) && dir != from; dir = filepath.Dir(dir) {
		f.command(filepath.Join(dir, "__init__.py"))
	}
}

// startsEntries adds the files that a program of a language takes for a folder, if ok.
func startsEntries(f *finder, dir string, ok bool) {
	if !ok {
		return
	}
	names := []string{"index.js", "index.cjs", "index.mjs", "index.json", "index.node", "index.ts", "__main__.py", "__init__.py"}
	pack := packageAt(f, dir)
	if pack.Main != "" {
		for _, ending := range []string{"", ".js", ".cjs", ".mjs", "/index.js"} {
			names = append(names, filepath.FromSlash(pack.Main)+ending)
		}
	}
	for _, name := range append(names, "package.json") {
		at := filepath.Join(dir, name)
		if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() || name == "index.js" {
			f.command(at)
		}
	}
}

// A pack is what package.json says of what is run.
type pack struct {
	Main    string            `json:"main"`
	Scripts map[string]string `json:"scripts"`
}

// packageAt reads the package.json of a folder; what cannot be read says nothing.
func packageAt(f *finder, dir string) (p pack) {
	at := filepath.Join(dir, "package.json")
	f.see(at, false)
	raw, _, err := ReadFile(at, fileLimit)
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return pack{}
	}
	return p
}

// manifestsOf are the files that say what a builder or a package manager runs.
func manifestsOf(program string) []string {
	switch program {
	case "make", "gmake", "bmake":
		return []string{"GNUmakefile", "makefile", "Makefile", "BSDmakefile"}
	case "npm", "pnpm", "yarn", "bun":
		return []string{"package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", "bunfig.toml"}
	case "just":
		return []string{"justfile", ".justfile", "Justfile"}
	case "task", "go-task":
		return []string{"Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml", "Taskfile.dist.yaml"}
	case "rake":
		return []string{"rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"}
	case "deno":
		return []string{"deno.json", "deno.jsonc"}
	}
	return nil
}

// startsManifests adds the files of a folder that say what builders and package managers run, and what a script of a package runs that is named.
func startsManifests(f *finder, s *starting, dir string, deep int) {
	for _, piece := range s.pieces {
		names := manifestsOf(programs.Usual(programs.Base(piece)))
		isThere := slices.ContainsFunc(names, func(name string) bool {
			_, ok := f.see(filepath.Join(dir, name), false)
			return ok
		})
		if !isThere {
			continue
		}
		for _, name := range names {
			f.command(filepath.Join(dir, name))
		}
		if slices.Contains(names, "package.json") && deep < mostScripts {
			for name, text := range packageAt(f, dir).Scripts {
				if slices.Contains(s.pieces, name) {
					startsOf(f, text, dir, true, deep+1)
				}
			}
		}
	}
}

// wholeFolder adds a folder with what is in it. One of a whole project, or that packages are put into, does not count whole.
func wholeFolder(f *finder, dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || !f.s.Inside(real) || slices.Contains(strings.Split(real, string(filepath.Separator)), "node_modules") ||
		slices.ContainsFunc(f.tops, func(l lead) bool { return l.top == real || strings.HasPrefix(l.top, real+string(filepath.Separator)) }) {
		return false
	}
	if slices.Contains(f.p.Folders, real) {
		f.own(real)
		f.p.Folders = append(f.p.Folders, real) // each setting has what it names
		return true
	}
	var files, dirs []string
	size := int64(0)
	err = filepath.WalkDir(real, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			dirs = append(dirs, path)
			if e != nil && e.Name() == ".git" || len(dirs) > mostInFolder {
				return fs.SkipAll
			}
			return nil
		}
		files = append(files, path)
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
		if len(files) > mostInFolder || size > mostBytes {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || len(files) > mostInFolder || size > mostBytes || len(dirs) > mostInFolder || slices.ContainsFunc(dirs, func(at string) bool { return filepath.Base(at) == ".git" }) {
		return false
	}
	f.link(dir)
	f.own(real)
	f.p.Folders = append(f.p.Folders, real)
	for _, at := range dirs {
		f.see(at, false)
	}
	for _, at := range files {
		f.runs(at)
	}
	return true
}
