package programs

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"handrail/internal/lazy"
)

// Systems install a program under more names than its own: with its version, the machine that it is for, or the
// way in which it was built, and chosen among several of a kind
// (docs/decisions/1017-a-program-by-its-other-names.md).

var (
	machine   = `(?:[a-z0-9_]+-)?[a-z0-9_]+-(?:linux|w64|apple|freebsd|none|unknown)(?:-[a-z0-9_.]+)?`
	forAnyOne = lazy.Regexp(`^` + machine + `-([a-z].*)$`)
	otherwise = lazy.Regexp(`^(.*?[A-Za-z])(?:[-.]?[0-9]{1,3}(?:\.[0-9]+)*)?(?:-` + machine + `)?(?:-im[67]|[.-]q(?:8|16|32)(?:hdri)?|-multiarch|-static|-dbg|-debug|-nox|-gtk|-lucid|-pgtk|\.(?:basic|tiny|nox|gtk[0-9]?(?:-py[0-9])?|athena|motif|gnome|huge|small|openbsd|traditional|mailutils|real|distrib|orig|static|full|minimal))*$`)
)

// Usual is the name under which the tables know a program of this name, which may be the same.
func Usual(name string) string {
	if m := forAnyOne().FindStringSubmatch(name); m != nil {
		name = m[1]
	}
	if m := otherwise().FindStringSubmatch(name); m != nil {
		name = m[1]
	}
	if known, ok := alternatives[name]; ok {
		return known
	}
	return name
}

// alternatives are the names that stand for one of several programs, and other names of the same program.
var alternatives = map[string]string{
	"editor": "vim", "sensible-editor": "vim", "select-editor": "vim", "rvim": "vim", "rview": "vim", "evim": "vim", "eview": "vim", "gview": "vim", "rgvim": "vim", "rgview": "vim", "vimtutor": "vim", "gvimdiff": "vim", "nvimdiff": "vim", "neovim": "vim", "nvi": "vim", "elvis": "vim",
	"pager": "less", "sensible-pager": "less", "gdbtui": "gdb", "bsd-mailx": "mailx", "s-nail": "mailx", "heirloom-mailx": "mailx", "emacsclient": "emacs", "xemacs": "emacs", "original-awk": "awk", "bwk": "awk", "goawk": "awk",
	"posh": "sh", "yash": "sh", "pdksh": "ksh", "lksh": "ksh", "oksh": "ksh", "rksh": "ksh", "rzsh": "zsh", "lbash": "bash", "graphicsmagick": "gm",
}

// Known is the name under which the tables know the program that a word of a command names, with a folder or without: the word's own, the usual one, or
// that of the file to which a link on this machine leads. It is the word's own if no table knows the program.
func Known(word string) string {
	name := Base(word)
	if listed(name) || IsPlain(name) {
		return name
	}
	if known := Usual(name); listed(known) {
		return known
	}
	if to := Base(linked(word)); to != "." {
		_, reads := InterpreterOf(to)
		if _, wraps := Lookup(to); reads || wraps && to != "busybox" && to != "toybox" { // those are a hundred programs
			return to
		}
	}
	return name
}

// listed reports whether a table knows what a program does with its words.
func listed(name string) bool {
	_, wraps := Lookup(name)
	_, careful := CarefulOf(name)
	_, starts := StarterOf(name)
	_, reads := InterpreterOf(name)
	return wraps || careful || starts || reads
}

// links remembers where links to programs lead, by the word and the PATH it was looked up on.
var links sync.Map

// linked is the file to which a link to a program leads; "" if the program is no link or not there.
func linked(word string) string {
	key := [2]string{word, os.Getenv("PATH")}
	if to, ok := links.Load(key); ok {
		return to.(string)
	}
	to := ""
	for _, at := range placesOf(word) {
		info, err := os.Stat(at)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if end, err := filepath.EvalSymlinks(at); err == nil && filepath.Base(end) != filepath.Base(at) {
			to = end
		}
		break
	}
	links.Store(key, to)
	return to
}

// placesOf are the files that a word may name as a program, the likeliest first; none for a path relative to the space.
func placesOf(word string) (list []string) {
	switch {
	case filepath.IsAbs(word):
		return []string{word}
	case strings.ContainsAny(word, `/\\`):
		return nil
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(folder) {
			list = append(list, filepath.Join(folder, word))
		}
	}
	return list
}
