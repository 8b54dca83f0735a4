package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/programs"
)

// Limits of what is read for direnv.
const (
	envrcLimit  = 64 << 10
	deepestEnv  = 4   // files that source each other
	mostOnPath  = 200 // files of a folder on PATH that the index has
	mostChanged = 8   // folders that one file changes into
	fileOfEnvrc = ".envrc"
)

// An envrc is what a file of direnv's, or of mise, names: the person approves that file, by its own text alone.
type envrc struct {
	files    []string // that it reads as code, or for variables
	apart    []string // the same, and what they name is seen from where they lie
	patterns []string // of files that it reads as code
	folders  []string // in which programs are looked for
	code     []string // files and folders that other variables name by which programs find code or settings
	texts    []string // other commands
	changes  []string // folders that it changes into
	vague    bool     // it reads as code what is named only when it runs

	evals bool                // it runs what a command prints
	said  []string            // paths that commands name which are not known to only name them
	grown []string            // variables that something is added to
	vars  map[string][]string // what variables are given, anywhere
}

// benign are commands of direnv's, and of the shell, by whose words nothing is run.
var benign = []string{
	"watch_file", "watch_dir", "log_status", "log_error", "has", "unset", "strict_env", "env_vars_required", "direnv_version", "echo", "printf", "[", "[[", "test",
	"source_up", "source_up_if_exists", "source_url", "MANPATH_add", "path_rm", "PATH_rm", "read", "set", "shopt", "return", "exit", "true", "false", "popd", "esac", "fi", "for", "select",
}

// add reads one command of a text. whole is that with what it is piped to.
func (e *envrc) add(words []string, whole string) {
	for len(words) > 0 {
		name, value, assigns := strings.Cut(words[0], "=")
		name = strings.TrimSuffix(name, "+")
		if !assigns || !isName(name) {
			break
		}
		e.assigned(name, value)
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return w == "" || w[0] == '-' || w[0] == '#' })
	switch words[0] {
	case "source", ".":
		e.reads(&e.files, operands[:min(1, len(operands))])
		e.reads(&e.files, slices.DeleteFunc(slices.Clone(operands[min(1, len(operands)):]), func(w string) bool { return !isPath(w) }))
	case "source_env", "source_env_if_exists":
		e.reads(&e.apart, operands)
	case "dotenv", "dotenv_if_exists":
		if len(operands) == 0 {
			operands = []string{".env"}
		}
		e.reads(&e.files, operands)
	case "PATH_add":
		e.folders = append(e.folders, flat(operands)...)
	case "load_prefix":
		for _, dir := range flat(operands) {
			e.folders = append(e.folders, dir+"/bin")
		}
	case "path_add":
		if len(operands) > 1 {
			e.assigned(operands[0], strings.Join(operands[1:], ":"))
		}
	case "cd", "pushd":
		e.changes = append(e.changes, flat(operands)...)
	case "use", "use_nix", "use_flake", "use_devenv", "layout":
		e.uses(words[0], operands)
	default:
		if slices.Contains(benign, words[0]) {
			return
		}
		e.vague = e.vague || strings.HasPrefix(words[0], unknown)
		if i := slices.IndexFunc(words, func(w string) bool { return w == "source" || w == "." }); i > 0 && i+1 < len(words) && !takesFolders(words[0]) {
			e.reads(&e.files, words[i+1:i+2]) // behind the pattern of a case, or the name of a function
		}
		if !slices.Contains(e.texts, whole) {
			e.texts = append(e.texts, whole)
		}
	}
}

// takesFolders reports whether a command may have a dot among its words that is a folder.
func takesFolders(name string) bool {
	return slices.Contains([]string{"find", "realpath", "readlink", "git", "ls", "grep", "rg", "fd", "cp", "mv", "rsync", "dirname", "go", "pip", "pip3", "uv", "npm"}, name)
}

// assigned notes what a variable is given, if that decides where programs find code or settings.
func (e *envrc) assigned(name, value string) {
	switch {
	case name == "PATH":
		e.folders = append(e.folders, flat([]string{value})...)
	case programs.FindsCode(name) || programs.NamesSettings(name):
		e.code = append(e.code, flat([]string{value})...)
		for _, word := range strings.Fields(value) { // of a command
			if word != value && isPath(word) {
				e.code = append(e.code, flat([]string{word})...)
			}
		}
	}
}

// uses notes what direnv's own ways to set up an environment read in the folder.
func (e *envrc) uses(by string, operands []string) {
	if by == "use" || by == "layout" {
		if len(operands) == 0 {
			return
		}
		by, operands = by+"_"+operands[0], operands[1:]
	}
	of := func(names ...string) {
		dirs := []string{"."}
		for _, at := range operands {
			at, _, _ = strings.Cut(strings.TrimPrefix(at, "path:"), "#")
			dirs = append(dirs, flat([]string{strings.TrimPrefix(at, "git+file:")})...)
		}
		for _, dir := range dirs {
			for _, name := range names {
				e.code = append(e.code, dir+"/"+name)
			}
			if dir != "." && isPath(dir) {
				e.code = append(e.code, dir)
			}
		}
	}
	switch by {
	case "use_flake":
		of("flake.nix", "flake.lock")
	case "use_nix":
		of("shell.nix", "default.nix")
	case "use_devenv":
		of("devenv.nix", "devenv.yaml", "devenv.lock", "devenv.local.nix")
	case "use_guix":
		of("guix.scm", "manifest.scm", "channels.scm")
	case "layout_go":
		e.folders = append(e.folders, "bin")
	case "layout_node":
		e.folders = append(e.folders, "node_modules/.bin")
	case "layout_php":
		e.folders = append(e.folders, "vendor/bin")
	}
}

// reads notes words that name what is read as code.
func (e *envrc) reads(list *[]string, words []string) {
	for _, word := range words {
		if strings.Trim(word, hole+unknown) == "" {
			e.vague = e.vague || strings.Contains(word, unknown)
			continue
		}
		e.vague = e.vague || strings.HasPrefix(word, unknown)
		rest := strings.TrimLeft(word, hole+unknown)
		begins := len(rest) < len(word) && !strings.HasPrefix(rest, "/") // in the middle of a name
		if !begins && !strings.ContainsAny(rest, hole+unknown+"*?[") {
			*list = append(*list, rest)
			continue
		}
		if plain := strings.NewReplacer(hole, "", unknown, "").Replace(word); !strings.ContainsAny(plain, "*?[") && strings.Trim(plain, "./") != "" { // by what stands in a variable's place
			*list = append(*list, plain)
		}
		pattern := strings.NewReplacer(hole, "*", unknown, "*").Replace(rest)
		if strings.Trim(pattern, "*?./") == "" { // any file
			e.vague = true
			continue
		}
		if begins {
			pattern = "*" + pattern
		}
		e.patterns = append(e.patterns, pattern)
	}
}

// flat are the places that words name: each part of a list, behind what is known only when it runs.
func flat(words []string) (list []string) {
	for _, w := range words {
		list = append(list, strings.FieldsFunc(w, func(r rune) bool { return r == ':' || strings.ContainsRune(hole+unknown, r) })...)
	}
	return list
}

// entered adds what the .envrc of a folder, or its settings of mise, name.
func entered(f *finder, top string) {
	direnvFile(f, filepath.Join(top, fileOfEnvrc), top, 0)
	for _, file := range miseIn(f, top) {
		f.see(file, false)
		if raw, _, err := ReadFile(file, envrcLimit); err == nil {
			addNamed(f, miseOf(string(raw)), top, deepestEnv)
		}
	}
}

func direnvFile(f *finder, file, base string, deep int) {
	f.see(file, false)
	raw, _, err := ReadFile(file, envrcLimit)
	if err != nil || deep > deepestEnv {
		return
	}
	e := envrcOf(string(raw))
	addNamed(f, e, base, deep)
	if !e.vague && !e.evals {
		return
	}
	for _, word := range e.said { // whatever it does with them
		if strings.ContainsAny(word, "*?[") {
			for _, at := range addPattern(f, word, base) {
				addSourced(f, at, base, false, deep)
			}
		} else if info, err := os.Stat(inside(f, word, base)); e.vague && err == nil && info.Mode().IsRegular() {
			addSourced(f, inside(f, word, base), base, false, deep)
		}
	}
	if !e.vague {
		return
	}
	text := strings.Join(e.texts, "\n")
	for _, word := range shellWords(text) {
		if strings.Contains(word, "/") && tells(word) && strings.ContainsAny(word, "*?[") {
			addPattern(f, strings.NewReplacer(hole, "*", unknown, "*").Replace(word), base)
		}
	}
	startsOf(f, "source "+kept(text, func(word string) bool { return tells(word) && strings.Contains(word, "/") }), base, true, 0)
	if f.s.Inside(filepath.Join(base, "x")) && !slices.Contains(f.p.Vague, file) {
		f.p.Vague = append(f.p.Vague, file)
	}
}

// addNamed adds what a file names, seen from a folder.
func addNamed(f *finder, e envrc, base string, deep int) {
	bases := []string{base}
	for _, name := range e.changes {
		if at := inside(f, name, base); len(bases) < mostChanged && f.s.Inside(at) && !slices.Contains(bases, at) {
			bases = append(bases, at)
		}
	}
	for _, from := range bases {
		for _, name := range slices.Concat(e.files, e.apart) {
			addSourced(f, inside(f, name, from), from, slices.Contains(e.apart, name), deep)
		}
		for _, pattern := range e.patterns {
			for _, at := range addPattern(f, pattern, from) {
				addSourced(f, at, from, false, deep)
			}
		}
		for _, text := range e.texts {
			startsOf(f, kept(text, tells), from, runsFiles(text), 0)
		}
	}
	for _, name := range e.folders {
		at := inside(f, name, base)
		f.p.Programs = append(f.p.Programs, at)
		onPath(f, at)
	}
	for _, name := range e.code {
		at := inside(f, name, base)
		f.p.Patterns = append(f.p.Patterns, at)
		onPath(f, at)
	}
}

// kept is a text without the words that are a pattern and do not count.
func kept(text string, counts func(word string) bool) string {
	return strings.Join(slices.DeleteFunc(shellWords(text), func(word string) bool { return strings.ContainsAny(word, "*?[") && !counts(word) }), " ")
}

// tells reports whether a pattern has a name in it.
func tells(word string) bool { return strings.Trim(word, hole+unknown+"*?./[]") != "" }

// addSourced adds a file that is read as code, and what it names.
func addSourced(f *finder, at, from string, apart bool, deep int) {
	if info, err := os.Stat(at); err == nil && info.IsDir() { // as source_env takes it
		at = filepath.Join(at, fileOfEnvrc)
	}
	if f.command(at); f.s.Inside(at) {
		if apart {
			from = filepath.Dir(at)
		}
		direnvFile(f, at, from, deep+1)
	}
}

// addPattern notes a pattern of files that are read as code: what matches later is told. It returns what matches now.
func addPattern(f *finder, pattern, base string) []string {
	at := inside(f, strings.ReplaceAll(pattern, "**", "*"), base)
	if !f.s.Inside(at) || slices.Contains(f.p.Patterns, at) {
		return nil
	}
	f.p.Patterns = append(f.p.Patterns, at)
	found, _ := filepath.Glob(at) // a pattern that is none matches nothing, in a shell as well
	return slices.DeleteFunc(found[:min(len(found), mostMatching)], func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || info.IsDir()
	})
}

// runsFiles reports whether a command starts files that it finds in folders, or by files of known names: an interpreter, a builder. What only asks a
// package manager where it lies runs none.
func runsFiles(text string) bool {
	words := strings.FieldsFunc(text, isShellSign)
	return startingOf(text).runs && !slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"venv", "virtualenv", "bin", "root", "prefix", "config", "--version", "-v", "-V"}, w)
	})
}

// inside is where a name leads, seen from a folder; behind a variable it is seen from there, too.
func inside(f *finder, name, base string) string {
	if at := f.expand(name, base); !strings.HasPrefix(name, "/") || f.s.Inside(at) {
		return at
	}
	return filepath.Join(base, name)
}

// onPath adds what the person has committed of a folder in which programs are looked for: what is built into it comes and goes.
func onPath(f *finder, dir string) {
	info, err := os.Stat(dir)
	if err != nil || !f.s.Inside(dir) {
		return
	}
	if info.Mode().IsRegular() { // of a variable that names a file
		f.command(dir)
		return
	}
	many := 0
	for _, l := range f.tops {
		rel, err := filepath.Rel(l.top, dir)
		if err != nil || !filepath.IsLocal(rel) || l.dir == "" {
			continue
		}
		for name := range Indexed(l.dir, func(name string) bool { return strings.HasPrefix(name, filepath.ToSlash(rel)+"/") }) {
			if many++; many <= mostOnPath {
				f.command(filepath.Join(l.top, filepath.FromSlash(name)))
			}
		}
	}
}

// Entered are the folders, relative to one and with slashes, in which programs are looked for by its .envrc or its settings of mise, and the other
// names and patterns by which these find what is read as code.
func Entered(top string) (folders, names []string) {
	for _, name := range append([]string{fileOfEnvrc}, miseFiles...) {
		if _, err := os.Lstat(filepath.Join(top, filepath.FromSlash(name))); err == nil {
			break
		} else if name == miseFiles[len(miseFiles)-1] {
			return nil, nil
		}
	}
	f := newFinder(Search{Inside: func(path string) bool { return path != top && strings.HasPrefix(path, top+string(filepath.Separator)) }})
	entered(f, top)
	relative := func(list []string) (found []string) {
		for _, at := range list {
			rel, err := filepath.Rel(top, at)
			if name := filepath.ToSlash(rel); err == nil && filepath.IsLocal(rel) && rel != "." && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
		return found
	}
	return relative(f.p.Programs), relative(f.p.Patterns)
}
