// Package code tells which code a server's command runs from where agents may write, and whether any of it has changed since a moment.
//
// It knows what usual programs load: the script, what lies around it, what a package manager or an interpreter takes from the folder that it starts
// in. A program that reads code from a place that nothing names, or that is named only when it runs, is not known
// (docs/spec/08-mcp.md#the-program-of-a-server).
package code

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/plain"
	"handrail/internal/programs"
	"handrail/internal/render"
	"handrail/operator/paths"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// A Launch is how a server is started.
type Launch struct {
	Command []string // with its arguments
	Dir     string   // the folder that it starts in, absolute
	Path    string   // in which its program is looked for
	Env     []string // its own variables, NAME=value
	Home    string   // the person's home folder
	// Open is where agents may write; Own is the server's own folder, which only it does.
	Open paths.Ground
	Own  string
	// Ours is Handrail's data folder: who names a folder around it does not mean what other servers keep there.
	Ours string
}

// A Place is a file, or a folder with all that lies in it, that holds code. It need not be there.
type Place struct {
	Path string
	Tree bool
	But  string // a folder in it that is none of it; "" if there is none
}

// A finder gathers the places of a launch.
type finder struct {
	Launch
	found []Place
	seen  map[Place]bool
}

// Places are where the code of a server lies that agents may write; none if it lies elsewhere.
func Places(l Launch) []Place {
	f := &finder{Launch: l, seen: map[Place]bool{}}
	for _, variable := range l.Env {
		f.variable(variable, l.Dir)
	}
	text, err := render.Argv(l.Command)
	if err != nil || len(l.Command) == 0 {
		return f.found // it cannot run
	}
	if strings.ContainsRune(l.Command[0], filepath.Separator) {
		f.program(f.at(l.Command[0], l.Dir))
	}
	script := bash.NewReader(l.Home).Read(tools.Preview{Shell: text, Folder: l.Dir, Authored: true})
	for _, c := range script.Commands {
		for _, dir := range f.dirs(c) {
			f.command(c, dir)
		}
	}
	return f.found
}

// dirs are the folders that a command may run in. Where nobody knows, it may be the one that the server starts in.
func (f *finder) dirs(c bash.Command) []string {
	var list []string
	for _, dir := range c.Dirs {
		if dir == "" {
			dir = f.Dir
		}
		list = append(list, dir)
	}
	if len(list) == 0 {
		list = []string{f.Dir}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// findsCode reports whether a variable decides which code is loaded.
func findsCode(name string) bool { return programs.FindsCode(name) || name == "PYTHONPYCACHEPREFIX" }

// variable adds what a variable names that decides which code is loaded. What other variables of the server's stand in it is filled in: bash does so.
func (f *finder) variable(assign, dir string) {
	name, value, _ := strings.Cut(assign, "=")
	if !findsCode(name) {
		return
	}
	f.takes(value, dir, true)
	if filled := os.Expand(value, f.valueOf); filled != value {
		f.takes(filled, dir, true)
	}
	if parts := filepath.SplitList(value); slices.Contains(parts, "") && slices.ContainsFunc([]string{"PATH", "LIB", "PRELOAD", "AUDIT"}, func(end string) bool { return strings.HasSuffix(name, end) }) {
		f.tree(dir) // an empty entry is the folder that it starts in
	}
}

// valueOf is the value of a variable as far as the settings tell.
func (f *finder) valueOf(name string) string {
	for _, variable := range f.Env {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	if name == "HOME" {
		return f.Home
	}
	return ""
}

// command adds what one command loads that runs in a folder.
func (f *finder) command(c bash.Command, dir string) {
	for _, assign := range c.Assigns {
		f.variable(assign, dir)
	}
	for _, read := range c.Reads {
		f.program(f.at(read.Text, dir))
	}
	if len(c.Args) == 0 {
		return
	}
	words := make([]string, 0, len(c.Args))
	for _, a := range c.Args {
		words = append(words, a.Text)
	}
	f.program(f.find(words[0], dir))
	name := strings.TrimSuffix(strings.ToLower(programs.Base(words[0])), ".cmd")
	f.start(name, words[1:], dir)
	var before string
	how, reads := programs.InterpreterOf(name)
	by := programs.CompletionOf(name)
	own, shell := f.own(name, words[1:], dir), programs.IsShell(name)
	for i, word := range words[1:] {
		switch {
		case i < own && shell:
			f.line(word, dir)
		case i < own:
			f.takes(word, dir, true)
		default:
			f.mentions(word, dir)
		}
		loads := slices.Contains(loaders, before) && !by.None()
		first := reads && !loads && !strings.HasPrefix(word, "-") && !slices.Contains(how.Takes, before) && (word != "run" || by.None())
		if option, value, ok := strings.Cut(word, "="); ok && slices.Contains(loaders, option) {
			f.complete(value, dir, by, true)
		} else if loads || first && !slices.Contains(inlines, before) {
			f.complete(word, dir, by, loads)
		}
		f.argument(word, before, dir, first, i < own)
		reads = reads && !first
		before = word
	}
}

// start adds what a program takes from the folder that it starts in.
func (f *finder) start(name string, args []string, dir string) {
	if slices.Contains(fetchers, name) {
		f.modules(dir)
		f.folderRun(args, dir)
		return
	}
	if slices.Contains(projects, name) || slices.Contains(projects, strings.TrimRight(name, "0123456789.-")) {
		f.tree(dir)
		return
	}
	if _, ok := programs.InterpreterOf(name); !ok || programs.IsShell(name) {
		return
	}
	for _, a := range args { // code on the command line loads modules from here
		if !strings.HasPrefix(a, "-") {
			return
		}
		if option, _, _ := strings.Cut(a, "="); slices.Contains(inlines, option) || len(a) > 2 && a[1] != '-' && strings.ContainsAny(a, "mce") {
			f.tree(dir)
			return
		}
	}
}

// Programs that fetch a package, and run it: they look for it in the folder that they start in first.
var fetchers = []string{"npx", "bunx", "pnpx"}

// Programs that run what the folder says that they start in.
var projects = []string{
	"npm", "pnpm", "yarn", "bun", "deno", "uv", "poetry", "pdm", "hatch", "pipenv", "rye", "pixi", "go", "cargo", "dotnet", "mvn", "gradle", "make", "gmake", "just", "task", "rake", "bundle", "composer", "mix",
	"mise", "nix", "tsx", "ts-node", "nodemon", "fastmcp", "mcp",
}

// Options behind which an interpreter is given code, or a module.
var inlines = []string{"-m", "-c", "-e", "-p", "-r", "--eval", "--print", "--import", "--require", "--loader", "--experimental-loader"}

// Options behind which a folder is one with code.
var folders = []string{"-C", "-I", "-S", "--directory", "--project", "--prefix", "--cwd", "--dir", "--from", "--with-editable", "--with", "--manifest-path", "--root", "--working-directory", "--chdir", "--import-path", "--node-path"}

// argument adds what one word of a command names. before is the word in front of it; script says that an interpreter reads it as code, own that
// it is one of what starts the server.
func (f *finder) argument(word, before, dir string, script, own bool) {
	option, value, glued := strings.Cut(word, "=")
	switch {
	case glued && strings.HasPrefix(option, "-"):
		before, word = option, value
	case strings.HasPrefix(word, "-I") && len(word) > 2:
		before, word = "-I", word[2:]
	case glued && option == "pycache_prefix":
		before, word = "--directory", value
	case strings.HasPrefix(word, "-"):
		return
	}
	path := f.at(strings.TrimPrefix(word, "file://"), dir)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		if script { // what stands for its program lies in it
			f.modules(path)
		}
		if script || own && slices.Contains(folders, before) {
			f.tree(path)
		}
	case err == nil && !info.Mode().IsRegular():
	case err == nil && (script || slices.Contains(inlines, before) || Named(path) || info.Mode()&0o111 != 0):
		f.program(path)
	case err == nil && isData(path, info):
	case err == nil, Named(path) && strings.ContainsRune(word, filepath.Separator):
		f.add(Place{Path: path}) // one that is not there yet may come
	}
}

// folderRun adds the folder that a program is given in the place of a package's name.
func (f *finder) folderRun(args []string, dir string) {
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			continue
		}
		path := f.at(strings.TrimPrefix(a, "file:"), dir)
		if info, err := os.Stat(path); err == nil && info.IsDir() && strings.ContainsRune(a, filepath.Separator) {
			f.tree(path)
		}
		return
	}
}

// at is a path as a program in a folder sees it.
func (f *finder) at(word, dir string) string {
	word = paths.Expand(f.Home, word)
	if !filepath.IsAbs(word) {
		word = filepath.Join(dir, filepath.FromSlash(word))
	}
	return filepath.Clean(word)
}

// find is where a program lies; "" if it is not found.
func (f *finder) find(word, dir string) string {
	if strings.ContainsRune(word, filepath.Separator) || strings.Contains(word, "/") {
		return f.at(word, dir)
	}
	for _, at := range filepath.SplitList(f.Path) {
		if path := filepath.Join(at, word); paths.IsFile(path) {
			return path
		}
	}
	return ""
}

// program adds a file that is run, with what lies around it: it may load that.
func (f *finder) program(path string) {
	if path == "" {
		return
	}
	f.around(path)
	real, _, err := paths.Trail(path)
	if err != nil {
		return
	}
	if real != path {
		f.around(real)
	}
	for _, word := range firstLine(real) { // what reads it, and what that is given to start
		if !strings.HasPrefix(word, "-") {
			f.around(f.find(word, filepath.Dir(real)))
		}
	}
}

// firstLine are the words behind "#!" in a file; none if it does not begin so.
func firstLine(path string) []string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := plain.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }() // nothing was written
	start := make([]byte, 256)
	n, _ := io.ReadFull(file, start) // it may be shorter
	line, _, _ := strings.Cut(string(start[:n]), "\n")
	rest, is := strings.CutPrefix(line, "#!")
	if !is {
		return nil
	}
	return strings.Fields(rest)
}

func (f *finder) around(path string) {
	if path == "" || f.Own != "" && paths.Within(path, []string{f.Own}) {
		return
	}
	f.add(Place{Path: path})
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return
	}
	dir := filepath.Dir(path)
	if up := filepath.Dir(dir); paths.IsFile(filepath.Join(up, "pyvenv.cfg")) {
		dir = up
	}
	f.tree(dir)
	f.modules(filepath.Dir(dir))
	if base := filepath.Base(dir); base == "bin" || base == "sbin" { // its libraries
		for _, name := range []string{"lib", "lib64", "libexec"} {
			f.tree(filepath.Join(filepath.Dir(dir), name))
		}
	}
}

// modules adds what JavaScript takes from a folder and the ones around it.
func (f *finder) modules(dir string) {
	if f.Own != "" && paths.Within(dir, []string{f.Own}) {
		return
	}
	for at := dir; f.Open.Crossed(at); at = filepath.Dir(at) {
		for _, name := range []string{"package.json", ".npmrc", "bunfig.toml"} {
			f.add(Place{Path: filepath.Join(at, name)})
		}
		f.tree(filepath.Join(at, "node_modules"))
		if filepath.Dir(at) == at {
			return
		}
	}
}

// tree adds a folder, by its name and where it leads.
func (f *finder) tree(dir string) {
	f.add(Place{Path: dir, Tree: true, But: f.Ours})
}

// add adds a place, if agents may write there and it is not the server's own.
func (f *finder) add(p Place) {
	if f.seen[p] || f.Own != "" && paths.Within(p.Path, []string{f.Own}) {
		return
	}
	f.seen[p] = true
	if f.Open.Crossed(p.Path) {
		f.found = append(f.found, p)
	}
}
