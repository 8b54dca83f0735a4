package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
)

// Limits of what is read for direnv.
const (
	envrcLimit  = 64 << 10
	deepestEnv  = 4   // files that source each other
	mostOnPath  = 200 // files of a folder on PATH that the index has
	fileOfEnvrc = ".envrc"
)

// An envrc is what a file of direnv's, or of mise, names: the person approves that file, by its own text alone.
type envrc struct {
	files   []string // that it reads as code, or for variables
	apart   []string // the same, and what they name is seen from where they lie
	folders []string // in which programs are looked for
	texts   []string // other commands
}

var (
	substituted = lazy.Regexp("\\$\\(([^()]*)\\)|`([^`]*)`")
	envCommands = lazy.Regexp(`[;\n]|&&|\|\|`)
)

// envrcOf reads a file of direnv's.
func envrcOf(text string) (e envrc) {
	for _, m := range substituted().FindAllStringSubmatch(text, -1) {
		e.texts = append(e.texts, m[1]+m[2])
	}
	for _, part := range envCommands().Split(strings.ReplaceAll(text, "\\\n", " "), -1) {
		if part = strings.TrimSpace(part); part == "" || part[0] == '#' {
			continue
		}
		words := shellWords(part)
		for len(words) > 1 && slices.Contains([]string{"if", "then", "else", "elif", "do", "while", "!", "export", "{"}, words[0]) {
			words = words[1:]
		}
		if len(words) > 0 {
			e.add(part, words)
		}
	}
	return e
}

// add reads one command.
func (e *envrc) add(part string, words []string) {
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return w == "" || w[0] == '-' || w[0] == '#' })
	name, value, assigns := strings.Cut(words[0], "=")
	places := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == 0 })
	}
	switch words[0] {
	case "source", ".":
		e.files = append(e.files, flat(operands, places)...)
	case "source_env", "source_env_if_exists":
		e.apart = append(e.apart, flat(operands, places)...)
	case "dotenv", "dotenv_if_exists":
		if len(operands) == 0 {
			operands = []string{".env"}
		}
		e.files = append(e.files, flat(operands, places)...)
	case "PATH_add":
		e.folders = append(e.folders, flat(operands, places)...)
	case "path_add":
		if len(operands) > 1 && programs.FindsCode(operands[0]) {
			e.folders = append(e.folders, flat(operands[1:], places)...)
		}
	case "watch_file", "watch_dir", "layout", "use", "log_status", "log_error", "has", "unset", "strict_env", "env_vars_required", "direnv_version", "echo", "[", "[[", "test", "source_up", "source_up_if_exists", "source_url", "MANPATH_add":
	default:
		if !assigns {
			e.texts = append(e.texts, part)
		} else if programs.FindsCode(name) {
			e.folders = append(e.folders, places(value)...)
		}
	}
}

var (
	miseLine = lazy.Regexp(`(?m)^\s*(?:env\.)?(_\.source|_\.file|_\.path|enter|leave|cd)\s*=\s*(.*)$`)
	quoted   = lazy.Regexp(`"([^"]*)"|'([^']*)'`)
)

// miseOf reads settings of mise, as far as they name what it runs, or reads for variables, in the shell that enters the folder.
func miseOf(text string) (e envrc) {
	for _, m := range miseLine().FindAllStringSubmatch(text, -1) {
		for _, q := range quoted().FindAllStringSubmatch(m[2], -1) {
			name := q[1] + q[2]
			if rest, ok := strings.CutPrefix(name, "{{config_root}}"); ok {
				name = strings.TrimPrefix(rest, "/")
			}
			switch m[1] {
			case "_.source", "_.file":
				e.files = append(e.files, name)
			case "_.path":
				e.folders = append(e.folders, name)
			default:
				e.texts = append(e.texts, name)
			}
		}
	}
	return e
}

// flat are the places that words name.
func flat(words []string, places func(string) []string) (list []string) {
	for _, w := range words {
		list = append(list, places(w)...)
	}
	return list
}

// entered adds what the .envrc of a folder, or its settings of mise, name.
func entered(f *finder, top string) {
	direnvFile(f, filepath.Join(top, fileOfEnvrc), top, 0)
	for _, name := range []string{"mise.toml", ".mise.toml", "mise.local.toml", ".mise.local.toml"} {
		f.see(filepath.Join(top, name), false)
		if raw, _, err := ReadFile(filepath.Join(top, name), envrcLimit); err == nil {
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
	addNamed(f, envrcOf(string(raw)), base, deep)
}

// addNamed adds what a file names, seen from a folder.
func addNamed(f *finder, e envrc, base string, deep int) {
	for _, name := range slices.Concat(e.files, e.apart) {
		at := inside(f, name, base)
		if info, err := os.Stat(at); err == nil && info.IsDir() { // as source_env takes it
			at = filepath.Join(at, fileOfEnvrc)
		}
		if f.command(at); f.s.Inside(at) {
			from := base
			if slices.Contains(e.apart, name) {
				from = filepath.Dir(at)
			}
			direnvFile(f, at, from, deep+1)
		}
	}
	for _, name := range e.folders {
		onPath(f, inside(f, name, base))
	}
	for _, text := range e.texts {
		startsOf(f, text, base, false, 0)
	}
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

// OnPath are the folders, relative to one and with slashes, in which programs are looked for by its .envrc.
func OnPath(top string) (folders []string) {
	raw, _, err := ReadFile(filepath.Join(top, fileOfEnvrc), envrcLimit)
	if err != nil {
		return nil
	}
	for _, name := range envrcOf(string(raw)).folders {
		if rel, ok := strings.CutPrefix(name, top); ok {
			name = rel
		}
		name = filepath.ToSlash(filepath.Clean(strings.TrimPrefix(name, "/")))
		if filepath.IsLocal(name) && name != "." && !slices.Contains(strings.Split(name, "/"), "node_modules") {
			folders = append(folders, name)
		}
	}
	return folders
}
