package code

import (
	"encoding/base64"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/programs"
)

// Options that tell a program what the code it starts may touch: the paths they name are data.
var grants = []string{"--allow-", "--deny-"}

// Words that tell a package manager to run what comes after them.
var verbs = []string{"run", "run-script", "exec", "x", "dlx", "tool", "start", "serve", "dev", "task"}

// Options of package managers and loaders, besides folders and inlines, that take the next word.
var valued = []string{"--package", "--python", "--call", "--userconfig", "--globalconfig", "--env-file", "--config-file", "--with-requirements", "--library-path", "--preload", "--audit", "--argv0", "--index-url", "--index", "--cache", "-cp", "-classpath", "--class-path", "--module-path"}

// own is how many of a command's words belong to the command itself and not to what it starts: a path among them is a source of code. It is 0 for a
// program that no table knows: the paths given to it are what it works on.
func (f *finder) own(name string, words []string, dir string) int {
	how, reads := programs.InterpreterOf(name)
	plain := strings.TrimRight(name, "0123456789.-")
	runs := slices.Contains(fetchers, name) || slices.Contains(projects, name) || slices.Contains(projects, plain) || slices.Contains([]string{"uvx", "pipx", "pipenv"}, name)
	switch {
	case strings.HasPrefix(name, "ld-") || strings.HasPrefix(name, "ld.so"), name == "git", name == "make", name == "gmake", reads && !how.File && !programs.IsShell(name):
		return len(words)
	case !reads && !runs:
		return 0
	}
	before := ""
	for i, word := range words {
		switch {
		case word == "--":
			return min(i+2, len(words))
		case strings.HasPrefix(word, "-"):
			before = word
			continue
		case before == "-m" || runs && before == "--module":
			return i + 1
		case slices.Contains(inlines, before), slices.Contains(folders, before), slices.Contains(valued, before), slices.Contains(how.Takes, before), reads && takesCode(before):
		case strings.HasPrefix(before, "-") && isFolder(f.at(word, dir)):
		case runs && slices.Contains(verbs, word):
		default:
			return i + 1
		}
		before = ""
	}
	return len(words)
}

// takesCode reports whether an option is a group of letters of which the last takes code: -ec.
func takesCode(option string) bool {
	return len(option) > 2 && option[0] == '-' && option[1] != '-' && strings.ContainsRune("ce", rune(option[len(option)-1]))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// takes adds the sources of code that a text names: a word of a program that runs others, or a variable. With trees, folders count too.
func (f *finder) takes(text, dir string, trees bool) {
	if slices.ContainsFunc(grants, func(option string) bool { return strings.HasPrefix(text, option) }) {
		return
	}
	for _, word := range pathsIn(text) {
		path := f.at(word, dir)
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			if trees {
				f.tree(path)
			}
		case err == nil && !info.Mode().IsRegular():
		case err == nil && (Named(path) || info.Mode()&0o111 != 0):
			f.program(path)
		case err == nil:
			f.add(Place{Path: path})
		case trees && strings.ContainsAny(word[:1], "/~.") && !strings.ContainsAny(word, "\"'`%(){}[];,<>|&*?$ \t\n"): // it may come
			f.add(Place{Path: path, Tree: !Named(path), But: f.Ours})
		}
	}
}

// mentions adds the code that a text given to a server names. Its other paths are what the server works on.
func (f *finder) mentions(text, dir string) {
	for _, word := range pathsIn(text) {
		if !strings.ContainsRune(word, filepath.Separator) {
			continue
		}
		path := f.at(word, dir)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && (Named(path) || info.Mode()&0o111 != 0) {
			f.program(path)
		}
	}
}

// line adds what the variables name that a line for a shell sets.
func (f *finder) line(text, dir string) {
	f.takes(text, dir, false)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()", r) }) {
		if name, value, ok := strings.Cut(word, "="); ok && findsCode(name) {
			f.variable(name+"="+strings.Trim(value, `"'`), dir)
		}
	}
}

// mostPaths is how many parts of one text are looked at as paths.
const mostPaths = 4000

// pathsIn are the parts of a text that may be paths: the whole text, what stands between quotes, blanks and signs or is glued to an option, and what a
// file: or data: URL holds.
func pathsIn(text string) []string {
	seen := map[string]bool{}
	var list []string
	add := func(word string) {
		for strings.HasPrefix(word, "//") { // of a URL
			word = word[1:]
		}
		if word != "" && word != "/" && len(word) < 4096 && !strings.ContainsRune(word, 0) && !seen[word] && len(list) < mostPaths {
			seen[word] = true
			list = append(list, word)
		}
	}
	texts := []string{text}
	if plain, err := url.PathUnescape(text); err == nil && plain != text {
		texts = append(texts, plain)
	}
	if _, coded, ok := strings.Cut(text, ";base64,"); ok {
		if plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(coded, "= \t\r\n")); err == nil {
			texts = append(texts, string(plain))
		}
	}
	const quotes, blanks, signs = "'\"`", " \t\r\n", ",;|<>()[]{}=&?*!$#\x00"
	for _, text := range texts {
		for _, apart := range []string{"", quotes, quotes + ":;,=", quotes + blanks + signs, quotes + blanks + signs + ":"} {
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(apart, r) }) {
				add(word)
				add(strings.TrimPrefix(word, "file:"))
				glued(word, add)
			}
		}
	}
	return list
}

// glued adds the path in a word that does not begin with it: -I/lib, -Ilib, @/args.
func glued(word string, add func(string)) {
	if strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && len(word) > 2 {
		add(word[2:])
	}
	for _, begin := range []string{"/", "~/", "./", "../"} {
		if at := strings.Index(word, begin); at > 0 {
			add(word[at:])
		}
	}
}
