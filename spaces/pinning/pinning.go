// Package pinning tells what of a command cannot be pinned: code in the space that it runs
// and that nothing holds to what the person trusted (docs/spec/10-hooks.md#what-cannot-be-pinned).
//
// It knows what usual programs run. It is no boundary: what holds a program are the walls.
package pinning

import (
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// A Loose is code that a command runs and that cannot be pinned.
type Loose struct {
	Command string // as far as it is known: "npm run check"
	Why     string // a clause: "package.json says what it runs"
	// Unfit says that the command must not run at all: what it runs is no script of its
	// author's.
	Unfit bool
}

// Why nobody can say which file a command runs.
const (
	late      = "what it runs is named only when it runs"
	byPattern = "a pattern names what it runs"
)

// IsLate reports whether a text, read in a folder, runs a file that is known only when it runs.
func (r *Reader) IsLate(text, folder string) bool {
	return slices.ContainsFunc(r.Shell(text, nil, folder, func(string, programs.Completion) bool { return true }), func(l Loose) bool { return l.Why == late || l.Why == byPattern })
}

// A Reader looks for what cannot be pinned. It is safe for concurrent use.
type Reader struct {
	shell *bash.Reader
	dir   string // of the space
	home  string
}

// New makes a Reader for the commands of a space. dir is the space's folder, home the
// person's.
func New(dir, home string) *Reader { return &Reader{shell: bash.NewReader(home), dir: dir, home: home} }

// most is how many findings are told of one command.
const most = 8

// Pinned reports whether a file, named in a command as it is written here, runs as it was trusted, and with it what the program
// that is given its name takes in its place.
type Pinned func(name string, by programs.Completion) bool

// nothing is Pinned where no file is.
func nothing(string, programs.Completion) bool { return false }

// Shell reads the text of a command that runs in a folder; values are the parts of it that
// come from a call.
func (r *Reader) Shell(text string, values []tools.Span, folder string, pinned Pinned) []Loose {
	return r.read(text, values, place{r: r, folder: folder, pinned: pinned})
}

// Script is Shell for the text of a script of the space that runs from a private copy: no
// file that it names is the one that was trusted. What its own variables name is taken for
// arguments, unless it is written as a path.
func (r *Reader) Script(text string) []Loose {
	at := place{r: r, folder: r.dir, pinned: nothing, lenient: true}
	for _, m := range loops().FindAllStringSubmatch(text, -1) {
		if strings.ContainsAny(m[2], "/*?[") {
			at.files = append(at.files, m[1])
		}
	}
	at.files = append(at.files, filledBy(text)...)
	return r.read(text, nil, at)
}

// loops are a script's loops over words: the variable, and the words.
var loops = lazy.Regexp(`\bfor\s+(\w+)\s+in\s+([^;\n]*)`)

// ofFiles reports whether a word holds a variable of a loop over files, or another that holds some.
func (p place) ofFiles(text string) bool {
	return slices.ContainsFunc(variablesIn(text), func(name string) bool { return slices.Contains(p.files, name) })
}

func (r *Reader) read(text string, values []tools.Span, at place) []Loose {
	folder := at.folder
	script := r.shell.Read(tools.Preview{Shell: text, Folder: folder, Authored: true, Values: values})
	var list []Loose
	note := func(found Loose) {
		if found.Why != "" && !slices.Contains(list, found) && (len(list) < most || found.Unfit) {
			list = append(list, found)
		}
	}
	var scripts []ran
	at.scripts = &scripts
	at.led = at.led || led().MatchString(text)
	if at.lenient {
		at.files = at.holding(script.Given)
	}
	for _, c := range script.Commands {
		at.unfit = new(string)
		note(Loose{Command: short(c.Line()), Why: r.look(c, at)})
		note(Loose{Command: short(c.Line()), Why: *at.unfit, Unfit: true})
	}
	for _, name := range script.Sets {
		if programs.FindsCode(name) {
			note(Loose{Command: short(name), Why: name + " decides what programs run, and is set while it runs"})
		}
	}
	if twice, ok := namedTwice(scripts, script.Commands); ok && len(values) > 0 {
		note(Loose{Command: twice.name, Why: "it runs " + twice.name + ", which the command names a second time, by another name", Unfit: true})
	}
	return list
}

// short is a command as it fits into a sentence.
func short(line string) string {
	const limit = 80
	line = strings.Join(strings.Fields(line), " ")
	if len(line) > limit {
		line = strings.ToValidUTF8(line[:limit], "") + " …"
	}
	return line
}

// look says why what one command runs cannot be pinned; "" if it can.
func (r *Reader) look(c bash.Command, place place) string {
	place.dirs = c.Dirs
	if why := place.variables(c); why != "" || len(c.Args) == 0 {
		return why
	}
	program := c.Args[0]
	program.Glob = program.Glob && program.Text != "["
	if program.Known && !program.Glob && !program.Value && !strings.Contains(program.Text, "/") {
		return place.named(programs.Known(program.Text), c)
	}
	if why := place.runs(program); why != "" {
		return why
	}
	return place.named(programs.Known(program.Text), c)
}

// runsFound reports whether a find runs the files that it finds.
func runsFound(args []bash.Word) bool {
	for i, a := range args[:max(0, len(args)-1)] {
		if slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, a.Text) && strings.HasPrefix(args[i+1].Text, "{}") {
			return true
		}
	}
	return false
}

// inSpace reports whether a path, seen from the folders in which a command may run, lies in
// the space; known is false if nobody can say.
func (r *Reader) inSpace(name string, dirs []string) (in, known bool) {
	if len(dirs) == 0 {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		at := filepath.FromSlash(name)
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			at = filepath.Join(r.home, filepath.FromSlash(rest))
		}
		if !filepath.IsAbs(at) {
			if dir == "" {
				return false, false
			}
			at = filepath.Join(dir, at)
		}
		if at = filepath.Clean(at); at == r.dir || strings.HasPrefix(at, r.dir+string(filepath.Separator)) {
			return true, true
		}
	}
	return false, true
}

// closed reports whether a path lies where the space declares things: programs only read that
// folder, and the person is asked before a file tool changes it (docs/spec/11-guard.md#protected-files).
func (r *Reader) closed(name string, dirs []string) bool {
	at := filepath.FromSlash(name)
	if !filepath.IsAbs(at) {
		if len(dirs) != 1 || dirs[0] == "" {
			return false
		}
		at = filepath.Join(dirs[0], at)
	}
	return strings.HasPrefix(filepath.Clean(at), filepath.Join(r.dir, "agent")+string(filepath.Separator))
}

// A place is where a command stands.
type place struct {
	r      *Reader
	dirs   []string
	folder string
	pinned Pinned
	// lenient: what is known only when it runs is no finding, unless it is written as a path.
	lenient bool
	files   []string            // variables of loops over files, and what else is no argument
	led     bool                // its shell's own standard input is led elsewhere
	by      programs.Completion // of the interpreter whose script is looked at
	scripts *[]ran              // what an interpreter runs is added here
	unfit   *string             // why what it runs is no script
}

// runs says why a file that a command runs, as a program or as a script, cannot be pinned.
func (p place) runs(file bash.Word) string {
	for _, name := range []string{"$SPACE_DIR/", "${SPACE_DIR}/"} { // hooks are told it
		if rest, ok := strings.CutPrefix(file.Text, name); ok && !file.Known && !strings.ContainsAny(rest, "$`*?[") {
			file.Text, file.Known = filepath.Join(p.r.dir, filepath.FromSlash(rest)), true
		}
	}
	switch {
	case p.lenient && !file.Known && !strings.Contains(file.Text, "/") && !p.ofFiles(file.Text):
		return ""
	case file.Value:
		return "a value names what it runs"
	case file.Glob, file.Known && p.matches(file.Text):
		return byPattern
	case !file.Known, strings.HasPrefix(file.Text, "~") && !strings.HasPrefix(file.Text, "~/"): // ~+ is the folder it runs in, ~- the one before
		return late
	}
	in, known := p.r.inSpace(file.Text, p.dirs)
	switch {
	case !known:
		return "it runs " + file.Text + " from a folder that is known only when it runs"
	case !in && written(file.Text):
		return "it runs " + file.Text + ", from a folder that it may write to itself"
	case !in:
		return ""
	case p.r.closed(file.Text, p.dirs):
		if !p.by.None() && len(p.dirs) == 1 && p.dirs[0] == p.folder {
			p.pinned(file.Text, p.by)
		}
		return ""
	case len(p.dirs) != 1 || p.dirs[0] != p.folder:
		return "it runs " + file.Text + " from another folder"
	case !p.pinned(file.Text, p.by):
		return "it runs " + file.Text
	}
	return ""
}

// matches reports whether a word is a pattern that files of the space may match. In quotes a shell takes it as it is written, but
// a variable, an argument or an entry of a list in quotes has such a text before its pattern is looked up.
func (p place) matches(text string) bool {
	at := strings.IndexAny(text, "*?[")
	if at < 0 || strings.Contains(text[at:], "..") {
		return at >= 0
	}
	folder := filepath.Dir(bash.ExpandHome(text[:at]+"x", p.r.home))
	if in, known := p.r.inSpace(folder, p.dirs); in || !known {
		return true
	}
	return slices.ContainsFunc(absolute(folder, p.dirs), func(around string) bool {
		return strings.HasPrefix(p.r.dir, strings.TrimSuffix(around, string(filepath.Separator))+string(filepath.Separator))
	})
}

// script is runs for the file that an interpreter reads.
func (p place) script(file bash.Word) string {
	if file.Known && !file.Value && !file.Glob && !p.lenient {
		if in, known := p.r.inSpace(file.Text, p.dirs); in && known {
			*p.unfit = p.r.noFile(file.Text, p.dirs)
			for _, at := range absolute(file.Text, p.dirs) {
				*p.scripts = append(*p.scripts, ran{file.Text, at})
			}
		}
	}
	return p.runs(file)
}

// named says why a program, known by its name, runs what cannot be pinned.
func (p place) named(name string, c bash.Command) string {
	args := c.Args[1:]
	p.by = programs.CompletionOf(name)
	if (name == "find" || name == "fd" || name == "fdfind") && runsFound(args) {
		return "it runs what it finds"
	}
	if why := p.loads(name, c); why != "" {
		return why
	}
	if why, ok := runner(programs.Usual(name), args); ok {
		return why
	}
	if wrap, ok := programs.Lookup(name); ok && wrap.Package {
		return "it runs a package that the space may hold"
	}
	if wrap, ok := programs.Lookup(name); ok {
		if why := p.opensShell(wrap, c); why != "" {
			return why
		}
	}
	how, ok := interpreterOf(name)
	if !ok {
		return p.readsCode(name, c)
	}
	how.name = programs.Usual(name)
	if name == "." || name == "source" { // what is sourced is code, by whatever it is named
		p.lenient = false
	}
	return p.interprets(how, c)
}

// interprets says why what an interpreter runs cannot be pinned.
func (p place) interprets(how interpreter, c bash.Command) string {
	if how.fileOnly {
		return p.programmed(how.name, c)
	}
	args := how.parted(c.Args[1:])
	apart := false // it takes no modules from the folder that it runs in
	for i := 0; i < len(args); i++ {
		a := args[i]
		next := bash.Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		option, glued, isGlued := strings.Cut(a.Text, "=")
		switch {
		case !a.Known && strings.HasPrefix(a.Text, "-"):
			return "its options are known only when it runs"
		case how.shell && a.Known && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "c"):
			return ""
		case slices.Contains(how.apart, a.Text):
			apart = true
		case slices.Contains(how.code, option), codeCluster(how.name, a.Text):
			if how.here && !apart {
				return "its code may load modules from the folder that it runs in" + how.advice
			}
			if isGlued {
				next = bash.Word{Text: glued, Known: a.Known}
			}
			return inline(next)
		case slices.Contains(how.module, option):
			if !apart {
				return "it runs a module that the space may hold" + how.advice
			}
			return ""
		case slices.Contains(how.file, option):
			if isGlued {
				next = bash.Word{Text: glued, Known: a.Known, Value: a.Value}
			} else {
				i++
			}
			if why := p.reads(next, c); why != "" {
				return why
			}
		case slices.Contains(how.value, option) && !isGlued, how.shell && optionO(a):
			i++
		case a.Text == "-":
			return p.fed(c)
		case a.Known && len(a.Text) > 1 && strings.HasPrefix(a.Text, "-"):
		case slices.Contains(how.verbs, a.Text):
		case how.name == "bun" && a.Known && !strings.ContainsAny(a.Text, "/."):
			return "package.json may say what it runs"
		default:
			return p.reads(a, c)
		}
	}
	return p.fed(c)
}

// fed says why what an interpreter reads from its standard input cannot be pinned.
func (p place) fed(c bash.Command) string {
	switch {
	case !c.In.Piped && p.led:
		return "it runs what its shell's standard input is led from"
	case !c.In.Piped || c.In.Known:
		return ""
	case len(c.Reads) == 1:
		return p.script(c.Reads[0])
	}
	return "it runs what it is fed"
}

// optionO reports whether a cluster of a shell's options takes the next word: -euo pipefail.
func optionO(a bash.Word) bool {
	return len(a.Text) > 2 && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.HasSuffix(a.Text, "o")
}
